import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dateReasons,
  daysBetween,
  formatDate,
  formatDateTime,
  formatLongDate,
  isDay,
  isTargetDay,
  nextTargetDay,
  parseItalianDate,
  relativeDay,
  today,
} from './dates.ts'

const anyDay = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('parseItalianDate', () => {
  it.each([
    ['15/09/2026', '2026-09-15'],
    ['15-09-2026', '2026-09-15'],
    ['15.09.2026', '2026-09-15'],
    ['5/9/26', '2026-09-05'],
    ['27/04/26', '2026-04-27'],
    ['01/02/99', '2099-02-01'],
    [' 2026-09-15\u00a0', '2026-09-15'],
    ['03/04/2026', '2026-04-03'],
    ['29/02/2028', '2028-02-29'],
    ['31 gennaio 2026', '2026-01-31'],
    ['31 gen. 26', '2026-01-31'],
    ['1° Febbraio 2026', '2026-02-01'],
    ['30-set-26', '2026-09-30'],
    ['30 sett. 2026', '2026-09-30'],
    ["31 GEN '26", '2026-01-31'],
  ])('reads %j', (text, date) => expect(parseItalianDate(text)).toEqual({ ok: true, date }))

  it.each([
    ['', 'empty'],
    ['domani', 'format'],
    ['15/09', 'format'],
    ['15/09-2026', 'format'],
    ['2026/09/15', 'format'],
    ['15/09/226', 'format'],
    ['2026-9-15', 'format'],
    ['gennaio 2026', 'format'],
    ['31 gennaio', 'format'],
    ['31 ge 2026', 'format'],
    ['31 gennarium 2026', 'format'],
    ['fine gennaio 2026', 'format'],
    ['31 giugno 2026', 'impossible'],
    ['1 ma 2026', 'format'],
    ['31/06/2026', 'impossible'],
    ['29/02/2026', 'impossible'],
    ['00/01/2026', 'impossible'],
    ['04/13/2026', 'impossible'],
    ['2026-02-30', 'impossible'],
    ['15/09/0026', 'impossible'],
    ['15/09/2926', 'impossible'],
  ] as const)('refuses %j: %s', (text, reason) => {
    expect(parseItalianDate(text)).toEqual({ ok: false, reason })
    expect(dateReasons[reason]).toMatch(/\.$/)
  })

  it('reads formatted dates back, with every separator', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom('/', '-', '.'), (date, separator) => {
        expect(parseItalianDate(formatDate(date).replaceAll('/', separator))).toEqual({ ok: true, date })
        expect(parseItalianDate(date)).toEqual({ ok: true, date })
      }),
    )
  })

  it('reads back a date with its month in words, whole or shortened', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom('long', 'short'), (date, month) => {
        const words = new Intl.DateTimeFormat('it-IT', {
          day: 'numeric',
          month,
          year: 'numeric',
          timeZone: 'UTC',
        })
        expect(parseItalianDate(words.format(new Date(date)))).toEqual({ ok: true, date })
      }),
    )
  })

  it('gives an existing day or a reason for any text that looks like a date', () => {
    const nearly = fc
      .tuple(fc.nat(40), fc.nat(15), fc.integer({ min: 1850, max: 2250 }))
      .map(([day, month, year]) => [day, month, year].join('/'))
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string()), (text) => {
        const read = parseItalianDate(text)
        if (read.ok) expect(isDay(read.date)).toBe(true)
        else expect(dateReasons[read.reason]).toBeTruthy()
      }),
      { numRuns: 1000 },
    )
  })
})

describe('formatting', () => {
  it('formats days', () => {
    expect(formatDate('2026-09-15')).toBe('15/09/2026')
    expect(formatLongDate('2026-09-30')).toBe('mercoledì 30 settembre 2026')
    const platform = new Intl.DateTimeFormat('it-IT', { dateStyle: 'full', timeZone: 'UTC' })
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(formatLongDate(day)).toBe(platform.format(Date.parse(day)))
      }),
    )
  })

  it.each([
    ['2026-09-15T10:00:00Z', '15/09/2026 12:00'],
    ['2026-01-15T23:30:00.123Z', '16/01/2026 00:30'],
    ['2026-01-15T23:30:00.123456+00:00', '16/01/2026 00:30'],
    ['2026-09-15 10:00:00.5+00', '15/09/2026 12:00'],
    ['2026-09-15 12:00:00+0200', '15/09/2026 12:00'],
  ])('%s is %s in Rome', (timestamp, text) => expect(formatDateTime(timestamp)).toBe(text))

  it.each(['', 'ieri', '2026-09-15', '2026-09-15T10:00', '2026-13-15T10:00:00Z'])('refuses %j', (text) =>
    expect(() => formatDateTime(text)).toThrow(RangeError),
  )

  it.each([
    ['2026-09-30', 'fra 9 giorni'],
    ['2026-09-23', 'fra 2 giorni'],
    ['2026-09-22', 'domani'],
    ['2026-09-21', 'oggi'],
    ['2026-09-20', 'ieri'],
    ['2026-09-15', '6 giorni fa'],
    ['2026-07-22', '61 giorni fa'],
    ['2026-07-21', '2 mesi fa'],
    ['2025-09-21', '1 anno fa'],
    ['2025-08-20', '1 anno e 1 mese fa'],
    ['2024-02-12', '2 anni e 7 mesi fa'],
    ['2027-07-30', 'fra 10 mesi'],
  ])('%s seen from 21 September: %s', (date, text) => expect(relativeDay(date, '2026-09-21')).toBe(text))
})

describe('counting', () => {
  it('uses the day in Rome, not of the machine', () => {
    expect(today(new Date('2026-03-31T21:59:00Z'))).toBe('2026-03-31')
    expect(today(new Date('2026-03-31T22:00:00Z'))).toBe('2026-04-01')
    expect(today(new Date('2026-12-31T23:00:00Z'))).toBe('2027-01-01')
  })

  it('goes forward and back, across changes of the clock', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (date, days) => {
        const other = addDays(date, days)
        expect(daysBetween(date, other)).toBe(days)
        expect(addDays(other, -days)).toBe(date)
        expect(Math.sign(days)).toBe(other > date ? 1 : other < date ? -1 : 0)
      }),
    )
  })
})

describe('TARGET', () => {
  it.each([
    '2026-01-01',
    '2026-04-03',
    '2026-04-06',
    '2026-05-01',
    '2026-12-25',
    '2026-12-26',
    '2026-11-21',
    '2026-11-22',
    '2024-03-29',
    '2024-04-01',
    '2027-03-26',
    '2027-03-29',
    '2038-04-26',
  ])('closed on %s', (date) => expect(isTargetDay(date)).toBe(false))

  it.each(['2026-06-02', '2026-01-06', '2026-08-14', '2026-12-08', '2026-12-24', '2026-04-07', '2024-04-02'])(
    'open on %s',
    (date) => expect(isTargetDay(date)).toBe(true),
  )

  it.each([
    ['2026-04-02', '2026-04-02'],
    ['2026-04-03', '2026-04-07'],
    ['2026-12-25', '2026-12-28'],
    ['2026-11-21', '2026-11-23'],
  ])('a collection on %s moves to %s', (date, moved) => expect(nextTargetDay(date)).toBe(moved))

  it('never moves by more than five days, and never skips an open day', () => {
    fc.assert(
      fc.property(anyDay, (date) => {
        const moved = nextTargetDay(date)
        expect(isTargetDay(moved)).toBe(true)
        expect(daysBetween(date, moved)).toBeLessThanOrEqual(5)
        for (let day = date; day < moved; day = addDays(day, 1)) expect(isTargetDay(day)).toBe(false)
      }),
    )
  })
})
