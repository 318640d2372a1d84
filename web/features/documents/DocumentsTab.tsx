import type { AccountTabProps, CustomerTabProps, SubjectTabProps } from '../../records/record-tab.ts'
import { Documents } from './Documents.tsx'

export const AccountDocumentsTab = ({ account }: AccountTabProps) => (
  <Documents of={{ owner: 'account', id: account.account_id }} />
)

export const SubjectDocumentsTab = ({ subject }: SubjectTabProps) => (
  <Documents of={{ owner: 'subject', id: subject.subject_id }} />
)

export const CustomerDocumentsTab = ({ customer }: CustomerTabProps) => (
  <Documents of={{ owner: 'customer', id: customer.customer_id }} />
)
