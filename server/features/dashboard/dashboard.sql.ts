import type { Dashboard } from '@saldo/contract/reports/dashboard'
import type { Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { owedSums } from '../bills/money/owed-sums.ts'
import { collected } from './last-months.ts'

/** One condominium, or all of those that the actor sees. */
export type Of = { account_id: number | undefined }
type Tally = { count: number; amount: number }
type ToCollect = NonNullable<Dashboard['to_collect']>
type Totals = NonNullable<Dashboard['totals']>

/** Bills issued in the current year (in Rome). */
export async function totalsOfYear(tx: Tx, of: Of): Promise<Totals & { year: number }> {
  const [row] = await tx`
    select extract(year from today()) as year, ${totals(tx)} from bills b
    where b.phase not in ('draft', 'cancelled') ${only(tx, of, tx`b`)}
      and b.issue_date between date_trunc('year', today())::date and date_trunc('year', today() + interval '1 year')::date - 1`
  return row as Totals & { year: number }
}

export async function totalsOfAll(tx: Tx, of: Of): Promise<Totals> {
  const [row] = await tx`
    select ${totals(tx)} from bills b where b.phase not in ('draft', 'cancelled') ${only(tx, of, tx`b`)}`
  return row as Totals
}

const totals = (tx: Tx) => tx`
  count(*) as count, coalesce(sum(b.amount), 0) as amount, coalesce(sum(b.settled), 0) as settled,
  ${owedSums(tx)}`

/** The residue of all issued bills, and the part issued in other years. */
export async function toCollect(tx: Tx, of: Of): Promise<ToCollect> {
  const [row] = await tx`
    select coalesce(sum(b.residue), 0) as residue,
      coalesce(sum(b.residue) filter (where b.issue_date < date_trunc('year', today())::date), 0) as earlier,
      coalesce(sum(b.residue) filter (where b.issue_date >= (date_trunc('year', today()) + interval '1 year')::date), 0) as later
    from bills b where b.residue > 0 ${only(tx, of, tx`b`)}`
  return row as ToCollect
}

/** Each count and sum equals that of the list it links to. */
export async function dueTallies(
  tx: Tx,
  of: Of,
): Promise<Record<'overdue' | 'due_soon' | 'within_30_days', Tally>> {
  const rows = await tx`
    with owed as (
      select b.bill_id, b.phase, b.next_due_date, sum(o.overdue) as overdue, sum(o.due) as residue,
        sum(o.falling_due) as falling_due
      from bills b
      join owed_instalments o on o.customer_id = b.customer_id and o.bill_id = b.bill_id
      where b.residue > 0 and b.next_due_date <= today() + falling_due_days() ${only(tx, of, tx`b`)}
      group by b.bill_id
    )
    select 'overdue' as name, count(*) as count, coalesce(sum(overdue), 0) as amount
    from owed where next_due_date < today()
    union all
    select 'due_soon', count(*), coalesce(sum(residue), 0)
    from owed where phase = 'open' and next_due_date between today() and today() + due_soon_days()
    union all
    select 'within_30_days', count(*), coalesce(sum(falling_due), 0)
    from owed where falling_due > 0`
  return byName(rows)
}

export async function returnedTally(tx: Tx, of: Of): Promise<Tally> {
  const [row] = await tx<Tally[]>`
    select count(*) as count, coalesce(sum(b.residue), 0) as amount from bills b
    where b.phase = 'returned' ${only(tx, of, tx`b`)}`
  return row as Tally
}

/** Bills whose money a dispute holds; that money. */
export async function disputedTally(tx: Tx, of: Of): Promise<Tally> {
  const [row] = await tx<Tally[]>`
    select count(*) as count, coalesce(sum(d.disputed), 0)::bigint as amount from disputed_bills d
    where true ${only(tx, of, tx`d`)}`
  return row as Tally
}

type PaymentTally = 'collected_today' | 'corrected_today' | 'under_way' | 'unknown' | 'failed'

export async function paymentTallies(tx: Tx, of: Of): Promise<Record<PaymentTally, Tally>> {
  const rows = await tx`
    select 'collected_today' as name, count(*) as count, coalesce(sum(m.collected), 0)::bigint as amount
    from (
      select ${collected(tx)} as collected from money_lines m
      where m.day = today() and m.entry_id not in (
        select c.entry_id from money_corrections c where c.day = today() and c.received_on < today() ${only(tx, of, tx`c`)})
        ${only(tx, of, tx`m`)}
      group by m.customer_id, m.payment_id
      having sum(m.gross) <> 0 or sum(m.given_back) <> 0 or sum(m.taken_back) <> 0 or sum(m.fees) <> 0
    ) m
    union all
    select 'corrected_today', count(*), coalesce(sum(c.gross), 0)::bigint
    from money_corrections c where c.day = today() and c.received_on < today() ${only(tx, of, tx`c`)}
    union all
    select 'under_way', count(*), coalesce(sum(p.amount), 0)
    from payments p
    where p.state in ('created', 'requires_action', 'processing', 'unknown') ${only(tx, of, tx`p`)}
    union all
    select 'unknown', count(*), coalesce(sum(p.amount), 0)
    from payments p where p.state = 'unknown' ${only(tx, of, tx`p`)}
    union all
    select 'failed', count(*), coalesce(sum(p.amount), 0)
    from payments p
    where p.state = 'failed' and p.created_at >= (today() - 30)::timestamp at time zone 'Europe/Rome'
      ${only(tx, of, tx`p`)}`
  return byName(rows)
}

/** The condominiums with the highest residue; a single one also when nothing is missing. */
export function accountsByResidue(tx: Tx, of: Of, at_most: number) {
  return tx<NonNullable<Dashboard['accounts']>>`
    select a.account_id, a.name, a.city, t.issued, t.collected, t.residue
    from (
      select b.account_id, sum(b.amount) as issued, sum(b.settled) as collected, sum(b.residue) as residue
      from bills b where b.phase not in ('draft', 'cancelled') ${only(tx, of, tx`b`)}
      group by b.account_id ${of.account_id === undefined ? tx`having sum(b.residue) > 0` : tx``}
      order by sum(b.residue) desc, b.account_id limit ${at_most}
    ) t
    join accounts a on a.account_id = t.account_id
    order by t.residue desc, a.account_id`
}

/** Money on the condominiums' accounts that somebody of the office has to match to bills. */
export async function unmatchedTally(tx: Tx, of: Of): Promise<Tally> {
  const [row] = await tx<Tally[]>`
    select count(*) as count, coalesce(sum(m.amount - m.matched), 0)::bigint as amount from bank_movements m
    where m.state in ('to_match', 'partly') ${only(tx, of, tx`m`)}`
  return row as Tally
}

/** Condominiums that cannot be paid by bank transfer, and the residue of their bills. */
export async function withoutIbanTally(tx: Tx, of: Of): Promise<Tally> {
  const [row] = await tx<Tally[]>`
    select count(*) as count, coalesce(sum(t.residue), 0) as amount
    from accounts a
    cross join lateral (
      select sum(b.residue) as residue from bills b where b.customer_id = a.customer_id and b.account_id = a.account_id
    ) t
    where a.iban is null ${only(tx, of, tx`a`)}`
  return row as Tally
}

/** Of the chosen condominium only, if one is. */
const only = (tx: Tx, { account_id }: Of, table: ReturnType<Tx>) =>
  account_id === undefined ? tx`` : tx`and ${table}.account_id = ${account_id}`

const byName = <N extends string>(rows: readonly Row[]): Record<N, Tally> =>
  Object.fromEntries(rows.map(({ name, count, amount }) => [name, { count, amount }])) as Record<N, Tally>
