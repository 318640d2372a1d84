import { addDays, easterOf } from '@saldo/domain/dates'
import { isItalianHoliday, nextWorkingDay } from '@saldo/domain/holidays'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

describe('working days', () => {
  it('Easter is the same in the database and in the domain, from 1900 to 2199', async () => {
    const years = await test.services.asSystem(
      (tx) => tx<{ year: number; easter: string }[]>`
        select y as year, easter_of(y) as easter from generate_series(1900, 2199) y`,
    )
    expect(years.map(({ easter }) => easter)).toEqual(years.map(({ year }) => easterOf(year)))
  })

  it('holidays and next working days are the same, day by day, from 1980 to 2079', async () => {
    const days = await test.services.asSystem(
      (tx) => tx<{ day: string; holiday: boolean; working: string }[]>`
        select d::date as day, is_italian_holiday(d::date) as holiday, next_working_day(d::date) as working
        from generate_series('1980-01-01', '2079-12-31', interval '1 day') d order by 1`,
    )
    expect(days).toHaveLength(36_525)
    const differing = days.filter(
      ({ day, holiday, working }) => holiday !== isItalianHoliday(day) || working !== nextWorkingDay(day),
    )
    expect(differing).toEqual([])
    expect(days.at(-1)?.day).toBe(addDays('2080-01-01', -1))
  })
})
