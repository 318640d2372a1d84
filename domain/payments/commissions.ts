import { addDays, addMonths, type Day } from '../dates.ts'
import { type Cents, percentOf } from '../money.ts'

/** A calendar month of Europe/Rome: `2026-09`. */
export type Month = string

/** What the platform kept of a customer's payments in a month, and what it gave back with refunds. Cents, not signed. */
export type FeeSums = { fees_cents: Cents; reversed_cents: Cents }
/** The agent's commission on it, in cents; negative if more was returned than kept. */
export type Commission = FeeSums & { base_cents: Cents; commission_cents: Cents }

/**
 * An agent's commission on one customer in one month: what was really kept (`fees_cents` less `reversed_cents`) times
 * `bps` basis points, rounded half away from zero. Rounding happens only here and only once for each customer and
 * month, so that a statement is the sum of its lines. A fee given back in a later month counts in that month, even if
 * the first month was already paid. Throws RangeError for sums that are no whole cents, and for a rate outside
 * 0–10,000.
 */
export function commissionLine({ fees_cents, reversed_cents }: FeeSums, bps: number): Commission {
  if (![fees_cents, reversed_cents].every(Number.isSafeInteger))
    throw new RangeError('sums are integer cents')
  if (!Number.isSafeInteger(bps) || bps < 0 || bps > 10_000)
    throw new RangeError('a rate is 0 to 10,000 basis points')
  const base_cents = fees_cents - reversed_cents
  return { fees_cents, reversed_cents, base_cents, commission_cents: percentOf(base_cents, bps) }
}

/** The totals of a statement: sums of its lines, in cents. Zero without lines. */
export function statementOf(lines: readonly Commission[]): Commission {
  const sum = (of: keyof Commission) => lines.reduce((total, line) => total + line[of], 0)
  return {
    fees_cents: sum('fees_cents'),
    reversed_cents: sum('reversed_cents'),
    base_cents: sum('base_cents'),
    commission_cents: sum('commission_cents'),
  }
}

export const monthOf = (day: Day): Month => day.slice(0, 7)
export const firstDayOf = (month: Month): Day => `${month}-01`
export const lastDayOf = (month: Month): Day => addDays(addMonths(firstDayOf(month), 1), -1)

/** All months from one to another, both included, the latest first; none when `from` comes after `to`. */
export function monthsBetween(from: Month, to: Month): Month[] {
  const months: Month[] = []
  for (let month = to; month >= from; month = monthOf(addMonths(firstDayOf(month), -1))) months.push(month)
  return months
}

/** `settembre 2026` */
export const formatMonth = (month: Month): string =>
  monthFormat.format(new Date(`${firstDayOf(month)}T00:00:00Z`))
const monthFormat = new Intl.DateTimeFormat('it-IT', { month: 'long', year: 'numeric', timeZone: 'UTC' })
