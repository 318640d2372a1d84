import { formatDate, isDay, parseItalianDate, today } from './dates.ts'
import { romeClock } from './rome-clock.ts'

/** A minute in Italy, as forms keep it and the API takes it: `2026-09-15T18:30`. */
export type Minute = string

/** Reads `15/09/2026 18:30`; a time alone is today's. Null: it is not a minute. */
export function parseItalianMinute(text: string, now: Date = new Date()): Minute | null {
  const [, day, hours = '', minutes = ''] =
    /^\s*(?:([^\s,]+)[\s,]+(?:ore\s+|alle\s+)?)?(\d{1,2})[:.](\d{2})\s*$/i.exec(text) ?? []
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return null
  const date = day === undefined ? { ok: true as const, date: today(now) } : parseItalianDate(day)
  return date.ok ? `${date.date}T${hours.padStart(2, '0')}:${minutes}` : null
}

export const isMinute = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/.test(text) && isDay(text.slice(0, 10))

/** `15/09/2026 18:30`. */
export const formatMinute = (minute: Minute): string => `${formatDate(minute)} ${minute.slice(11)}`

/** The minute in Italy of an instant. */
export const minuteOf = (instant: Date): Minute => romeClock(instant.getTime())
