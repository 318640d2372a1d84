import { HistoryOf } from '../audit/HistoryOf.tsx'
import type { AccountTabProps } from './account-tabs.ts'

/** What was changed of the condominium and of all that belongs to it. */
export default function HistoryTab({ account }: AccountTabProps) {
  return <HistoryOf account={account.account_id} />
}
