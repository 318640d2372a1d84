import type { Tx } from '../db/connection.ts'

/** What each account holds is written down in 0015-ledger.sql and in docs/accounting.md. */
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
/** Cents: debit positive, credit negative. Receivables say of which bill. */
export type LedgerLine = { ledger_account: LedgerAccount; amount: number; bill_id?: number }
export type LedgerKind =
  | 'issue'
  | 'amendment'
  | 'credit_note'
  | 'cancellation'
  | 'brought'
  | 'opening_credit'
  | 'collection'
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
  /** Whose movement it is; null for what concerns nobody, such as a payout. */
  subject_id: number | null
  bill_id: number | null
  payment_id: number | null
  kind: LedgerKind
  /** The accounting day, `yyyy-mm-dd`; today in Rome unless it is said. */
  day?: string
  /** What caused it, e.g. `attempt:12`; posting the same source and kind again changes nothing. */
  source: string
  description: string
}

/** Posts an entry once; false when it was posted before. Postgres refuses lines that do not sum to zero. */
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

/** Cents from one account of the ledger to another. */
export const moved = (from: LedgerAccount, to: LedgerAccount, amount: number): LedgerLine[] => [
  { ledger_account: to, amount },
  { ledger_account: from, amount: -amount },
]
