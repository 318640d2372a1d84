import { addMonths, type Day, formatDate, today } from '../dates.ts'

/*
 * The days that may be registered, and why no others. Each function says what is wrong with a day as an Italian sentence,
 * or null. `now` is the day it is in Rome.
 *
 * Backwards: the books of a condominium and their vouchers are kept for ten years (art. 1130-bis c.c.), and what is older
 * has lapsed (arts. 2946 and 2948 c.c.): a date before that is a slip in the year.
 * Forwards: a bill is issued at most a year ahead, which covers the next year's budget, and is due within ten years of its
 * issue. Money is registered once it has moved: never for a day to come.
 */
export const earliestDay = (now: Day = today()): Day => addMonths(now, -120)
export const latestIssueDay = (now: Day = today()): Day => addMonths(now, 12)
export const latestDueDay = (issue_date: Day): Day => addMonths(issue_date, 120)

/** A bill's issue date. */
export function whyNotIssuedOn(day: Day, now: Day = today()): string | null {
  if (day < earliestDay(now)) return tooOld(now)
  if (day > latestIssueDay(now))
    return `Una bolletta si emette al massimo con un anno di anticipo, fino al ${formatDate(latestIssueDay(now))}: controlla l’anno.`
  return null
}

/** The due date of a bill, or of one of its instalments, that is issued on `issue_date`. */
export function whyNotDueOn(day: Day, issue_date: Day): string | null {
  if (day < issue_date) return `La scadenza viene prima dell’emissione, del ${formatDate(issue_date)}.`
  if (day > latestDueDay(issue_date))
    return `La scadenza è a più di dieci anni dall’emissione, del ${formatDate(issue_date)}: controlla l’anno.`
  return null
}

/** The day on which money came that the office registers by hand. */
export function whyNotReceivedOn(day: Day, now: Day = today()): string | null {
  if (day > now) return 'Si registra solo denaro già arrivato: la data non può essere nel futuro.'
  return day < earliestDay(now) ? tooOld(now) : null
}

/**
 * Why the day on which money came looks like a slip, though it may be right, so that the office confirms it: it comes
 * before the issue of a bill that the money pays, or it is of another year and more than three months ago. Null: it does
 * not.
 */
export function whyConfirmReceivedOn(
  day: Day,
  bills: readonly { number: string; issue_date: Day }[],
  now: Day = today(),
): string | null {
  const [later] = bills
    .filter(({ issue_date }) => day < issue_date)
    .toSorted((one, other) => (one.issue_date < other.issue_date ? 1 : -1))
  if (later)
    return `La data viene prima della bolletta ${later.number}, emessa il ${formatDate(later.issue_date)}: controlla l’anno, oppure conferma.`
  if (day.slice(0, 4) !== now.slice(0, 4) && day < addMonths(now, -3))
    return `È una data del ${day.slice(0, 4)}: controlla l’anno, oppure conferma.`
  return null
}

/** The day until which a condominium's books are closed. */
export function whyNotClosedTo(day: Day, now: Day = today()): string | null {
  if (day >= now) return 'Si chiude al massimo fino a ieri: oggi possono ancora arrivare movimenti.'
  return day < earliestDay(now) ? tooOld(now) : null
}

/** The day of an opening balance. */
export function whyNotOpeningOn(day: Day, now: Day = today()): string | null {
  if (day > now) return 'Un saldo iniziale è di un giorno già venuto: non può essere nel futuro.'
  return day < earliestDay(now) ? tooOld(now) : null
}

/** The day on which money received on `received_on` was given back. */
export function whyNotReturnedOn(day: Day, received_on: Day, now: Day = today()): string | null {
  if (day > now) return 'Scrivi quando l’hai restituito: non può essere nel futuro.'
  if (day < received_on)
    return `Il denaro è arrivato il ${formatDate(received_on)}: prima non si poteva restituire.`
  return null
}

const tooOld = (now: Day) =>
  `La data è troppo indietro: si registra fino a dieci anni fa, dal ${formatDate(earliestDay(now))}. Controlla l’anno.`

/** The errors in a bill's dates, by field: `issue_date`, `instalments.0.due_date`. Empty if there are none. */
export function wrongBillDates(
  bill: { issue_date: Day; instalments: readonly { due_date: Day }[] },
  now: Day = today(),
): Record<string, string> {
  const issued = whyNotIssuedOn(bill.issue_date, now)
  if (issued) return { issue_date: issued }
  const wrong = bill.instalments.map(({ due_date }, place) => [
    `instalments.${place}.due_date`,
    whyNotDueOn(due_date, bill.issue_date),
  ])
  return Object.fromEntries(wrong.filter(([, why]) => why !== null))
}
