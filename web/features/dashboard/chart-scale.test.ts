import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaleFor, shortAmount } from './chart-scale.ts'

describe('scaleFor', () => {
  it('reaches the largest amount with few round ticks from zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (largest) => {
        const { top, ticks } = scaleFor(largest)
        expect(top).toBeGreaterThanOrEqual(largest)
        expect(ticks[0]).toBe(0)
        expect(ticks.at(-1)).toBe(top)
        expect(ticks.length).toBeGreaterThanOrEqual(2)
        expect(ticks.length).toBeLessThanOrEqual(5)
        expect(ticks.every(Number.isInteger)).toBe(true)
      }),
    )
  })
  it('uses the unit that keeps labels short', () => {
    expect(scaleFor(5_200_000).unit.name).toBe('migliaia di €')
    expect(scaleFor(52_000).unit.name).toBe('€')
    expect(scaleFor(520_000_000).unit.name).toBe('milioni di €')
  })
})

describe('shortAmount', () => {
  it('keeps a significant decimal', () => {
    const thousands = scaleFor(6_000_000)
    expect([5_240_000, 980_000, 995_000, 20_000].map((cents) => shortAmount(cents, thousands))).toEqual([
      '52',
      '9,8',
      '10',
      '0,2',
    ])
  })
})
