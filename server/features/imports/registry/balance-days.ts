import { whyNotOpeningOn } from '@saldo/domain/accounting/registration-dates'
import type { Day } from '@saldo/domain/dates'
import { fold } from '@saldo/domain/fold'
import { daysIn } from '../bills/month-columns.ts'
import type { TablePlan } from '../import-view.ts'

/** Words in a title or a header that announce balances. */
const BALANCES = /\b(?:sald[oi]|debit[oi]|arretrat[oi]|morosita|riport[oi])\b/

/** A balance column's header without its day or year: “Saldo al 31/12/2025” and “Saldo 2025” become “Saldo”. */
export function withoutBalanceDay(header: string): string {
  const text = fold(header)
  if (!BALANCES.test(text)) return header
  const [day, ...more] = daysIn(text)
  if (!day) return text.replace(BALANCE_YEAR, '$1')
  if (more.length > 0) return header
  return text.replace(day.text, ' ').replace(/\b(?:al|alla data|alla data del|del|a)\s*$/, ' ')
}

/** “Saldo 2025”, “saldo anno 2025”: of a year, but not of a day. */
const BALANCE_YEAR = /^(sald[oi]|debit[oi]|arretrat[oi]) (?:anno |es\.? |esercizio )?(20\d{2})$/

/** The days that a header names for its balance, or its year; as text they sort by time. */
export function balanceTimes(header: string): string[] {
  const days = balanceDays(header)
  const year = BALANCE_YEAR.exec(fold(header).trim())?.[2]
  return days.length > 0 || !year ? days : [year]
}

/**
 * The day named by the titles and the balance columns' headers. Proposed only if all name the same day and a balance
 * can have it.
 */
export function proposedOpeningDay(plans: readonly TablePlan[]): Day | null {
  const said = new Set(
    plans.flatMap(({ skipped, recognised }) => {
      if (skipped || !recognised) return []
      const headers = recognised.columns
        .filter(({ field }) => field === 'opening_balance' || field === 'opening_debt')
        .flatMap(({ header }) => balanceDays(header))
      return headers.length > 0 ? headers : recognised.title.text.split('\n').flatMap(balanceDays)
    }),
  )
  const [day, ...more] = said
  return day && more.length === 0 && whyNotOpeningOn(day) === null ? day : null
}

/** The days that a line names after a word for balances. */
export function balanceDays(line: string): Day[] {
  const text = fold(line)
  const at = text.search(BALANCES)
  return at < 0 ? [] : daysIn(text.slice(at)).map(({ day }) => day)
}
