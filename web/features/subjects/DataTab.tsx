import { RecordListLinks } from '../../records/RecordListLinks.tsx'
import type { SubjectTabProps } from '../../records/record-tab.ts'
import { RecordColumns } from '../../ui/layout/RecordPage.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { ResidentAccess } from '../users/ResidentAccess.tsx'
import { SubjectConsents } from './SubjectConsents.tsx'
import { SubjectFacts } from './SubjectFacts.tsx'
import { SubjectFigures } from './SubjectFigures.tsx'

/** Data of a person, what they owe, and their consents. */
export function DataTab({ subject }: SubjectTabProps) {
  return (
    <RecordColumns
      main={
        <>
          {subject.residue !== null && (
            <Section title="Quanto deve">
              <SubjectFigures subject={subject} />
            </Section>
          )}
          <RecordListLinks of={{ subject_id: String(subject.subject_id) }} />
          <SubjectConsents subject={subject} />
        </>
      }
      side={
        <>
          <Section title="Dati">
            <SubjectFacts subject={subject} />
          </Section>
          <ResidentAccess subject_id={subject.subject_id} />
        </>
      }
    />
  )
}
