import { RecordColumns } from '../../ui/RecordPage.tsx'
import { Section } from '../../ui/Section.tsx'
import { LatestBills } from '../bills/LatestBills.tsx'
import { SubjectFigures } from './SubjectFigures.tsx'
import type { SubjectTabProps } from './subject-tabs.ts'

export default function BillsTab({ subject }: SubjectTabProps) {
  return (
    <RecordColumns
      main={<LatestBills of={{ subject_id: subject.subject_id }} />}
      side={
        <Section title="Quanto deve">
          <SubjectFigures subject={subject} />
        </Section>
      }
    />
  )
}
