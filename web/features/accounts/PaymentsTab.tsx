import { RecordTab } from '../../ui/RecordTabs.tsx'
import { LatestPayments } from '../payments/LatestPayments.tsx'
import type { AccountTabProps } from './account-tabs.ts'

export default function PaymentsTab({ account }: AccountTabProps) {
  return (
    <RecordTab>
      <LatestPayments of={{ account_id: account.account_id }} />
    </RecordTab>
  )
}
