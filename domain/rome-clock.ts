/*
 * The clock of Europe/Rome without `Intl`: a browser loads its data for languages and zones with the first formatter, which takes
 * longer than all else that a public page does before it answers.
 */

const hour = 3_600_000
const day = 24 * hour

/**
 * `2026-09-15T12:00`: the minute on the clocks of Italy at an instant (milliseconds since 1970). Since 1996 summer time lasts from
 * the last Sunday of March to that of October, at 1:00 UTC (Directive 2000/84/EC); earlier rules are those of the platform.
 */
export function romeClock(instant: number): string {
  if (Number.isNaN(instant)) throw new RangeError('not an instant')
  if (instant < firstByRule) return earlierClock(instant)
  return new Date(instant + (isSummer(instant) ? 2 : 1) * hour).toISOString().slice(0, 16)
}

const firstByRule = Date.UTC(1996, 0, 1)

function isSummer(instant: number): boolean {
  const year = new Date(instant).getUTCFullYear()
  return instant >= lastSunday(year, 2) + hour && instant < lastSunday(year, 9) + hour
}

/** Midnight UTC of the last Sunday of a month, which is counted from 0. */
function lastSunday(year: number, month: number): number {
  const last = Date.UTC(year, month + 1, 0)
  return last - new Date(last).getUTCDay() * day
}

const earlierClock = (instant: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'short' })
    .format(instant)
    .replace(' ', 'T')
