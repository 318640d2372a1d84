import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from './dates.ts'
import { lateInterest, legalRates, ratesOf } from './late-interest.ts'

const agreed = (basis_points: number) => ratesOf({ kind: 'agreed', agreed_bps: basis_points }) ?? []
const cents = fc.integer({ min: 1, max: 50_000_000 })
const day = fc.integer({ min: 0, max: 3_500 }).map((days) => addDays('2016-01-01', days))
const some = fc.integer({ min: 0, max: 1_200 })
const rates = fc.oneof(fc.constant(legalRates), fc.integer({ min: 1, max: 1000 }).map(agreed))

describe('lateInterest', () => {
  it.each([
    // A year at 5 %, one of 365 days.
    [100_000, '2022-12-31', '2023-12-31', legalRates, 5_000],
    // From the day after the due date: one day of 2025.
    [100_000, '2025-06-10', '2025-06-11', legalRates, 5],
    // Over New Year: 31 days at 2 %, 31 at 1.6 %.
    [1_000_000, '2025-11-30', '2026-01-31', legalRates, 1_699 + 1_359],
    // A leap year has 366 days of 1/365.
    [36_500, '2023-12-31', '2024-12-31', agreed(1000), 3_660],
  ])('%i cents after %s until %s', (amount, since, until, of, expected) => {
    expect(lateInterest(amount, since, until, of)).toBe(expected)
  })

  it('is nothing up to the due date', () => {
    fc.assert(
      fc.property(cents, day, some, rates, (amount, due, before, of) => {
        expect(lateInterest(amount, due, addDays(due, -before), of)).toBe(0)
      }),
    )
  })

  it('of two adjoining periods is that of both together, within a cent', () => {
    fc.assert(
      fc.property(cents, day, some, some, rates, (amount, due, one, two, of) => {
        const middle = addDays(due, one)
        const end = addDays(middle, two)
        const parts = lateInterest(amount, due, middle, of) + lateInterest(amount, middle, end, of)
        expect(Math.abs(parts - lateInterest(amount, due, end, of))).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('never falls as days pass or as the debt grows, and of two debts is that of their sum within a cent', () => {
    fc.assert(
      fc.property(cents, cents, day, some, rates, (one, two, due, days, of) => {
        const until = addDays(due, days)
        const interest = lateInterest(one, due, until, of)
        expect(lateInterest(one, due, addDays(until, 1), of)).toBeGreaterThanOrEqual(interest)
        const both = lateInterest(one + two, due, until, of)
        expect(both).toBeGreaterThanOrEqual(interest)
        expect(Math.abs(both - interest - lateInterest(two, due, until, of))).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('counts nothing where a condominium counts none', () => {
    expect(ratesOf({ kind: 'none', agreed_bps: null })).toBeNull()
  })
})
