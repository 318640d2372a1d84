import { describe, expect, it } from 'vitest'
import { isItalianHoliday, nextWorkingDay } from './holidays.ts'

describe('nextWorkingDay', () => {
  it.each([
    ['a Tuesday', '2026-06-30', '2026-06-30'],
    ['a Saturday counts as a working day', '2026-08-08', '2026-08-08'],
    ['a Sunday', '2026-08-09', '2026-08-10'],
    ['Assumption on a Saturday, then the Sunday', '2026-08-15', '2026-08-17'],
    ['Easter, then Easter Monday', '2026-04-05', '2026-04-07'],
    ['Easter Monday that is 25 April', '2011-04-24', '2011-04-26'],
    ['Christmas, St Stephen and the Sunday after', '2026-12-25', '2026-12-28'],
    ['San Francesco, a holiday again since 2026', '2027-10-04', '2027-10-05'],
    ['San Francesco, not before', '2025-10-04', '2025-10-04'],
    ['2 June, not before 2001', '2000-06-02', '2000-06-02'],
    ['2 June since', '2026-06-02', '2026-06-03'],
    ['Epiphany on a Tuesday', '2026-01-06', '2026-01-07'],
    ['17 March of 2011 alone', '2011-03-17', '2011-03-18'],
    ['17 March of any other year', '2026-03-17', '2026-03-17'],
  ])('%s: %s → %s', (_what, date, expected) => {
    expect(nextWorkingDay(date)).toBe(expected)
  })

  it('knows the holidays of 2027 that are not Sundays', () => {
    const days = Array.from({ length: 365 }, (_, at) =>
      new Date(Date.UTC(2027, 0, 1 + at)).toISOString().slice(0, 10),
    )
    const dated = days.filter(
      (day) => isItalianHoliday(day) && new Date(`${day}T00:00:00Z`).getUTCDay() !== 0,
    )
    expect(dated).toEqual([
      ...['2027-01-01', '2027-01-06', '2027-03-29', '2027-05-01', '2027-06-02', '2027-10-04', '2027-11-01'],
      ...['2027-12-08', '2027-12-25'],
    ])
  })
})
