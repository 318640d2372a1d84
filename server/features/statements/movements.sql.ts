import type { Movement, StatementKind } from '@saldo/domain/statement'
import type { Tx } from '../../db/connection.ts'
import type { LedgerKind } from '../payments/ledger.ts'

export type Of = { customer_id: number; subject_id: number; account_id?: number | undefined }
export type SubjectMovement = Movement & { text: string; account_name: string }

type Asked = {
  day: string
  number: string
  description: string
  amount: number
  /** Settled of it by nothing that the ledger knows: paid before the office came to Saldo. */
  brought: number
  cancelled: boolean
  account_name: string
}
type Posted = {
  day: string
  kind: LedgerKind
  description: string
  method: string | null
  numbers: string[]
  amount: number
  credit: number
  account_name: string
}
export type Movements = { bills: Asked[]; entries: Posted[]; brought_credit: number }

/**
 * All that ever changed what a person owes, as the actor sees it: bills on their day of issue, and what the ledger says of
 * them (receivables of their bills, credit of their payments). Money counts on the day it arrived. Cents.
 */
export async function movementsOf(
  tx: Tx,
  { customer_id, subject_id, account_id = 0 }: Of,
): Promise<Movements> {
  const ofAccount = (alias: string) => (account_id ? tx`and ${tx(alias)}.account_id = ${account_id}` : tx``)
  const whose = (alias: string) => tx`
    ${tx(alias)}.customer_id = ${customer_id} and ${tx(alias)}.subject_id = ${subject_id} ${ofAccount(alias)}`
  const bills = await tx<Asked[]>`
    select b.issue_date as day, b.number, b.description, b.amount, b.phase = 'cancelled' as cancelled, a.name as account_name,
      b.settled + coalesce((select sum(l.amount) from ledger_lines l
        where l.customer_id = b.customer_id and l.bill_id = b.bill_id and l.ledger_account = 'receivables'), 0)::int8 as brought
    from bills b join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
    where ${whose('b')} and b.phase <> 'draft'
    order by b.issue_date, b.bill_id`
  const entries = await tx<Posted[]>`
    with lines as (
      select l.entry_id, b.number, l.amount, 0::bigint as credit
      from bills b
      join ledger_lines l on l.customer_id = b.customer_id and l.bill_id = b.bill_id and l.ledger_account = 'receivables'
      where ${whose('b')}
      union all
      select l.entry_id, null, l.amount, case when l.ledger_account = 'subject_credit' then -l.amount else 0 end
      from payments p
      join ledger_entries e on e.customer_id = p.customer_id and e.payment_id = p.payment_id
      join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
        and (l.ledger_account = 'subject_credit' or l.ledger_account = 'receivables' and l.bill_id is null)
      where ${whose('p')}
    ), posted as (
      select entry_id, sum(amount)::int8 as amount, sum(credit)::int8 as credit,
        coalesce(array_agg(distinct number) filter (where number is not null), '{}') as numbers
      from lines group by entry_id
    )
    select ((case when e.kind in ('collection', 'credit_used') then coalesce(p.settled_at, e.at) else e.at end)
        at time zone 'Europe/Rome')::date as day,
      e.kind, e.description, p.method, d.numbers, d.amount, d.credit, a.name as account_name
    from posted d
    join ledger_entries e on e.customer_id = ${customer_id} and e.entry_id = d.entry_id
    join accounts a on a.customer_id = e.customer_id and a.account_id = e.account_id
    left join payments p on p.customer_id = e.customer_id and p.payment_id = e.payment_id
    order by 1, e.entry_id`
  const [now] = await tx<{ credit: number }[]>`
    select coalesce(sum(c.balance), 0)::int8 as credit from subject_credits c where ${whose('c')}`
  const known = entries.reduce((sum, { credit }) => sum + credit, 0)
  return { bills, entries, brought_credit: (now?.credit ?? 0) - known }
}

/** What each kind of posting is on a statement; fees are the office's affair and name nobody. */
export const kindOf = (kind: LedgerKind): StatementKind => {
  if (kind === 'collection') return 'payment'
  if (kind === 'credit_used') return 'credit'
  if (kind === 'return') return 'return'
  if (kind === 'refund' || kind === 'refund_failed') return 'refund'
  return kind.startsWith('dispute') ? 'dispute' : 'correction'
}
