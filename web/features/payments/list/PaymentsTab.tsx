import { TabColumn } from '../../../records/RecordTabs.tsx'
import type { AccountTabProps, SubjectTabProps } from '../../../records/record-tab.ts'
import { LatestPayments } from './LatestPayments.tsx'

export const AccountPaymentsTab = ({ account }: AccountTabProps) => (
  <TabColumn>
    <LatestPayments of={{ account_id: account.account_id }} />
  </TabColumn>
)

export const SubjectPaymentsTab = ({ subject }: SubjectTabProps) => (
  <TabColumn>
    <LatestPayments of={{ subject_id: subject.subject_id }} />
  </TabColumn>
)
