import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  commissionLine,
  firstDayOf,
  formatMonth,
  lastDayOf,
  monthOf,
  monthsBetween,
  statementOf,
} from './commissions.ts'

const sums = fc.record({
  fees_cents: fc.nat({ max: 10_000_000 }),
  reversed_cents: fc.nat({ max: 10_000_000 }),
})
const bps = fc.integer({ min: 0, max: 10_000 })

describe('commissionLine', () => {
  it.each([
    [644, 0, 1000, 64],
    [645, 0, 1000, 65],
    [0, 645, 1000, -65],
    [0, 644, 1000, -64],
    [1000, 1000, 2500, 0],
    [333, 0, 1500, 50],
  ])('of %i kept and %i given back at %i bps is %i', (fees_cents, reversed_cents, rate, commission_cents) => {
    expect(commissionLine({ fees_cents, reversed_cents }, rate)).toEqual({
      ...{ fees_cents, reversed_cents, commission_cents },
      base_cents: fees_cents - reversed_cents,
    })
  })

  it('differs by at most half a cent, and rounds half away from zero', () =>
    fc.assert(
      fc.property(sums, bps, (sum, rate) => {
        const { base_cents, commission_cents } = commissionLine(sum, rate)
        const error = BigInt(commission_cents) * 10_000n - BigInt(base_cents) * BigInt(rate)
        const away = base_cents < 0 ? -error : error
        expect(away > -5_000n && away <= 5_000n).toBe(true)
      }),
    ))

  it('reverses exactly: a fee returned in a later month gives the same line with the opposite sign', () =>
    fc.assert(
      fc.property(fc.nat({ max: 10_000_000 }), bps, (fee, rate) => {
        const earned = commissionLine({ fees_cents: fee, reversed_cents: 0 }, rate)
        const returned = commissionLine({ fees_cents: 0, reversed_cents: fee }, rate)
        expect(returned.commission_cents + earned.commission_cents).toBe(0)
        expect(returned.commission_cents).toBeLessThanOrEqual(0)
      }),
    ))

  it.each([
    [{ fees_cents: 1.5, reversed_cents: 0 }, 100],
    [{ fees_cents: 1, reversed_cents: Number.NaN }, 100],
    [{ fees_cents: 1, reversed_cents: 0 }, -1],
    [{ fees_cents: 1, reversed_cents: 0 }, 10_001],
    [{ fees_cents: 1, reversed_cents: 0 }, 0.5],
  ])('refuses %j at %d', (sum, rate) => {
    expect(() => commissionLine(sum, rate)).toThrow(RangeError)
  })
})

describe('statementOf', () => {
  it('is the sum of its lines in any order, and the same each time', () =>
    fc.assert(
      fc.property(fc.array(sums), bps, (all, rate) => {
        const lines = all.map((sum) => commissionLine(sum, rate))
        const statement = statementOf(lines)
        expect(statement).toEqual(statementOf(lines.toReversed()))
        expect(statement).toEqual(statementOf(all.map((sum) => commissionLine(sum, rate))))
        expect(statement.base_cents).toBe(statement.fees_cents - statement.reversed_cents)
        expect(statement.commission_cents).toBe(
          lines.reduce((total, line) => total + line.commission_cents, 0),
        )
      }),
    ))
  it('is zero without lines', () => {
    expect(statementOf([])).toEqual({ fees_cents: 0, reversed_cents: 0, base_cents: 0, commission_cents: 0 })
  })
})

describe('months', () => {
  it('begin and end as the calendar says', () => {
    expect(firstDayOf('2028-02')).toBe('2028-02-01')
    expect(lastDayOf('2028-02')).toBe('2028-02-29')
    expect(lastDayOf('2026-12')).toBe('2026-12-31')
    expect(monthOf('2026-09-30')).toBe('2026-09')
    expect(formatMonth('2026-09')).toBe('settembre 2026')
  })
  it('are listed backwards, across the end of a year', () => {
    expect(monthsBetween('2025-11', '2026-02')).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
    expect(monthsBetween('2026-03', '2026-02')).toEqual([])
  })
})
