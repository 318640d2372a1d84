import { describe, expect, it } from 'vitest'
import { decimalsOf, readWeight, totalWords, weightText } from './unit.ts'

describe('weights', () => {
  it('are parsed in Italian notation, with four decimals', () =>
    expect(['31,25', '1000', ' 0,0001 ', '', '0', '1,23456', '31.25', '-1', 'x'].map(readWeight)).toEqual([
      312_500,
      10_000_000,
      1,
      null,
      0,
      undefined,
      undefined,
      undefined,
      undefined,
    ]))
  it('are formatted as they were typed', () =>
    expect([312_500, 10_000_000, 1, 0, undefined].map((weight) => weightText(weight))).toEqual([
      ...['31,25', '1000', '0,0001', '0', ''],
    ]))
  it('of one column have as many decimals as the one with the most', () => {
    expect(
      [[], [null, 0, 10_000_000], [312_500, 30_000], [1, 312_500], [291_080, 215_900]].map(decimalsOf),
    ).toEqual([0, 0, 2, 4, 3])
    expect([300_000, 312_500, 0, null].map((weight) => weightText(weight, 3))).toEqual([
      ...['30,000', '31,250', '0,000', ''],
    ])
    expect(weightText(312_345, 2)).toBe('31,2345')
    expect(totalWords({ kind: 'value', total: 10_000_000 }, 3)).toEqual({ sum: '1.000,000', note: null })
  })
  it('report the difference to a thousand, but not for meters', () => {
    expect(totalWords({ kind: 'value', total: 10_000_000 })).toEqual({ sum: '1.000', note: null })
    expect(totalWords({ kind: 'stairs', total: 9_875_000 }).note).toBe('mancano 12,5 a 1.000')
    expect(totalWords({ kind: 'value', total: 10_000_001 }).note).toBe('0,0001 oltre 1.000')
    expect(totalWords({ kind: 'meter', total: 42 }).note).toBeNull()
  })
})
