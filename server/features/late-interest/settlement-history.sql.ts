import type { DueAmount } from '@saldo/domain/arrears/instalment-plan'
import type { Movement } from '@saldo/domain/arrears/late-interest'
import { movementsOf, type SettledVersion } from '@saldo/domain/payments/settlement-history'
import type { Tx } from '../../db/connection.ts'

/** An instalment with its payments and returns, in cents. */
export type KnownInstalment = {
  due_date: string
  amount: number
  /** Cents settled by no known payment: nobody can say that they were late. */
  unexplained: number
  movements: Movement[]
  payments: PaymentOfInstalment[]
}

/**
 * The part of an instalment that one payment settled. `registered` and `at`: when it was written, in microseconds since
 * 1970.
 */
type PaymentOfInstalment = {
  registered: number
  movements: Movement[]
  settled: { at: number; amount: number }[]
}

/** A bill's instalments with their money per day, read by the bill's keys. */
export async function knownInstalments(
  tx: Tx,
  { customer_id, bill_id }: { customer_id: number; bill_id: number },
): Promise<KnownInstalment[]> {
  const instalments = await tx<
    { instalment_id: number; due_date: string; amount: number; settled: number }[]
  >`
    select instalment_id, due_date, amount, settled from bill_instalments
    where customer_id = ${customer_id} and bill_id = ${bill_id} order by due_date, position`
  const known = new Map(instalments.map(({ instalment_id }) => [instalment_id, [] as PaymentOfInstalment[]]))
  for (const versions of (await paymentsOf(tx, customer_id, bill_id)).values())
    for (const [instalment_id, movements] of movementsOf(versions))
      known.get(instalment_id)?.push({
        ...{ registered: versions[0]?.at ?? 0, movements },
        settled: versions.map(({ at, parts }) => ({ at, amount: partOf(parts, instalment_id) })),
      })
  const held = await underWay(tx, customer_id, bill_id)
  return instalments.map(({ instalment_id, due_date, amount, settled }) => {
    const payments = known.get(instalment_id) ?? []
    const came = payments.flatMap(({ movements }) => movements)
    const coming = held.filter((each) => each.instalment_id === instalment_id)
    return {
      ...{ due_date, amount, payments },
      movements: [...came, ...coming.map(({ day, amount }) => ({ day, amount }))],
      unexplained: Math.max(settled - sum(came), 0),
    }
  })
}

const partOf = (parts: SettledVersion['parts'], instalment_id: number): number =>
  sum(parts.filter((part) => part.instalment_id === instalment_id))

/** The part of an instalment that payments had settled at a moment (microseconds since 1970), in cents. */
export const settledAt = ({ payments }: KnownInstalment, moment: number): number =>
  sum(payments.flatMap(({ settled }) => settled.filter(({ at }) => at <= moment).slice(-1)))

/**
 * The part of the bill that each payment settled, by allocation version. A transfer counts from the day it reached the
 * bank; a provider payment from the day it was started, because the days a debit takes among banks are not the payer's
 * delay. Refunded money has the day of its ledger entry, written in the same transaction (the same instant).
 */
async function paymentsOf(tx: Tx, customer_id: number, bill_id: number) {
  const rows = await tx<(SettledVersion & { payment_id: number; at: number })[]>`
    select a.payment_id, a.rule, ${microseconds(tx, 'a.at')} as at,
      coalesce(given_back.day, ((case a.version
        when 1 then least(coalesce(p.settled_at, a.at), begun.at)
        else a.at end) at time zone 'Europe/Rome')::date) as day,
      coalesce((
        select json_agg(json_build_object('instalment_id', s.instalment_id, 'amount', s.amount) order by i.due_date, i.position)
        from allocation_parts s join bill_instalments i on i.instalment_id = s.instalment_id
        where s.customer_id = a.customer_id and s.allocation_id = a.allocation_id and s.bill_id = ${bill_id}), '[]') as parts
    from payment_bills b
    join payments p on p.customer_id = b.customer_id and p.payment_id = b.payment_id
    join payment_allocations a on a.customer_id = b.customer_id and a.payment_id = b.payment_id
    left join lateral (
      select min(t.created_at) as at from payment_attempts t
      where t.customer_id = p.customer_id and t.payment_id = p.payment_id
        and t.state in ('succeeded', 'returned', 'disputed', 'refunded')) begun on true
    left join lateral (
      select min(e.day) as day from ledger_entries e
      where a.rule = 'refund' and e.customer_id = a.customer_id and e.payment_id = a.payment_id and e.kind = 'refund'
        and e.at = a.at) given_back on true
    where b.customer_id = ${customer_id} and b.bill_id = ${bill_id}
    order by a.payment_id, a.version`
  const payments = new Map<number, (SettledVersion & { at: number })[]>()
  for (const { payment_id, ...version } of rows)
    payments.set(payment_id, [...(payments.get(payment_id) ?? []), version])
  return payments
}

/** Money held by pending attempts counts as paid from the day they were started; a failed attempt never counted. */
const underWay = (tx: Tx, customer_id: number, bill_id: number) => tx<
  (Movement & { instalment_id: number })[]
>`
  select h.instalment_id, h.amount, (t.created_at at time zone 'Europe/Rome')::date as day
  from attempt_instalments h
  join payment_attempts t on t.customer_id = h.customer_id and t.attempt_id = h.attempt_id
  where h.customer_id = ${customer_id} and h.bill_id = ${bill_id} and h.open`

/**
 * A plan that the debtor accepted for a bill. `accepted`, `ended` (null while active): microseconds since 1970.
 * `unpaid_at_end`: what went back to the dates `before`; null while active.
 */
export type AcceptedPlan = {
  accepted_on: string
  accepted: number
  ended: number | null
  before: DueAmount[]
  unpaid_at_end: number | null
}

export const acceptedPlans = (
  tx: Tx,
  { customer_id, bill_id }: { customer_id: number; bill_id: number },
) => tx<AcceptedPlan[]>`
  select (p.accepted_at at time zone 'Europe/Rome')::date as accepted_on,
    ${microseconds(tx, 'p.accepted_at')} as accepted, ${microseconds(tx, 'p.ended_at')} as ended, b.before,
    case when p.state in ('lapsed', 'withdrawn')
      then coalesce(b.unpaid_at_end, (select sum((d ->> 'amount')::bigint) from jsonb_array_elements(b.before) d))::bigint
    end as unpaid_at_end
  from plan_bills b join plans p on p.customer_id = b.customer_id and p.plan_id = b.plan_id
  where b.customer_id = ${customer_id} and b.bill_id = ${bill_id} and p.accepted_at is not null and b.before is not null
  order by p.plan_id`

/** An instant as a whole number of microseconds, so that two in the same millisecond keep their order. */
const microseconds = (tx: Tx, column: 'a.at' | 'p.accepted_at' | 'p.ended_at') =>
  tx`(extract(epoch from ${tx.unsafe(column)}) * 1000000)::bigint`

const sum = (parts: readonly { amount: number }[]) => parts.reduce((total, { amount }) => total + amount, 0)
