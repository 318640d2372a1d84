import type { AccountTabProps } from '../accounts/account-tabs.ts'
import { Documents } from './Documents.tsx'

export default function AccountDocumentsTab({ account }: AccountTabProps) {
  return <Documents of={{ owner: 'account', id: account.account_id }} />
}
