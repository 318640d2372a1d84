import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  centsToDecimal,
  euroReasons,
  formatAmount,
  formatEuro,
  maxCents,
  parseEuro,
  percentOf,
  splitEuro,
} from './money.ts'

const anyCents = fc.integer({ min: -maxCents, max: maxCents })

describe('formatEuro', () => {
  it.each([
    [0, '0,00\u00a0€'],
    [5, '0,05\u00a0€'],
    [123450, '1.234,50\u00a0€'],
    [99999, '999,99\u00a0€'],
    [maxCents, '999.999.999,99\u00a0€'],
    [-123450, '\u22121.234,50\u00a0€'],
  ])('%i', (cents, text) => expect(formatEuro(cents)).toBe(text))

  it('shows no minus sign for zero', () => expect(formatEuro(-0)).toBe('0,00\u00a0€'))

  it('agrees with Intl for every amount', () => {
    const intl = new Intl.NumberFormat('it-IT', { style: 'currency', currency: 'EUR', useGrouping: 'always' })
    fc.assert(
      fc.property(anyCents, (cents) => {
        const exact = centsToDecimal(cents) as Intl.StringNumericLiteral
        expect(formatEuro(cents)).toBe(intl.format(exact).replace('-', '\u2212'))
      }),
    )
  })

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses %d', (cents) =>
    expect(() => formatEuro(cents)).toThrow(RangeError),
  )
})

it('splitEuro keeps sign and thousands in the whole part', () => {
  expect(splitEuro(123450)).toEqual({ whole: '1.234', cents: '50' })
  expect(splitEuro(-5)).toEqual({ whole: '\u22120', cents: '05' })
})

describe('centsToDecimal', () => {
  it.each([
    [12340, '123.40'],
    [7, '0.07'],
    [-100, '-1.00'],
    [123456789, '1234567.89'],
  ])('%i → %s', (cents, text) => expect(centsToDecimal(cents)).toBe(text))
})

describe('percentOf', () => {
  it.each([
    [10000, 400, 400],
    [10000, 2200, 2200],
    [25, 1000, 3],
    [24, 1000, 2],
    [-25, 1000, -3],
    [100, 0, 0],
    [maxCents, 10000, maxCents],
  ])('%i × %i bp = %i', (cents, basisPoints, expected) =>
    expect(percentOf(cents, basisPoints)).toBe(expected),
  )

  it('differs by at most half a cent from the exact share, and mirrors negative amounts', () => {
    fc.assert(
      fc.property(anyCents, fc.integer({ min: 0, max: 10_000 }), (cents, basisPoints) => {
        const share = percentOf(cents, basisPoints)
        const error = BigInt(share) * 10_000n - BigInt(cents) * BigInt(basisPoints)
        expect(error <= 5_000n && error >= -5_000n).toBe(true)
        expect(percentOf(-cents, basisPoints) + share).toBe(0)
      }),
    )
  })
})

describe('parseEuro', () => {
  it.each([
    ['1.234,50', 123450],
    ['1234,50', 123450],
    ['1234,5', 123450],
    ['1234', 123400],
    ['1.234', 123400],
    ['1.234.567,89', 123456789],
    ['0,05', 5],
    [' 214,58', 21458],
    ['€ 1.234,50', 123450],
    ['1.234,50 €', 123450],
    ['1.234,50\u00a0€', 123450],
    ['\u00a0€\u00a098,40\u202f', 9840],
    ['EUR 98,40', 9840],
    ['98,40 euro', 9840],
    ['-45,00', -4500],
    ['\u221245,00 €', -4500],
    ['€ -45,00', -4500],
    ['- € 45,00', -4500],
    ['-0,00', 0],
    ['1\u202f234,50', 123450],
    ['1\u00a0234\u2009567,89 €', 123456789],
    ['(700,78)', -70078],
    ['(€ 1.234,50)', -123450],
    ['( 45 ) €', -4500],
    ['999.999.999,99', maxCents],
    ['+45,00', 4500],
    ['€ +45,00', 4500],
    ['€. 100,00', 10000],
    ['€.1.234,50', 123450],
    ['Euro. 98,40', 9840],
    ['100,00=', 10000],
    ['€ 100,00 =', 10000],
    ['-45,00=', -4500],
  ])('reads %j', (text, cents) => expect(parseEuro(text)).toEqual({ ok: true, cents }))

  it.each([
    ['', 'empty'],
    [' \u00a0', 'empty'],
    ['da definire', 'format'],
    ['-', 'format'],
    ['€', 'format'],
    ['€ 5 €', 'format'],
    ['--5', 'format'],
    ['-€-5', 'format'],
    ['+-5', 'format'],
    ['++5', 'format'],
    ['+', 'format'],
    ['(+5)', 'format'],
    ['120,00 D', 'format'],
    ['100,00==', 'format'],
    ['= 100,00', 'format'],
    ['€.', 'format'],
    ['12,', 'format'],
    ['(-5)', 'format'],
    ['(5', 'format'],
    ['12\u00a034,50', 'separators'],
    [',50', 'format'],
    ['1e3', 'format'],
    ['=5', 'format'],
    ['112,345', 'decimals'],
    ['187,455', 'decimals'],
    ['1.234,567', 'decimals'],
    ['98.40', 'separators'],
    ['1,234.50', 'separators'],
    ['1,234,567', 'separators'],
    ['12.34,50', 'separators'],
    ['1.2345', 'separators'],
    ['0.123', 'separators'],
    ['1234.567', 'separators'],
    ['1 234,50', 'separators'],
    ['1’234,50', 'separators'],
    ['1.000.000.000', 'range'],
    ['9'.repeat(60), 'range'],
    [`1${' '.repeat(30_000)}x`, 'format'],
  ] as const)('refuses %j: %s', (text, reason) => {
    expect(parseEuro(text)).toEqual({ ok: false, reason })
    expect(euroReasons[reason]).toMatch(/\.$/)
  })

  it('reads formatted amounts back', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(parseEuro(formatEuro(cents))).toEqual({ ok: true, cents })
        expect(parseEuro(formatAmount(cents))).toEqual({ ok: true, cents })
      }),
    )
  })

  it('answers for any text, quickly, with integer cents or a reason', () => {
    const characters = fc.constantFrom(...'0123456789.,-−€ \u00a0e’'.split(''))
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: characters, maxLength: 40 })), (text) => {
        const read = parseEuro(text)
        if (read.ok) expect(Number.isSafeInteger(read.cents)).toBe(true)
        else expect(euroReasons[read.reason]).toBeTruthy()
      }),
    )
  })
})
