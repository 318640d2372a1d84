import { RecordTab } from '../../ui/RecordTabs.tsx'
import { LatestPayments } from '../payments/LatestPayments.tsx'
import type { SubjectTabProps } from './subject-tabs.ts'

export default function PaymentsTab({ subject }: SubjectTabProps) {
  return (
    <RecordTab>
      <LatestPayments of={{ subject_id: subject.subject_id }} />
    </RecordTab>
  )
}
