import type { Autopay } from '@saldo/contract/payments/autopays'
import { today } from '@saldo/domain/dates'
import { autopayTakes } from '@saldo/domain/payments/autopay'
import type { Fragment } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { type Covered, coveredBy } from './coverable.ts'

const mostAutopays = 100

/** Autopays with what each takes next: two queries, however many they are. A paused one takes nothing. */
export async function autopayViews(tx: Tx, where: Fragment): Promise<Autopay[]> {
  const autopays = await tx<Omit<Autopay, 'next'>[]>`
    select p.autopay_id, p.customer_id, coalesce(c.business_name, 'il tuo amministratore') as business_name, p.account_id,
      a.name as account_name, p.subject_id, s.nominative as subject_nominative, p.source_id, o.type as source_type, o.brand,
      o.last4, p.cap, p.starts_on, p.state, p.pause_reason, p.paused_until, p.created_at,
      (select coalesce(sum(d.amount), 0)::bigint from debits d
        where d.customer_id = p.customer_id and d.autopay_id = p.autopay_id and d.state = 'started') as under_way
    from autopays p
    join accounts a on a.customer_id = p.customer_id and a.account_id = p.account_id
    join subjects s on s.customer_id = p.customer_id and s.subject_id = p.subject_id
    join payment_sources o on o.customer_id = p.customer_id and o.source_id = p.source_id
    left join customers c on c.customer_id = p.customer_id
    where ${where}
    order by p.autopay_id desc limit ${mostAutopays}`
  const active = autopays.filter(({ state }) => state === 'active').map(({ autopay_id }) => autopay_id)
  const covered = active.length > 0 ? await coveredBy(tx, active) : []
  return autopays.map((autopay) => ({
    ...autopay,
    next: nextDebits(autopay, covered),
  }))
}

/** What this autopay does with the instalments of `covered` that are its own, and when. */
export const nextDebits = (
  autopay: Pick<Autopay, 'autopay_id' | 'cap' | 'starts_on'>,
  covered: readonly Covered[],
): Autopay['next'] =>
  autopayTakes(
    autopay,
    covered.filter(({ autopay_id }) => autopay_id === autopay.autopay_id),
    today(),
  ).map(({ still_due, debit_id, debit_on: _day, over_cap, autopay_id: _of, ...each }) => ({
    ...each,
    amount: still_due,
    planned: debit_id !== null,
    over_cap: over_cap && debit_id === null,
  }))

export async function autopayView(tx: Tx, autopay_id: number): Promise<Autopay> {
  const [autopay] = await autopayViews(tx, tx`p.autopay_id = ${autopay_id}`)
  if (!autopay) throw notFound('Questo addebito automatico')
  return autopay
}
