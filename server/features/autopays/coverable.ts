import type { CoverableInstalment } from '@saldo/domain/payments/autopay'
import type { Tx } from '../../db/connection.ts'

/** An instalment that an autopay covers. `debit_id`: its debit, planned or under way. */
export type Covered = CoverableInstalment & {
  autopay_id: number
  bill_id: number
  bill_number: string
  debit_id: number | null
}

const mostShown = 12

/**
 * The next instalments that these autopays cover, at most twelve of each, soonest first. Not those whose debit failed for
 * good or was cancelled by a person: they are the payer's.
 */
export const coveredBy = (tx: Tx, autopay_ids: readonly number[]) => tx<Covered[]>`
  select p.autopay_id, n.*
  from autopays p
  cross join lateral (
    select b.bill_id, b.number as bill_number, i.instalment_id, i.due_date, d.debit_id,
      case when d.debit_id is null then i.amount - i.settled - i.pending else d.amount end as still_due
    from bills b
    join bill_instalments i on i.customer_id = b.customer_id and i.bill_id = b.bill_id
    left join debits d on d.customer_id = b.customer_id and d.bill_id = b.bill_id
      and i.instalment_id = any (d.instalment_ids) and d.state in ('planned', 'notified', 'started')
    where b.customer_id = p.customer_id and b.account_id = p.account_id and b.subject_id = p.subject_id
      and b.status = 'issued' and i.settled < i.amount and i.due_date >= p.starts_on
      and (d.debit_id is not null or (i.settled + i.pending < i.amount and not exists (
        select from debits o
        where o.customer_id = b.customer_id and o.bill_id = b.bill_id and i.instalment_id = any (o.instalment_ids)
          and not o.plan_again)))
    order by i.due_date, i.instalment_id limit ${mostShown}
  ) n
  where p.autopay_id = any (${[...autopay_ids]}::bigint[])
  order by n.due_date, n.instalment_id`
