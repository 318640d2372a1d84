import { useDebouncedValue } from '@mantine/hooks'
import {
  whyMoreThanDue,
  whySurplus,
  whyTooMuch,
  whyUndistributed,
} from '@saldo/domain/payments/why-not-placed'
import { useQuery } from '@tanstack/react-query'
import { api, type Reply } from '../../../api.ts'

/** What the server is asked to preview; null while something is missing. */
export type Order = {
  account_id: number
  subject_id: number
  amount: number
  bill_ids?: number[]
  received_on?: string
  reference?: string
  instead_of?: number
}

/**
 * The server's preview: what the money would settle, what remains, and similar collections. `isFresh`: it is about what
 * the form says now, not about what it said before the last key was pressed.
 */
export function useCollectionPlan(order: Order | null) {
  const [asked] = useDebouncedValue(order, 250)
  const query = useQuery({
    queryKey: ['payments', 'collection-preview', asked],
    queryFn: ({ signal }) => api('POST /v1/payments/preview', { body: asked as Order, signal }),
    enabled: asked !== null,
    retry: false,
  })
  return { ...query, isFresh: JSON.stringify(asked) === JSON.stringify(order) }
}
export type CollectionPlan = ReturnType<typeof useCollectionPlan>
export type Plan = Reply<'POST /v1/payments/preview'>
export type Same = Plan['same']

/** Cents by instalment that the office typed instead of what the rule says; null: the rule decides. */
export type Chosen = Record<number, number | null> | null

/** What is settled by instalment: the office's choice, else the plan. */
export const amountsOf = (plan: Plan, chosen: Chosen): Record<number, number | null> =>
  chosen ?? Object.fromEntries(plan.parts.map(({ instalment_id, amount }) => [instalment_id, amount]))

/** Cents that settle nothing; negative: more was chosen than came. NaN while an amount is none. */
export const surplusOf = (plan: Plan, chosen: Chosen, amount: number): number =>
  chosen === null
    ? plan.surplus
    : amount - Object.values(chosen).reduce<number>((sum, cents) => sum + (cents ?? 0), 0)

/** Why something remains, as a sentence with the sums. */
export const surplusReason = (plan: Plan, chosen: Chosen, amount: number): string => {
  const surplus = surplusOf(plan, chosen, amount)
  return chosen === null
    ? whySurplus(plan.meant, { surplus, held: plan.held })
    : whyUndistributed(amount, surplus)
}

/** The part of the request that says what the money settles. */
export function purposeOf(plan: Plan | undefined, chosen: Chosen, order: Pick<Order, 'bill_ids'>) {
  if (!plan || chosen === null) return order.bill_ids ? { bill_ids: order.bill_ids } : {}
  const kept = plan.open.filter(({ instalment_id }) => (chosen[instalment_id] ?? 0) > 0)
  return {
    instalment_ids: kept.map(({ instalment_id }) => instalment_id),
    amounts: kept.map(({ instalment_id }) => chosen[instalment_id] as number),
  }
}

/** Errors of what was typed, by field name. */
export function chosenErrors(plan: Plan | undefined, chosen: Chosen, amount: number | null) {
  if (!plan || chosen === null) return {}
  const errors = Object.fromEntries(
    plan.open.flatMap(({ instalment_id, still_due }) => {
      const cents = chosen[instalment_id] ?? 0
      if (Number.isNaN(cents) || cents < 0) return [[`chosen.${instalment_id}`, 'Non è un importo.']]
      return cents > still_due ? [[`chosen.${instalment_id}`, whyMoreThanDue(cents, still_due)]] : []
    }),
  )
  const [first] = plan.open
  const surplus = amount === null ? 0 : surplusOf(plan, chosen, amount)
  if (first && amount !== null && surplus < 0)
    return { [`chosen.${first.instalment_id}`]: whyTooMuch(amount, amount - surplus), ...errors }
  return errors
}

export const idsOf = (same: Same) => same.map(({ payment_id }) => payment_id).join(' ')

/** The doubt about a payment under way that the user confirmed, and the instalments for which they did. */
export type UnderWayConfirmed = { why: string; of: string } | null

/** What the money is for, so that a confirmation does not hold for something else. */
export const instalmentsOf = (chosen: Chosen): string =>
  Object.entries(chosen ?? {})
    .filter(([, cents]) => (cents ?? 0) > 0)
    .map(([instalment_id]) => instalment_id)
    .join(' ')

/** Whether the user confirmed the doubt about a payment under way that stands now. */
export const isUnderWayConfirmed = (
  plan: Plan | undefined,
  { chosen, confirm_under_way: confirmed }: { chosen: Chosen; confirm_under_way: UnderWayConfirmed },
): boolean =>
  confirmed !== null &&
  confirmed.of === instalmentsOf(chosen) &&
  (chosen !== null || confirmed.why === plan?.why_confirm_under_way)
