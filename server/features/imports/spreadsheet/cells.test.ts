import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Cell,
  cellAmount,
  cellCode,
  cellDate,
  cellText,
  cellZipCode,
  columnLetter,
  dateOfSerial,
} from './cells.ts'
import { packRows, unpackRows } from './packed-rows.ts'
import { shownOtherwise, textOtherwise } from './shown-number.ts'
import { isBuiltInDate, isDateFormat } from './xlsx-formats.ts'

const text = (value: string): Cell => ({ column: 0, kind: 'text', value })
const number = (value: number): Cell => ({ column: 0, kind: 'number', value })

describe('cellAmount', () => {
  it.each([
    ['1.234,50', 123_450],
    ['1234,5', 123_450],
    ['1.234', 123_400],
    ['€ 12', 1_200],
    ['12,00\u00a0€', 1_200],
    ['-45,00', -4_500],
    ['-', null],
    ['–', null],
    ['  ', null],
    ["'12,50", 1_250],
  ])('%j is %j', (written, value) => {
    expect(cellAmount(text(written))).toEqual({ ok: true, value })
  })

  it.each(['98.40', '112,345', '1,234.50', 'da definire', '12 euro e 50'])('%j is refused', (written) => {
    expect(cellAmount(text(written))).toMatchObject({ ok: false, reason: expect.stringMatching(/\.$/) })
  })

  it('any cents stored as a number are read exactly, despite rounding errors of sums', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999_999, max: 99_999_999 }),
        fc.integer({ min: -3, max: 3 }),
        (cents, noise) => {
          const euros = cents / 100
          const noisy = euros + noise * Math.max(Math.abs(euros), 1) * Number.EPSILON
          expect(cellAmount(number(noisy))).toEqual({ ok: true, value: cents })
        },
      ),
    )
  })

  it('a real third decimal in a number is refused', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 1, max: 9 }), (cents, mills) => {
        expect(cellAmount(number((cents * 10 + mills) / 1000))).toMatchObject({ ok: false })
      }),
    )
    expect(cellAmount(number(100 / 3))).toMatchObject({ ok: false })
    expect(cellAmount(number(1e300))).toMatchObject({ ok: false })
  })
})

describe('cellDate', () => {
  it('reads text, dates and the day counts of both epochs', () => {
    for (const written of [
      '31/05/2026',
      '31-05-26',
      '31.5.2026',
      '2026-05-31',
      '31/05/2026 00:00:00',
      '2026-05-31T00:00:00.000Z',
    ]) {
      expect(cellDate(text(written), 1900)).toEqual({ ok: true, value: '2026-05-31' })
    }
    expect(cellDate(number(46_173), 1900)).toEqual({ ok: true, value: '2026-05-31' })
    expect(cellDate(number(44_711), 1904)).toEqual({ ok: true, value: '2026-05-31' })
    expect(cellDate(number(12), 1900)).toMatchObject({ ok: false })
    expect(cellDate(text('31/06/2026'), 1900)).toMatchObject({ ok: false })
    expect(cellDate(undefined, 1900)).toEqual({ ok: true, value: null })
  })

  it('counts days as Excel does, around the day of 1900 that never existed', () => {
    expect([1, 59, 61, 46_032].map((serial) => dateOfSerial(serial, 1900))).toEqual([
      '1900-01-01',
      '1900-02-28',
      '1900-03-01',
      '2026-01-10',
    ])
    expect(dateOfSerial(0, 1904)).toBe('1904-01-01')
    expect(dateOfSerial(3e6, 1900)).toBeNull()
    expect(dateOfSerial(-1, 1900)).toBeNull()
  })
})

describe('cellText, cellZip and columnName', () => {
  it('returns one clean line', () => {
    expect(cellText(text(' Rossi\r\n  \u00a0Anna \u0000'))).toBe('Rossi Anna')
    expect(cellText(number(0.1 + 0.2))).toBe('0.3')
    expect(cellText({ column: 0, kind: 'date', value: '2026-05-31' })).toBe('31/05/2026')
    expect(cellText(text("'=1"))).toBe('=1')
    expect(cellText(text("'O Sole"))).toBe("'O Sole")
    expect(cellCode(text("'it20 c030 "))).toBe('IT20C030')
  })

  it('restores the zeros of a CAP', () => {
    expect(cellZipCode(number(184))).toEqual({ ok: true, value: { zip_code: '00184', restored: true } })
    expect(cellZipCode(text('20121'))).toEqual({ ok: true, value: { zip_code: '20121', restored: false } })
    expect(cellZipCode(text('2012A'))).toMatchObject({ ok: false })
  })

  it('names columns by letter', () => {
    expect([0, 25, 26, 701, 702, 16_383].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD'])
  })
})

describe('number formats', () => {
  it.each([
    'dd/mm/yyyy',
    'd/m/yy',
    '[$-410]d\\ mmmm\\ yyyy;@',
    'mmm-yy',
    'mmm',
    'gg/mm/aaaa',
    'yyyy\\-mm\\-dd\\ hh:mm',
    '"il "d/m',
  ])('%s is a day', (code) => {
    expect(isDateFormat(code)).toBe(true)
  })

  it.each([
    'General',
    '0.00',
    '#,##0.00\\ "€"',
    '#,##0.00\\ [$€-410];[Red]\\-#,##0.00\\ [$€-410]',
    '@',
    'h:mm AM/PM',
    '[h]:mm:ss',
    'mm:ss',
    '0.00E+00',
    '"day" 0',
  ])('%s is not', (code) => {
    expect(isDateFormat(code)).toBe(false)
  })

  it.each([
    ['0.0,', 1500, '1,5'],
    ['[>=1000]0.0,"k";0', 1500, '1,5k'],
    ['0%', 0.8, '80%'],
    ['\\-0.00', 5, '-5,00'],
    ['0.00;0.00', -5, '5,00'],
    [';;;', 5, ''],
    ['"pagato"', 5, 'pagato'],
    ['[$CHF] 0.00', 5, 'CHF 5,00'],
    ['"A"0', 1, 'A1'],
    ['#,##0', 99.6, '100'],
    ['#,##0.0\\ "€"', 12.35, '12,4 €'],
  ])('%s shows %d otherwise', (code, value, shown) => {
    expect(shownOtherwise(code, value)).toBe(shown)
  })

  it.each([
    ['#,##0.00\\ [$€-410];[Red]\\-#,##0.00\\ [$€-410]', -5],
    ['_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', 0],
    ['#,##0.00_);(#,##0.00)', -5],
    ['#,##0.-', 5],
    ['General', 5],
    ['General', 99.6],
    ['#,##0', 99],
    ['0.00', 99.604],
    ['@', 5],
    ['000', 5],
    ['+0;-0', 5],
  ])('%s shows %d as it is', (code, value) => {
    expect(shownOtherwise(code, value)).toBeNull()
  })

  it.each([
    ['1,5', 1500, '1,5'],
    ['CHF 5', 5, 'CHF 5'],
    ['-100,00', 100, '-100,00'],
    ['€ 1.234,50', 1234.5, null],
    ['100', 100.4, '100'],
    ['100,4', 100.4, null],
    ['100,40', 100.4012, null],
    ['(100)', -100, null],
  ])('the stored text %s of %d', (text, value, shown) => {
    expect(textOtherwise(text, value)).toBe(shown)
  })

  it('knows the built-in formats', () => {
    expect([14, 17, 22, 57].every(isBuiltInDate)).toBe(true)
    expect([0, 2, 4, 18, 21, 45, 49].some(isBuiltInDate)).toBe(false)
  })
})

it('rows pass between threads unchanged', () => {
  const cell = fc.oneof(
    fc.record({ column: fc.nat(999), kind: fc.constant('text'), value: fc.string({ unit: 'binary' }) }),
    fc.record({
      column: fc.nat(999),
      kind: fc.constant('number'),
      value: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
      formula: fc.constant(true),
    }),
    fc.record({ column: fc.nat(999), kind: fc.constantFrom('date', 'error'), value: fc.string() }),
    fc.record({ column: fc.nat(999), kind: fc.constant('boolean'), value: fc.boolean() }),
  ) as fc.Arbitrary<Cell>
  const row = fc.record({
    row: fc.integer({ min: 1 }),
    hidden: fc.boolean(),
    cells: fc.array(cell, { maxLength: 5 }),
  })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
      expect(unpackRows(packRows(rows))).toEqual(rows)
    }),
  )
})
