import { romeClock } from './rome-clock.ts'

/** A calendar day, `yyyy-mm-dd`: it sorts as text and has no time zone. */
export type Day = string

export type DateReason = 'empty' | 'format' | 'impossible'
export const dateReasons: Record<DateReason, string> = {
  empty: 'Manca la data.',
  format: 'Scrivi la data come 15/09/2026.',
  impossible: 'Questa data non esiste nel calendario.',
}

/**
 * Reads a date as Italians write it, day first always: `15/09/2026`, `5-9-26` (20yy), `15.09.2026`, with the month in
 * words (`15 settembre 2026`, `15 set. 26`), and `2026-09-15`. Years from 1900 to 2199; days that no calendar has are
 * refused.
 */
export function parseItalianDate(text: string): { ok: true; date: Day } | { ok: false; reason: DateReason } {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: false, reason: 'empty' }
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(trimmed)
  const italian = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(trimmed)
  const inWords = iso || italian ? null : dateInWords(trimmed)
  if (!iso && !italian && !inWords) return { ok: false, reason: 'format' }

  const [year = '', month = '', day = ''] =
    inWords ?? (iso ? iso.slice(1) : [italian?.[4], italian?.[3], italian?.[1]])
  const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(date) ? { ok: true, date } : { ok: false, reason: 'impossible' }
}

/** Year, month and day of `31 gennaio 2026`, `1° feb. 26`, `31-gen-2026`; a month may be shortened to three letters or more. */
function dateInWords(text: string): [string, string, string] | null {
  const [, day, name = '', year] =
    /^(\d{1,2})[°º]?[ /-]([a-z]{3,9})(?:\.|\b)[ /-]?['’]?(\d{4}|\d{2})$/i.exec(text) ?? []
  const month = MONTHS.findIndex((each) => each.startsWith(name.toLowerCase())) + 1
  return day !== undefined && year !== undefined && month > 0 ? [year, String(month), day] : null
}
const MONTHS =
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' ')

/** True for a `yyyy-mm-dd` that exists, from 1900 to 2199. */
export function isDay(text: string): boolean {
  if (!/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** `2026-09-15` → `15/09/2026` */
export const formatDate = (date: Day): string => date.slice(0, 10).split('-').reverse().join('/')

/** `2026-09-30` → `mercoledì 30 settembre 2026`. Throws RangeError when the text is no day. */
export function formatLongDate(date: Day): string {
  const weekday = WEEKDAYS[new Date(midnight(date)).getUTCDay()]
  if (weekday === undefined) throw new RangeError(`not a day: ${date}`)
  const [year, month, day] = date.split('-').map(Number)
  return `${weekday} ${day} ${MONTHS[Number(month) - 1]} ${year}`
}
const WEEKDAYS = 'domenica lunedì martedì mercoledì giovedì venerdì sabato'.split(' ')

/**
 * An instant (ISO 8601, or as PostgreSQL prints it: `2026-09-15 10:00:00.5+00`) on the clock of Europe/Rome:
 * `15/09/2026 12:00`. Throws RangeError when the text is no instant.
 */
export function formatDateTime(timestamp: string): string {
  const [, clock, hours, minutes = '00'] = /^(.+:.+?)(?:Z|([+-]\d\d):?(\d\d)?)$/.exec(timestamp) ?? []
  if (clock === undefined) throw new RangeError(`not an instant: ${timestamp}`)
  const iso = clock.replace(' ', 'T') + (hours ? `${hours}:${minutes}` : 'Z')
  const inRome = romeClock(Date.parse(iso))
  return `${formatDate(inRome)} ${inRome.slice(11)}`
}

/** `oggi`, `domani`, `ieri`, `fra 9 giorni`, `6 giorni fa`; from two months on `fra 10 mesi`, `2 anni e 7 mesi fa`. */
export function relativeDay(date: Day, today: Day): string {
  const days = daysBetween(today, date)
  if (days === 0) return 'oggi'
  if (days === 1) return 'domani'
  if (days === -1) return 'ieri'
  const span = days > 0 ? spanOf(today, date) : spanOf(date, today)
  return days > 0 ? `fra ${span}` : `${span} fa`
}

/** `9 giorni`, `10 mesi`, `2 anni e 7 mesi`: whole months, from two on. */
function spanOf(from: Day, to: Day): string {
  const days = daysBetween(from, to)
  let months = Math.floor(days / 28)
  while (addMonths(from, months) > to) months--
  if (months < 2) return `${days} giorni`
  const [years, rest] = [Math.floor(months / 12), months % 12]
  const parts = [
    years === 0 ? '' : years === 1 ? '1 anno' : `${years} anni`,
    rest === 0 ? '' : rest === 1 ? '1 mese' : `${rest} mesi`,
  ]
  return parts.filter(Boolean).join(' e ')
}

/** The day it is in Europe/Rome, whatever the machine's zone. */
export const today = (now: Date = new Date()): Day => romeClock(now.getTime()).slice(0, 10)

export const addDays = (date: Day, days: number): Day =>
  new Date(midnight(date) + days * dayLength).toISOString().slice(0, 10)

/** The same day so many months later, or the month's last when it is shorter: 31 January and one month → 28 February. */
export function addMonths(date: Day, months: number): Day {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return new Date(first.getTime() + (Math.min(day, last) - 1) * dayLength).toISOString().slice(0, 10)
}

/** Whole days from one day to another; negative when `to` comes first. */
export const daysBetween = (from: Day, to: Day): number => (midnight(to) - midnight(from)) / dayLength

const dayLength = 86_400_000
const midnight = (date: Day): number => Date.parse(`${date}T00:00:00Z`)

/** Whether banks settle on this day: TARGET closes at weekends and on six days of its own, not Italy's. */
export function isTargetDay(date: Day): boolean {
  const weekday = new Date(midnight(date)).getUTCDay()
  if (weekday === 0 || weekday === 6) return false
  if (['01-01', '05-01', '12-25', '12-26'].includes(date.slice(5))) return false
  const easter = easterOf(Number(date.slice(0, 4)))
  return date !== addDays(easter, -2) && date !== addDays(easter, 1)
}

/** The day itself when banks settle on it, else the first after it: where a collection date moves to. */
export function nextTargetDay(date: Day): Day {
  let day = date
  while (!isTargetDay(day)) day = addDays(day, 1)
  return day
}

/**
 * The TARGET day so many TARGET days after (before, if negative): the business days of the SEPA rulebooks. 0 is the day
 * itself, moved on like a collection when banks are closed.
 */
export function addTargetDays(date: Day, days: number): Day {
  if (days === 0) return nextTargetDay(date)
  const step = Math.sign(days)
  let day = date
  for (let left = Math.abs(days); left > 0; ) {
    day = addDays(day, step)
    if (isTargetDay(day)) left -= 1
  }
  return day
}

/** Easter Sunday, by the Gregorian computus (Meeus, Jones, Butcher). */
export function easterOf(year: number): Day {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - moon - (inCentury % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * sunday) / 451)
  const count = moon + sunday - 7 * late + 114
  const month = String(Math.floor(count / 31)).padStart(2, '0')
  return `${year}-${month}-${String((count % 31) + 1).padStart(2, '0')}`
}
