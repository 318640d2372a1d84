/** A calendar day, `yyyy-mm-dd`. */
export type Day = string

const millis = 86_400_000
const rome = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short' })

/** The day in Rome at a moment. */
export const dayInRome = (moment: Date): Day => rome.format(moment)

export const plusDays = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * millis).toISOString().slice(0, 10)

export const daysFrom = (one: Day, other: Day): number =>
  Math.round((Date.parse(other) - Date.parse(one)) / millis)

export const monthOf = (day: Day): string => day.slice(0, 7)
export const yearOf = (day: Day): string => day.slice(0, 4)
export const later = (one: Day, other: Day): Day => (one > other ? one : other)

/** `2026-09-15` in Italian format: 15/09/2026. */
export const italian = (day: Day): string => day.split('-').reverse().join('/')
