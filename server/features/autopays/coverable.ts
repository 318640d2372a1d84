import type { Day } from '@saldo/domain/dates'
import type { CoverableInstalment } from '@saldo/domain/payments/autopay'
import type { Fragment } from 'postgres'
import type { Tx } from '../../db/connection.ts'

/** An instalment that an autopay covers. `debit_id`: its debit, planned or under way. */
export type Covered = CoverableInstalment & {
  autopay_id: number
  bill_id: number
  bill_number: string
  debit_id: number | null
  /** The debit is the office's, which a pause does not cancel. */
  by_office: boolean
  /** Why it is the payer's: its debit failed for good, or a person cancelled it. */
  left_to_payer: string | null
}

const mostShown = 12
const mostPlanned = 100

/** The next instalments that these autopays cover, at most twelve of each, soonest first. */
export const coveredBy = (tx: Tx, autopay_ids: readonly number[]) =>
  instalmentsOf(tx, autopay_ids, tx`true`, mostShown)

/** Those of these bills, soonest first. */
export const coveredOfBills = (tx: Tx, autopay_ids: readonly number[], bill_ids: readonly number[]) =>
  instalmentsOf(tx, autopay_ids, tx`n.bill_id = any (${[...bill_ids]}::bigint[])`, mostPlanned)

/** Those that have no debit yet and are due by this day, at most a hundred at a time. */
export const toPlan = (tx: Tx, autopay_id: number, until: Day) =>
  instalmentsOf(
    tx,
    [autopay_id],
    tx`n.debit_id is null and n.left_to_payer is null and n.due_date <= ${until}`,
    mostPlanned,
  )

const instalmentsOf = (tx: Tx, autopay_ids: readonly number[], which: Fragment, most: number) => tx<
  Covered[]
>`
  select p.autopay_id, n.*
  from autopays p
  cross join lateral (select * from (
    select b.bill_id, b.number as bill_number, i.instalment_id, i.due_date, d.debit_id,
      d.collect_on as debit_on,
      d.debit_id is not null and d.autopay_id is null as by_office,
      case when d.debit_id is null then left_.reason end as left_to_payer,
      case when d.debit_id is null then i.amount - i.settled - i.pending else d.amount end as still_due
    from bills b
    join bill_instalments i on i.customer_id = b.customer_id and i.bill_id = b.bill_id
    left join debits d on d.customer_id = b.customer_id and d.bill_id = b.bill_id
      and i.instalment_id = any (d.instalment_ids) and d.state in ('planned', 'notified', 'started')
    left join lateral (
      select coalesce(o.cancel_reason, 'L’addebito non è riuscito.') as reason from debits o
      where o.customer_id = b.customer_id and o.bill_id = b.bill_id and i.instalment_id = any (o.instalment_ids)
        and not o.plan_again
      order by o.debit_id desc limit 1) left_ on true
    where b.customer_id = p.customer_id and b.account_id = p.account_id and b.subject_id = p.subject_id
      and b.status = 'issued' and i.settled < i.amount and i.due_date >= p.starts_on
      and (d.debit_id is not null or i.settled + i.pending < i.amount)) n
    where ${which}
    order by n.due_date, n.instalment_id limit ${most}
  ) n
  where p.autopay_id = any (${[...autopay_ids]}::bigint[])
  order by n.due_date, n.instalment_id`
