import { describe, expect, it } from 'vitest'
import { readWeight, totalWords, weightText } from './unit.ts'

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
    expect([312_500, 10_000_000, 1, 0, undefined].map(weightText)).toEqual([
      ...['31,25', '1000', '0,0001', '0', ''],
    ]))
  it('report the difference to a thousand, but not for meters', () => {
    expect(totalWords({ kind: 'value', total: 10_000_000 })).toEqual({ sum: '1.000', note: null })
    expect(totalWords({ kind: 'stairs', total: 9_875_000 }).note).toBe('mancano 12,5 a 1.000')
    expect(totalWords({ kind: 'value', total: 10_000_001 }).note).toBe('0,0001 oltre 1.000')
    expect(totalWords({ kind: 'meter', total: 42 }).note).toBeNull()
  })
})
