import { addDays } from '@saldo/domain/dates'
import type { Services } from '../services.ts'

/** Moves a bill's dates, payments and charges into the past by so many days. */
export const advanceDays = (services: Services, bill_id: number, days: number): Promise<void> =>
  services.asSystem(async (tx) => {
    await tx`update bill_instalments set due_date = due_date - ${days}::int where bill_id = ${bill_id}`
    await tx`update late_interest_charges set through_day = through_day - ${days}::int where bill_id = ${bill_id}`
    const payments = tx`(select payment_id from payment_bills where bill_id = ${bill_id})`
    await tx`
      update payments set settled_at = settled_at - make_interval(days => ${days}) where payment_id in ${payments}`
    await tx`
      update payment_attempts set created_at = created_at - make_interval(days => ${days}) where payment_id in ${payments}`
    await tx`
      update payment_allocations set at = at - make_interval(days => ${days}) where payment_id in ${payments}`
    const plans = await tx<{ plan_id: number; before: { due_date: string; amount: number }[] | null }[]>`
      select plan_id, before from plan_bills where bill_id = ${bill_id}`
    for (const { plan_id, before } of plans) {
      const earlier = before?.map((part) => ({ ...part, due_date: addDays(part.due_date, -days) })) ?? null
      await tx`
        update plan_bills set before = ${earlier && tx.json(earlier)} where plan_id = ${plan_id} and bill_id = ${bill_id}`
      await tx`
        update plans set accepted_at = accepted_at - make_interval(days => ${days}) where plan_id = ${plan_id}`
    }
  })
