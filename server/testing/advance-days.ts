import { addDays } from '@saldo/domain/dates'
import type { Tx } from '../db/connection.ts'
import type { Services } from '../services.ts'

/** Moves a bill's dates, payments and charges into the past by so many days. */
export const advanceDays = (services: Services, bill_id: number, days: number): Promise<void> =>
  services.asSystem(async (tx) => {
    await tx`update bill_instalments set due_date = due_date - ${days}::int where bill_id = ${bill_id}`
    await tx`update late_interest_charges set through_day = through_day - ${days}::int where bill_id = ${bill_id}`
    const payments = tx`(select payment_id from payment_bills where bill_id = ${bill_id})`
    await tx`update payments set settled_at = ${earlier(tx, tx`settled_at`, days)} where payment_id in ${payments}`
    await tx`update payment_attempts set created_at = ${earlier(tx, tx`created_at`, days)} where payment_id in ${payments}`
    await tx`update payment_allocations set at = ${earlier(tx, tx`at`, days)} where payment_id in ${payments}`
    const plans = await tx<{ plan_id: number; before: { due_date: string; amount: number }[] | null }[]>`
      select plan_id, before from plan_bills where bill_id = ${bill_id}`
    for (const { plan_id, before } of plans) {
      const moved = before?.map((part) => ({ ...part, due_date: addDays(part.due_date, -days) })) ?? null
      await tx`
        update plan_bills set before = ${moved && tx.json(moved)} where plan_id = ${plan_id} and bill_id = ${bill_id}`
      await tx`
        update plans set accepted_at = ${earlier(tx, tx`accepted_at`, days)} where plan_id = ${plan_id}`
    }
  })

/** The same time in Italy so many days before. Days of 24 hours would miss the day after the clocks were changed. */
const earlier = (tx: Tx, at: ReturnType<Tx>, days: number) =>
  tx`((${at} at time zone 'Europe/Rome') - make_interval(days => ${days})) at time zone 'Europe/Rome'`
