import { addDays, type Day, daysBetween } from './dates.ts'
import type { Cents } from './money.ts'

/** A yearly rate in basis points (200 = 2 %), in force from a day until the next one begins. */
export type RatePeriod = { from: Day; basis_points: number }

/**
 * The legal rate of art. 1284 c.c., as the yearly decrees of the Ministry of Economy set it; the last of them: D.M. 10
 * December 2025 (G.U. 289 of 13 December 2025). Where no new decree comes by 15 December, the rate stays.
 */
export const legalRates: readonly RatePeriod[] = [
  { from: '2016-01-01', basis_points: 20 },
  { from: '2017-01-01', basis_points: 10 },
  { from: '2018-01-01', basis_points: 30 },
  { from: '2019-01-01', basis_points: 80 },
  { from: '2020-01-01', basis_points: 5 },
  { from: '2021-01-01', basis_points: 1 },
  { from: '2022-01-01', basis_points: 125 },
  { from: '2023-01-01', basis_points: 500 },
  { from: '2024-01-01', basis_points: 250 },
  { from: '2025-01-01', basis_points: 200 },
  { from: '2026-01-01', basis_points: 160 },
]

/** How a condominium counts interest: not at all, at the legal rate, or at one its rules or assembly agreed. */
export const interestKinds = ['none', 'legal', 'agreed'] as const
export type InterestKind = (typeof interestKinds)[number]
export type InterestRule = { kind: InterestKind; agreed_bps: number | null }

/** More than this is usury's neighbour (law 108/1996), and nobody's bylaws. */
export const mostAgreedBps = 1000

/** The rates that a rule means; null when it counts none. */
export function ratesOf({ kind, agreed_bps }: InterestRule): readonly RatePeriod[] | null {
  if (kind === 'none') return null
  return kind === 'legal' ? legalRates : [{ from: '1900-01-01', basis_points: agreed_bps ?? 0 }]
}

/**
 * Simple interest (art. 1224 and 1283 c.c.: none on interest) on `cents` for the days after `since` up to `until`, both days
 * of the calendar, counted actual/365 and rounded half-up to the cent once. Debts due on `since` owe nothing for that day;
 * `until` on or before it is nothing.
 */
export function lateInterest(cents: Cents, since: Day, until: Day, rates: readonly RatePeriod[]): Cents {
  if (cents <= 0 || until <= since) return 0
  const product = rates.reduce(
    (sum, { from, basis_points }, at) =>
      sum + BigInt(basis_points) * BigInt(daysWithin(since, until, from, rates[at + 1]?.from)),
    0n,
  )
  const unit = 10_000n * 365n
  return Number((BigInt(cents) * product * 2n + unit) / (unit * 2n))
}

/** Days after `since` up to `until` that lie from `from` to before `next`. */
function daysWithin(since: Day, until: Day, from: Day, next: Day | undefined): number {
  const first = from > addDays(since, 1) ? from : addDays(since, 1)
  const last = next !== undefined && next <= until ? addDays(next, -1) : until
  return Math.max(daysBetween(first, last) + 1, 0)
}
