import type { Day } from '../dates.ts'
import type { Cents } from '../money.ts'

export type CreditedInstalment = { instalment_id: number; due_date: Day; amount: Cents; settled: Cents }
export type InstalmentCredit = {
  instalment_id: number
  /** Cents taken off the instalment. */
  less: Cents
  /** The part of `less` that was already paid and becomes credit. Cents. */
  freed: Cents
}

/**
 * Takes `amount` off a bill's instalments: first what nobody has paid, due last first, then what was paid, due last first
 * too, so that the oldest debts stay as they are. The sum of `less` is `amount`. Throws RangeError when it is not more than
 * zero, or more than the bill.
 */
export function creditInstalments(
  amount: Cents,
  instalments: readonly CreditedInstalment[],
): InstalmentCredit[] {
  const whole = instalments.reduce((sum, instalment) => sum + instalment.amount, 0)
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > whole)
    throw new RangeError(`not what can be credited of ${whole}: ${amount}`)
  const dueLastFirst = instalments
    .toSorted((a, b) => (a.due_date < b.due_date ? -1 : a.due_date > b.due_date ? 1 : 0))
    .reverse()
  let left = amount
  const take = (at_most: Cents): Cents => {
    const taken = Math.min(left, at_most)
    left -= taken
    return taken
  }
  const unpaid = dueLastFirst.map(({ amount, settled }) => take(amount - settled))
  const freed = dueLastFirst.map(({ settled }) => take(settled))
  return dueLastFirst
    .map(({ instalment_id }, at) => ({
      instalment_id,
      less: (unpaid[at] as Cents) + (freed[at] as Cents),
      freed: freed[at] as Cents,
    }))
    .filter(({ less }) => less > 0)
}

/** What happens to money that was paid and is no longer owed. */
export const surplusWays = {
  credit: 'Resta a credito del condòmino',
  refund: 'Si rimborsa a chi ha pagato',
} as const
export type SurplusWay = keyof typeof surplusWays
export const surplusWayNames = Object.keys(surplusWays) as [SurplusWay, ...SurplusWay[]]
