import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkRf,
  formatRf,
  instalmentOfReference,
  makeRf,
  rfOfBill,
  rfOfInstalment,
} from './creditor-reference.ts'

const reference = fc.stringMatching(/^[0-9A-Z]{1,21}$/)

describe('rfOfBill', () => {
  it.each([
    ['2026/000001', 'RF422026000001'],
    ['2026/000002', 'RF152026000002'],
    ['2026/000003', 'RF852026000003'],
    ['2026/000004', 'RF582026000004'],
  ])('%s → %s', (number, rf) => expect(rfOfBill(number)).toBe(rf))

  it('drops characters that a reference cannot contain', () => {
    expect(rfOfBill('bolletta n° 12-à')).toBe(makeRf('BOLLETTAN12A'))
    expect(rfOfBill(`${'9'.repeat(30)}/000123`)).toBe(makeRf(`${'9'.repeat(15)}000123`))
    expect(rfOfBill('—')).toBe(makeRf('0'))
  })

  it('gives a valid reference for any number', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (number) => {
        expect(checkRf(rfOfBill(number)).valid).toBe(true)
        expect(rfOfBill(number)).toBe(rfOfBill(number))
      }),
    )
  })
})

describe('rfOfInstalment', () => {
  it('is a right reference that quotes the bill and the position, and reads back', () => {
    const number = fc.stringMatching(/^[0-9A-Z/-]{1,18}$/).filter((text) => /[0-9A-Z]/.test(text))
    fc.assert(
      fc.property(number, fc.integer({ min: 1, max: 99 }), (of, position) => {
        const rf = rfOfInstalment(of, position)
        expect(checkRf(rf)).toEqual({ valid: true, rf })
        expect(instalmentOfReference(rf.slice(4))).toEqual({ key: rfOfBill(of).slice(4), position })
      }),
    )
  })
  it.each([
    ['9'.repeat(19), 1],
    ['2026/000001', 100],
  ])('is the bill’s where a position has no room: %s, %d', (number, position) =>
    expect(rfOfInstalment(number, position)).toBe(rfOfBill(number)),
  )
  it.each(['2026000001', 'R01', '2026000001R00', '2026000001R1'])('%s quotes no instalment', (body) =>
    expect(instalmentOfReference(body)).toBeNull(),
  )
})

describe('checkRf', () => {
  it.each(['RF18539007547034', 'rf18 5390 0754 7034', 'RF42 2026 0000 01'])('accepts %s', (text) =>
    expect(checkRf(text)).toEqual({ valid: true, rf: text.replaceAll(' ', '').toUpperCase() }),
  )
  it.each(['', 'RF', 'RF18', 'RF19539007547034', 'RFA8539007547034', `RF18${'1'.repeat(22)}`, 'RF18-539'])(
    'refuses %j',
    (text) => expect(checkRf(text).valid).toBe(false),
  )

  it('accepts generated and formatted references, and detects one wrong digit or letter', () => {
    const character = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split(''))
    fc.assert(
      fc.property(reference, fc.nat(24), character, (body, place, other) => {
        const rf = makeRf(body)
        expect(checkRf(formatRf(rf).toLowerCase())).toEqual({ valid: true, rf })
        const index = place % rf.length
        // Replacing a letter by a digit changes the number's length, and mod 97 misses one in 97 of these errors.
        fc.pre(rf[index] !== other && /\d/.test(rf[index]!) === /\d/.test(other))
        expect(checkRf(rf.slice(0, index) + other + rf.slice(index + 1)).valid).toBe(false)
      }),
    )
  })
})

it.each(['', '1'.repeat(22), 'A/1', 'é'])('makeRf refuses %j', (text) =>
  expect(() => makeRf(text)).toThrow(RangeError),
)
