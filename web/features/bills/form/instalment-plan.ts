import { splitInstalments } from '@saldo/domain/bills/apportion'
import { addDays, type Day } from '@saldo/domain/dates'
import type { Cents } from '@saldo/domain/money'

export type DueAmount = { due_date: Day; amount: Cents }

/** `n` equal instalments (the extra cents go to the first), every `months` months from `first`. */
export const instalmentPlan = (total: Cents, n: number, first: Day, months: number): DueAmount[] =>
  splitInstalments(total, n).map((amount, place) => ({ due_date: addMonths(first, place * months), amount }))

/** The same day `months` later; the last day of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 0, of_month = 0] = day.split('-').map(Number)
  const count = year * 12 + (month - 1) + months
  const begin = firstOf(count)
  const last = Number(addDays(firstOf(count + 1), -1).slice(8))
  return addDays(begin, Math.min(of_month, last) - 1)
}

/** The first day of a month counted from year 0. */
const firstOf = (count: number): Day =>
  `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01`
