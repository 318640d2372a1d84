import { addDays, type Day, easterOf } from './dates.ts'

/**
 * Italy's national holidays that have a date of their own (law 260/1949, art. 2, as law 54/1977 left it), with the years in
 * which they count: Epiphany is back since 1986 (d.P.R. 792/1985), 2 June since 2001 (law 336/2000), 4 October since 2026
 * (law 151/2025); 17 March was one in 2011 alone (d.l. 5/2011). A town's own patron is none. SQL's is_italian_holiday says
 * the same, and a test holds the two equal.
 */
const holidays: readonly { day: string; first?: number; last?: number }[] = [
  { day: '01-01' },
  { day: '01-06', first: 1986 },
  { day: '03-17', first: 2011, last: 2011 },
  { day: '04-25' },
  { day: '05-01' },
  { day: '06-02', first: 2001 },
  { day: '08-15' },
  { day: '10-04', first: 2026 },
  { day: '11-01' },
  { day: '12-08' },
  { day: '12-25' },
  { day: '12-26' },
]

/** Whether the day is a Sunday or a national holiday, Easter and Easter Monday included. Saturdays are working days. */
export function isItalianHoliday(date: Day): boolean {
  if (new Date(`${date}T00:00:00Z`).getUTCDay() === 0) return true
  const year = Number(date.slice(0, 4))
  if (date === addDays(easterOf(year), 1)) return true
  return holidays.some(
    ({ day, first = 0, last = 9999 }) => day === date.slice(5) && first <= year && year <= last,
  )
}

/**
 * The last day on which what is due on `date` is paid in time: the day itself, or the first working day after it when it is a
 * Sunday or a holiday (arts. 1187 and 2963 c.c.). SQL's next_working_day says the same.
 */
export function nextWorkingDay(date: Day): Day {
  let day = date
  while (isItalianHoliday(day)) day = addDays(day, 1)
  return day
}
