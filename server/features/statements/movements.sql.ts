import type { Movement, StatementKind } from '@saldo/domain/bills/statement'
import type { Tx } from '../../db/connection.ts'
import type { LedgerKind } from '../../ledger/ledger.ts'

export type Of = { customer_id: number; subject_id: number; account_id?: number | undefined }
export type SubjectMovement = Movement & { text: string; account_name: string }

export type Posted = {
  day: string
  kind: LedgerKind
  description: string
  method: string | null
  /** The day on which the money of a corrected collection came; null: on the day of the entry. */
  received_on: string | null
  /** The numbers of the bills that the entry names. */
  numbers: string[]
  amount: number
  credit: number
  account_name: string
}

/**
 * Every ledger entry that changed what a person owes, as visible to the actor, by accounting day: lines of
 * `receivables` and `subject_credit`. `amount`: cents owed more (negative: less); `credit`: cents added to the person's
 * credit.
 */
export function movementsOf(tx: Tx, { customer_id, subject_id, account_id = 0 }: Of) {
  return tx<Posted[]>`
    select e.day, e.kind, e.description, p.method, c.received_on, l.numbers, l.amount, l.credit, a.name as account_name
    from ledger_entries e
    join lateral (
      select sum(l.amount)::int8 as amount,
        coalesce(-sum(l.amount) filter (where l.ledger_account = 'subject_credit'), 0)::int8 as credit,
        coalesce(array_agg(distinct b.number) filter (where b.number is not null), '{}') as numbers
      from ledger_lines l
      left join bills b on b.customer_id = l.customer_id and b.bill_id = l.bill_id
      where l.customer_id = e.customer_id and l.entry_id = e.entry_id
        and l.ledger_account in ('receivables', 'subject_credit')
    ) l on l.amount <> 0 or l.credit <> 0
    join accounts a on a.customer_id = e.customer_id and a.account_id = e.account_id
    left join payments p on p.customer_id = e.customer_id and p.payment_id = e.payment_id
    left join money_corrections c on c.customer_id = e.customer_id and c.payment_id = e.payment_id
      and c.entry_id = e.entry_id and c.received_on < c.day
    where e.customer_id = ${customer_id} and e.subject_id = ${subject_id}
      ${account_id ? tx`and e.account_id = ${account_id}` : tx``}
    order by e.day, e.entry_id`
}

/** The kind under which each posting appears on a statement. Fees concern the office and name no person. */
export const kindOf = (kind: LedgerKind): StatementKind => {
  switch (kind) {
    case 'issue':
      return 'bill'
    case 'amendment':
    case 'credit_note':
    case 'cancellation':
      return kind
    case 'opening_credit':
      return 'opening'
    case 'collection':
    case 'brought':
      return 'payment'
    case 'collection_reversed':
      return 'reversal'
    case 'credit_used':
      return 'credit'
    case 'return':
      return 'return'
    case 'refund':
    case 'refund_failed':
      return 'refund'
    default:
      return kind.startsWith('dispute') ? 'dispute' : 'correction'
  }
}
