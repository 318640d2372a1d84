import { addDays, type Day, daysBetween } from '../dates.ts'
import { nextWorkingDay } from '../holidays.ts'
import type { Cents } from '../money.ts'
import { legalRates, type RatePeriod } from './legal-rates.ts'

/** How a condominium counts interest: not at all, at the legal rate, or at one its rules or assembly agreed. */
export const interestKinds = ['none', 'legal', 'agreed'] as const
export type InterestKind = (typeof interestKinds)[number]
export type InterestRule = { kind: InterestKind; agreed_bps: number | null }

/** Upper bound of an agreed rate: above it the usury law (108/1996) comes close, and no bylaws have it. */
export const mostAgreedBps = 1000

const [firstDay, lastDay] = ['1900-01-01', '2199-12-31']

/** The rates of a rule; empty if the rule charges no interest. */
export function ratesOf({ kind, agreed_bps }: InterestRule): readonly RatePeriod[] {
  if (kind === 'none') return []
  return kind === 'legal' ? legalRates : [{ from: firstDay, to: lastDay, basis_points: agreed_bps ?? 0 }]
}

/** Interest already claimed up to and including a day, with the rule then in force; null: unknown, use the present rule. */
export type Claim = { through_day: Day; rule: InterestRule | null }

/**
 * The rates by period: claimed days keep the rule of their claim, the days after the last claim have the present rule.
 * A new rule therefore does not charge the claimed days again.
 */
export function ratesOver(rule: InterestRule, claims: readonly Claim[]): RatePeriod[] {
  const periods: RatePeriod[] = []
  let from = firstDay
  for (const claim of claims.toSorted((a, b) => (a.through_day < b.through_day ? -1 : 1))) {
    periods.push(...within(ratesOf(claim.rule ?? rule), from, claim.through_day))
    from = addDays(claim.through_day, 1)
  }
  return [...periods, ...within(ratesOf(rule), from, lastDay)]
}

const within = (rates: readonly RatePeriod[], first: Day, last: Day): RatePeriod[] =>
  rates
    .map(({ from, to, basis_points }) => ({
      from: from > first ? from : first,
      to: to < last ? to : last,
      basis_points,
    }))
    .filter(({ from, to }) => from <= to)

/** An amount due on a day. `until`: the last day it was due like that, because a plan then moved it; open if left out. */
export type LateDebt = { due_date: Day; amount: Cents; until?: Day }
/** Money on a day: positive when it came, negative when it was given back. Cents. */
export type Movement = { day: Day; amount: Cents }
/** `principal` cents were unpaid on each day after `after` up to `until`. */
type LateSpan = { principal: Cents; after: Day; until: Day }
/** `since`: the last day on which it could be paid in time. `principal`: cents unpaid now. */
export type LatePart = { due_date: Day; since: Day; principal: Cents; spans: LateSpan[] }

/**
 * The unpaid principal over time: each debt counts from the day after its due date, or after the working day to which a
 * Sunday or holiday moves it, up to `through`. The money pays the debts in the order of their due dates. Money received
 * on a day lowers the principal from the next day on: the day of payment still counts, the due date does not.
 */
export function lateParts(
  debts: readonly LateDebt[],
  movements: readonly Movement[],
  through: Day,
): LatePart[] {
  const days = [...new Set(movements.map(({ day }) => day))].sort()
  let before = 0
  return debts
    .toSorted((a, b) => (a.due_date < b.due_date ? -1 : a.due_date > b.due_date ? 1 : 0))
    .map(({ due_date, amount, until: ends }) => {
      const earlier = before
      before += amount
      const unpaid = (on: Day) => Math.min(Math.max(earlier + amount - sumUpTo(movements, on), 0), amount)
      const since = nextWorkingDay(due_date)
      const until = ends !== undefined && ends < through ? ends : through
      const starts = [since, ...days.filter((day) => day > since && day < until)]
      const spans = starts
        .map((after, at) => ({ principal: unpaid(after), after, until: starts[at + 1] ?? until }))
        .filter((span) => span.principal > 0 && span.after < span.until)
      return { due_date, since, principal: ends === undefined ? unpaid(lastDay) : 0, spans: joined(spans) }
    })
}

const sumUpTo = (movements: readonly Movement[], on: Day): Cents =>
  movements.reduce((sum, { day, amount }) => (day <= on ? sum + amount : sum), 0)

/** The part of the money beyond its first `kept` cents, as movements by day: it can pay something else. */
export function moneyAbove(kept: Cents, movements: readonly Movement[]): Movement[] {
  let [money, above] = [0, 0]
  return movements
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .map(({ day, amount }) => {
      money += amount
      const before = above
      above = Math.max(money - kept, 0)
      return { day, amount: above - before }
    })
    .filter(({ amount }) => amount !== 0)
}

/** Joins adjacent periods with the same principal. */
function joined(spans: readonly LateSpan[]): LateSpan[] {
  const merged: LateSpan[] = []
  for (const span of spans) {
    const last = merged.at(-1)
    if (last && last.until === span.after && last.principal === span.principal) last.until = span.until
    else merged.push({ ...span })
  }
  return merged
}

/** Cents × basis points × days that make one cent of a year of 365 days. */
const oneCent = 10_000n * 365n

/**
 * Simple interest (arts. 1224 and 1283 c.c.: none on interest) on the parts, counted actual/365 in whole numbers and rounded
 * half-up to the cent once, for all of them together; `amounts`, one for each part, add up to `total` (largest remainders).
 * `without_rate`: the days on which something was unpaid and no period gives a rate; nothing is counted for them.
 */
export function interestOn(
  parts: readonly { spans: readonly LateSpan[] }[],
  rates: readonly RatePeriod[],
): { total: Cents; amounts: Cents[]; without_rate: Day[] } {
  const products = parts.map(({ spans }) =>
    spans.reduce((sum, span) => sum + BigInt(span.principal) * basisPointDays(span, rates), 0n),
  )
  const all = products.reduce((sum, product) => sum + product, 0n)
  const total = (all * 2n + oneCent) / (oneCent * 2n)
  const floors = products.map((product) => product / oneCent)
  const left = total - floors.reduce((sum, cents) => sum + cents, 0n)
  const nearest = products
    .map((product, at) => ({ at, rest: product % oneCent }))
    .sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
    .slice(0, Number(left))
  return {
    total: Number(total),
    amounts: floors.map((cents, at) => Number(cents) + (nearest.some((each) => each.at === at) ? 1 : 0)),
    without_rate: firstDaysWithout(
      parts.flatMap(({ spans }) => spans),
      rates,
    ),
  }
}

function basisPointDays({ after, until }: LateSpan, rates: readonly RatePeriod[]): bigint {
  return within(rates, addDays(after, 1), until).reduce(
    (sum, { from, to, basis_points }) => sum + BigInt(basis_points) * BigInt(daysBetween(from, to) + 1),
    0n,
  )
}

/** The first day of each gap between the periods. */
function firstDaysWithout(spans: readonly LateSpan[], rates: readonly RatePeriod[]): Day[] {
  const found = spans.flatMap(({ after, until }) => {
    const gaps: Day[] = []
    let day = addDays(after, 1)
    for (const { from, to } of within(rates, day, until).toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
      if (day < from) gaps.push(day)
      day = addDays(to, 1)
    }
    return day <= until ? [...gaps, day] : gaps
  })
  return [...new Set(found)].sort()
}
