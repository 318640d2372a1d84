import { describe, expect, it } from 'vitest'
import type { RightHolder } from './register-query.ts'
import { readWeight, rightLine, sharesNote, totalWords, weightText } from './unit-words.ts'

const right = (changed: Partial<RightHolder>): RightHolder => ({
  right_holder_id: 1,
  unit_id: 1,
  subject_id: 1,
  nominative: 'Rossi Lucia',
  right_kind: 'owner',
  share_numerator: 1,
  share_denominator: 1,
  since: null,
  until: null,
  pays: false,
  ...changed,
})

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

describe('rights', () => {
  it('are described in one line', () =>
    expect(rightLine(right({ share_denominator: 2, since: '2020-01-31', pays: true }))).toBe(
      'Proprietario, 1/2, dal 31/01/2020, paga le bollette',
    ))
  it('add up to a whole, or a note says so', () => {
    const third = right({ share_denominator: 3 })
    expect(sharesNote({ holders: [third, third, third] })).toBeNull()
    const decimal = right({ share_numerator: 333, share_denominator: 1000 })
    expect(sharesNote({ holders: [decimal, decimal, decimal] })).toBeNull()
    expect(sharesNote({ holders: [third, right({ share_denominator: 2 })] })).toContain('non arrivano')
    expect(sharesNote({ holders: [right({}), third] })).toContain('superano')
    expect(sharesNote({ holders: [right({ right_kind: 'tenant' })] })).toBe('Manca il proprietario.')
    expect(sharesNote({ holders: [right({}), right({ until: '2020-12-31' })] })).toBeNull()
    expect(sharesNote({ holders: [] })).toBeNull()
  })
})
