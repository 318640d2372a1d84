import { RecordListLinks } from '../../records/RecordListLinks.tsx'
import type { SubjectTabProps } from '../../records/record-tab.ts'
import { RecordColumns } from '../../ui/layout/RecordPage.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { SubjectDelegations } from '../delegations/SubjectDelegations.tsx'
import { ResidentAccess } from '../users/ResidentAccess.tsx'
import { CallsToMake } from './notes/CallsToMake.tsx'
import { OpenBills } from './owed/OpenBills.tsx'
import { SubjectConsents } from './SubjectConsents.tsx'
import { SubjectFacts } from './SubjectFacts.tsx'

/** What a person owes and why, their data and consents. */
export function DataTab({ subject }: SubjectTabProps) {
  return (
    <RecordColumns
      main={
        <>
          {subject.residue !== null && (
            <Section title="Quanto deve">
              <OpenBills subject_id={subject.subject_id} />
            </Section>
          )}
          <RecordListLinks plain of={{ subject_id: String(subject.subject_id) }} />
          <SubjectConsents subject={subject} />
        </>
      }
      side={
        <>
          <CallsToMake subject_id={subject.subject_id} />
          <Section title="Dati">
            <SubjectFacts subject={subject} />
          </Section>
          <ResidentAccess subject_id={subject.subject_id} />
          <SubjectDelegations subject_id={subject.subject_id} />
        </>
      }
    />
  )
}
