import { mostOpenBills, type OpenBills, openBillsOfSubject } from '@saldo/contract/bills/open-bills'
import type { Tx } from '../../db/connection.ts'
import { serve } from '../../http/serve.ts'
import { requireSubject } from '../subjects/require-subject.ts'

type AccountRow = Omit<OpenBills['accounts'][number], 'bills'>
type BillRow = OpenBills['accounts'][number]['bills'][number] & { account_id: number }

/** What a person owes, by condominium and bill: the sums of `owed_bills`, and what disputes and credit hold beside them. */
export const openBills = serve(openBillsOfSubject, async ({ tx, params }): Promise<OpenBills> => {
  const { subject_id, customer_id } = await requireSubject(tx, params.id)
  const of = { subject_id, customer_id }
  const [accounts, bills, due_dates] = await Promise.all([
    accountsOf(tx, of),
    billsOf(tx, of),
    dueDates(tx, of),
  ])
  const sum = (figure: keyof Sums) => accounts.reduce((total, account) => total + account[figure], 0)
  return {
    residue: sum('residue'),
    overdue: sum('overdue'),
    due_now: sum('due_now'),
    pending: sum('pending'),
    falling_due: sum('falling_due'),
    disputed: sum('disputed'),
    credit: sum('credit'),
    ...due_dates,
    accounts: accounts.map((account) => ({
      ...account,
      bills: bills
        .filter(({ account_id }) => account_id === account.account_id)
        .map(({ account_id: _account_id, ...bill }) => bill),
    })),
  }
})

type Sums = Pick<
  AccountRow,
  'residue' | 'overdue' | 'due_now' | 'pending' | 'falling_due' | 'disputed' | 'credit'
>
type Person = { customer_id: number; subject_id: number }

const accountsOf = (tx: Tx, { customer_id, subject_id }: Person) => tx<AccountRow[]>`
  with sums as (
    select account_id, bill_id, residue, overdue, due_now, pending, falling_due, 0 as disputed, 0 as credit from owed_bills
    where customer_id = ${customer_id} and subject_id = ${subject_id}
    union all
    select account_id, bill_id, 0, 0, 0, 0, 0, disputed, 0 from disputed_bills
    where customer_id = ${customer_id} and subject_id = ${subject_id}
    union all
    select account_id, null, 0, 0, 0, 0, 0, 0, balance - held from subject_credits
    where customer_id = ${customer_id} and subject_id = ${subject_id} and balance > held
  )
  select a.account_id, a.name as account_name, count(distinct o.bill_id) as bills_count, sum(o.residue)::bigint as residue,
    sum(o.overdue)::bigint as overdue, sum(o.due_now)::bigint as due_now, sum(o.pending)::bigint as pending,
    sum(o.falling_due)::bigint as falling_due, sum(o.disputed)::bigint as disputed, sum(o.credit)::bigint as credit
  from sums o
  join accounts a on a.customer_id = ${customer_id} and a.account_id = o.account_id
  group by a.account_id, a.name, a.name_key
  order by a.name_key, a.account_id`

/** The earliest day of what falls due, and of what falls due later. */
async function dueDates(
  tx: Tx,
  { customer_id, subject_id }: Person,
): Promise<Pick<OpenBills, 'next_due_date' | 'later_due_date'>> {
  const [row] = await tx<Pick<OpenBills, 'next_due_date' | 'later_due_date'>[]>`
    select min(due_date) filter (where falling_due > 0) as next_due_date,
      min(due_date) filter (where falling_due + overdue = 0) as later_due_date
    from owed_instalments where customer_id = ${customer_id} and subject_id = ${subject_id}`
  return row ?? { next_due_date: null, later_due_date: null }
}

/**
 * The bills, the earliest due first; those that only a dispute holds come last. A right counts if its unit is the bill's
 * and it held on the day of issue.
 */
const billsOf = (tx: Tx, { customer_id, subject_id }: Person) => tx<BillRow[]>`
  select b.account_id, b.bill_id, b.number, b.description, b.unit, b.amount, b.settled,
    coalesce(w.residue, 0) as residue, coalesce(w.overdue, 0) as overdue, coalesce(w.due_now, 0) as due_now,
    coalesce(w.pending, 0) as pending, coalesce(w.falling_due, 0) as falling_due, coalesce(d.disputed, 0) as disputed,
    bill_state(b.phase, b.next_due_date, today()) as state,
    (select count(*) from bill_instalments i where i.customer_id = b.customer_id and i.bill_id = b.bill_id)
      as instalments_count,
    (select coalesce(json_agg(json_build_object('position', i.position, 'due_date', i.due_date, 'due', i.due,
        'overdue', i.overdue, 'due_now', i.due_now, 'pending', i.pending) order by i.due_date, i.position), '[]')
      from owed_instalments i where i.customer_id = b.customer_id and i.bill_id = b.bill_id) as instalments,
    array(select distinct r.right_kind from right_holders r
      join units u on u.customer_id = r.customer_id and u.unit_id = r.unit_id
      where r.customer_id = b.customer_id and r.subject_id = b.subject_id and r.account_id = b.account_id
        and (b.unit is null or fold(u.name) = fold(b.unit))
        and (r.since is null or r.since <= b.issue_date) and (r.until is null or r.until >= b.issue_date)
      order by r.right_kind) as right_kinds
  from bills b
  left join owed_bills w on w.customer_id = b.customer_id and w.bill_id = b.bill_id
  left join disputed_bills d on d.customer_id = b.customer_id and d.bill_id = b.bill_id
  where b.customer_id = ${customer_id} and b.subject_id = ${subject_id} and (b.residue > 0 or b.disputed)
  order by b.residue = 0, b.next_due_date, b.bill_id
  limit ${mostOpenBills}`
