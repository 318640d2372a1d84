import type { Tx } from '../db/connection.ts'

/** The ledger's accounts are explained in 0015-ledger.sql and docs/accounting.md. */
export type LedgerAccount =
  | 'receivables'
  | 'billed'
  | 'opening'
  | 'provider_transit'
  | 'connected_balance'
  | 'payout_transit'
  | 'bank'
  | 'collection_fees'
  | 'application_fees'
  | 'subject_credit'
  | 'disputed'
  | 'office_debt'
  | 'platform'
/** In cents: debit positive, credit negative. A line on receivables names its bill. */
export type LedgerLine = { ledger_account: LedgerAccount; amount: number; bill_id?: number }
export type LedgerKind =
  | 'issue'
  | 'amendment'
  | 'credit_note'
  | 'cancellation'
  | 'brought'
  | 'opening_credit'
  | 'collection'
  | 'collection_reversed'
  | 'collection_fee'
  | 'return'
  | 'return_fee'
  | 'refund'
  | 'refund_failed'
  | 'dispute'
  | 'dispute_fee'
  | 'dispute_won'
  | 'dispute_lost'
  | 'reallocation'
  | 'credit_used'
  | 'adjustment'
  | 'transfer'
  | 'transfer_reversed'
  | 'application_fee'
  | 'application_fee_back'
  | 'office_debt'
  | 'office_debt_paid'
  | 'payout'
  | 'payout_arrived'
  | 'payout_failed'
export type Entry = {
  customer_id: number
  account_id: number
  /** The person whose money it is; null if it belongs to no person, as for a payout. */
  subject_id: number | null
  bill_id: number | null
  payment_id: number | null
  kind: LedgerKind
  /** The accounting day, `yyyy-mm-dd`; by default today in Rome. */
  day?: string
  /** The cause of the entry, e.g. `attempt:12`. Posting the same source and kind again does nothing. */
  source: string
  description: string
}

/** Posts an entry of the double-entry ledger once; false when it was posted before. PostgreSQL refuses lines that do not sum to zero. */
export async function post(tx: Tx, entry: Entry, lines: readonly LedgerLine[]): Promise<boolean> {
  const [posted] = await tx`
    insert into ledger_entries ${tx(entry)} on conflict (source, kind) do nothing returning entry_id`
  if (!posted) return false
  const rows = lines.map((line) => ({
    bill_id: null,
    ...line,
    entry_id: posted.entry_id,
    customer_id: entry.customer_id,
  }))
  await tx`insert into ledger_lines ${tx(rows)}`
  return true
}

/** Lines that move cents from one ledger account to another. */
export const moved = (from: LedgerAccount, to: LedgerAccount, amount: number): LedgerLine[] => [
  { ledger_account: to, amount },
  { ledger_account: from, amount: -amount },
]
