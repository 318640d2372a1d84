import { amountOf, type Bill, type Books, type Instalment, type Part, type Payment } from './books.ts'
import { type Day, plusDays } from './days.ts'

/** A condominium's rule for late interest. */
export type Rule = { kind: 'none' | 'legal' | 'agreed'; agreed_bps: number | null }
/** Interest charged up to a day, at the rule of that time, by a bill of its own. */
export type Claim = { through: Day; cents: number; rule: Rule; by: Bill }
/** The allocation of a payment from a day on, and why it changed. */
export type Version = {
  why: 'came' | 'moved' | 'refund' | 'refund failed' | 'came back'
  day: Day
  settles: Map<Instalment, number>
}

/** The legal rate (art. 1284 c.c.): D.M. 10 December 2024 and D.M. 10 December 2025. */
const legal: Record<string, number> = { '2025': 200, '2026': 160 }
/** Holidays with a fixed date (law 260/1949 as amended) and Easter Monday of 2026. */
const holidays = new Set('01-01 01-06 04-25 05-01 06-02 08-15 10-04 11-01 12-08 12-25 12-26'.split(' '))
const isHoliday = (day: Day) =>
  new Date(day).getUTCDay() === 0 || holidays.has(day.slice(5)) || day === '2026-04-06'
/** A debt due on a Sunday or a holiday is paid in time on the next working day (arts. 1187 and 2963 c.c.). */
const lastDayInTime = (due: Day): Day => (isHoliday(due) ? lastDayInTime(plusDays(due, 1)) : due)

/** Records what a payment settles from a day on; `again`: parts that it settles again after a failed refund. */
export function noteVersion(
  payment: Payment,
  why: Version['why'],
  day: Day,
  again: readonly Part[] = [],
): void {
  const before = payment.history.at(-1)
  const settles = byInstalment(payment.parts)
  if (before && why === 'came back') forget(payment, less(before.settles, settles))
  if (why === 'refund failed') {
    const from = payment.history.findLastIndex((each) => each.why === 'refund')
    for (const version of payment.history.slice(Math.max(from, 0)))
      for (const { instalment, cents } of again)
        version.settles.set(instalment, (version.settles.get(instalment) ?? 0) + cents)
  }
  payment.history.push({ why, day: before && before.day > day ? before.day : day, settles })
}

/** Money taken back by a bank never counted as paid: removes it from all earlier days. */
function forget(payment: Payment, lost: Map<Instalment, number>): void {
  for (const { settles } of payment.history) {
    for (const [instalment, cents] of lost) {
      const had = settles.get(instalment) ?? 0
      // The payment settled another instalment then: no rule says which part never came.
      if (had < cents) payment.unsure = true
      settles.set(instalment, Math.max(had - cents, 0))
    }
  }
}

const byInstalment = (parts: readonly Part[]) => {
  const by = new Map<Instalment, number>()
  for (const { instalment, cents } of parts) by.set(instalment, (by.get(instalment) ?? 0) + cents)
  return by
}
const less = (one: Map<Instalment, number>, other: Map<Instalment, number>) =>
  new Map(
    [...one]
      .map(([instalment, cents]) => [instalment, cents - (other.get(instalment) ?? 0)] as const)
      .filter(([, cents]) => cents > 0),
  )

/** The part of an instalment that was settled by the end of a day. */
function settledBy(books: Books, instalment: Instalment, day: Day): number {
  let cents = 0
  for (const payment of books.payments) {
    const last = payment.history.findLast((version) => version.day <= day)
    cents += last?.settles.get(instalment) ?? 0
    // A pending payment counts from the day on which it was started.
    if (payment.state === 'waiting' && payment.begun_on <= day)
      for (const part of payment.parts) if (part.instalment === instalment) cents += part.cents
  }
  return cents
}

export const ruleOf = (books: Books, condominium: number): Rule =>
  books.rules.get(condominium) ?? { kind: 'none', agreed_bps: null }

/** Claims whose bill was not cancelled. */
export const activeClaims = (bill: Bill): Claim[] => bill.claims.filter(({ by }) => by.status !== 'cancelled')

/** Whether the books know a bill's interest: not after a plan, nor where returned money had been moved. */
export const sureOf = (books: Books, bill: Bill): boolean =>
  !bill.replanned &&
  !books.payments.some(
    ({ unsure, history }) =>
      unsure && history.some(({ settles }) => bill.instalments.some((each) => settles.has(each))),
  )

/**
 * A bill's accrued interest today: day by day on what was unpaid the evening before, from the day after the last day in
 * time; cents × rate × days ÷ 365, rounded half up once per bill. Interest itself bears no interest (art. 1283 c.c.).
 */
export function accruedOn(books: Books, bill: Bill): number {
  const rule = ruleOf(books, bill.condominium)
  if (bill.status !== 'issued' || bill.interest_on || rule.kind === 'none' || amountOf(bill) === 0) return 0
  const claims = activeClaims(bill).toSorted((a, b) => (a.through < b.through ? -1 : 1))
  let sum = 0n
  for (const instalment of bill.instalments) {
    let day = plusDays(lastDayInTime(instalment.due), 1)
    for (; day <= books.today; day = plusDays(day, 1)) {
      const evening = plusDays(day, -1)
      const settled = settledBy(books, instalment, evening)
      const unpaid = Math.min(Math.max(instalment.amount - settled, 0), instalment.amount)
      const { kind, agreed_bps } = claims.find(({ through }) => day <= through)?.rule ?? rule
      const bps = kind === 'legal' ? (legal[day.slice(0, 4)] ?? 0) : kind === 'agreed' ? (agreed_bps ?? 0) : 0
      sum += BigInt(unpaid) * BigInt(bps)
    }
  }
  const year = 10_000n * 365n
  return Number((sum * 2n + year) / (year * 2n))
}

/** The part of it that can be charged now. */
export const claimable = (books: Books, bill: Bill): number =>
  ruleOf(books, bill.condominium).kind === 'none'
    ? 0
    : Math.max(accruedOn(books, bill) - activeClaims(bill).reduce((sum, { cents }) => sum + cents, 0), 0)
