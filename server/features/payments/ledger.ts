import type { Tx } from '../../db/connection.ts'

export type LedgerAccount =
  | 'receivables'
  | 'provider_transit'
  | 'collection_fees'
  | 'bank'
  | 'subject_credit'
  | 'disputed'
/** Cents: debit positive, credit negative. Receivables say of which bill. */
export type LedgerLine = { ledger_account: LedgerAccount; amount: number; bill_id?: number }
export type LedgerKind =
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
type Entry = {
  customer_id: number
  account_id: number
  bill_id: number
  payment_id: number
  kind: LedgerKind
  /** What caused it, e.g. `attempt:12`; posting the same source and kind again changes nothing. */
  source: string
  description: string
}

/** Posts an entry once. Postgres refuses lines that do not sum to zero when the transaction ends. */
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
