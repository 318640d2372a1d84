import { RecordTab } from '../../ui/RecordTabs.tsx'
import { Section } from '../../ui/Section.tsx'
import { HistoryOf } from '../audit/HistoryOf.tsx'
import type { SubjectTabProps } from './subject-tabs.ts'

/** Who changed what of a person, and how it was before. */
export default function HistoryTab({ subject }: SubjectTabProps) {
  return (
    <RecordTab>
      <Section title="Storia">
        <HistoryOf noun="subjects" record={subject.subject_id} />
      </Section>
    </RecordTab>
  )
}
