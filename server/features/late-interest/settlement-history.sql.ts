import type { DueAmount } from '@saldo/domain/instalment-plan'
import type { Movement } from '@saldo/domain/late-interest'
import { movementsOf, type SettledVersion } from '@saldo/domain/settlement-history'
import type { Tx } from '../../db/connection.ts'

/** An instalment and the money that came and went for it. Cents. */
export type KnownInstalment = {
  due_date: string
  amount: number
  /** Settled cents of which no payment is known: nobody can say that they came late. */
  unexplained: number
  movements: Movement[]
}

/** A bill's instalments with their money day by day, read by the bill's keys. */
export async function knownInstalments(
  tx: Tx,
  { customer_id, bill_id }: { customer_id: number; bill_id: number },
): Promise<KnownInstalment[]> {
  const instalments = await tx<
    { instalment_id: number; due_date: string; amount: number; settled: number }[]
  >`
    select instalment_id, due_date, amount, settled from bill_instalments
    where customer_id = ${customer_id} and bill_id = ${bill_id} order by due_date, position`
  const known = new Map(instalments.map(({ instalment_id }) => [instalment_id, [] as Movement[]]))
  for (const versions of (await paymentsOf(tx, customer_id, bill_id)).values())
    for (const [instalment_id, movements] of movementsOf(versions))
      known.get(instalment_id)?.push(...movements)
  const settledBy = new Map([...known].map(([id, movements]) => [id, sum(movements)]))
  for (const { instalment_id, ...movement } of await underWay(tx, customer_id, bill_id))
    known.get(instalment_id)?.push(movement)
  return instalments.map(({ instalment_id, due_date, amount, settled }) => ({
    ...{ due_date, amount, movements: known.get(instalment_id) ?? [] },
    unexplained: Math.max(settled - (settledBy.get(instalment_id) ?? 0), 0),
  }))
}

/**
 * What each payment of the bill settled of it, version by version. Money counts from the day it came to the bank; taken by
 * the provider, from the day the payment was begun: the days a debit spends among banks are not the payer's lateness. What
 * was given back has the day of its entry in the ledger, which the same transaction wrote (the same instant).
 */
async function paymentsOf(tx: Tx, customer_id: number, bill_id: number) {
  const rows = await tx<(SettledVersion & { payment_id: number })[]>`
    select a.payment_id, a.rule,
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
  const payments = new Map<number, SettledVersion[]>()
  for (const { payment_id, ...version } of rows)
    payments.set(payment_id, [...(payments.get(payment_id) ?? []), version])
  return payments
}

/** What attempts hold: it counts as if it came, from the day they were begun; one that fails never did. */
const underWay = (tx: Tx, customer_id: number, bill_id: number) => tx<
  (Movement & { instalment_id: number })[]
>`
  select h.instalment_id, h.amount, (t.created_at at time zone 'Europe/Rome')::date as day
  from attempt_instalments h
  join payment_attempts t on t.customer_id = h.customer_id and t.attempt_id = h.attempt_id
  where h.customer_id = ${customer_id} and h.bill_id = ${bill_id} and h.open`

/** A plan the debtor accepted for a bill; `unpaid_at_end`: what went back to the dates `before`, null while it holds. */
export type AcceptedPlan = { accepted_on: string; before: DueAmount[]; unpaid_at_end: number | null }

export const acceptedPlans = (
  tx: Tx,
  { customer_id, bill_id }: { customer_id: number; bill_id: number },
) => tx<AcceptedPlan[]>`
  select (p.accepted_at at time zone 'Europe/Rome')::date as accepted_on, b.before,
    case when p.state in ('lapsed', 'withdrawn')
      then coalesce(b.unpaid_at_end, (select sum((d ->> 'amount')::bigint) from jsonb_array_elements(b.before) d))::bigint
    end as unpaid_at_end
  from plan_bills b join plans p on p.customer_id = b.customer_id and p.plan_id = b.plan_id
  where b.customer_id = ${customer_id} and b.bill_id = ${bill_id} and p.accepted_at is not null and b.before is not null
  order by p.plan_id`

const sum = (movements: readonly Movement[]) => movements.reduce((total, { amount }) => total + amount, 0)
