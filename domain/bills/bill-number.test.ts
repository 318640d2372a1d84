import { describe, expect, it } from 'vitest'
import { billNumberKey, ownNumber, ownSeriesOf, whyNotByHand } from './bill-number.ts'

describe('a bill’s number', () => {
  it('is compared without case and blanks', () => {
    for (const written of [
      'b-1',
      'B-1',
      ' B - 1 ',
      'B\u200b-1',
      '\uff22\uff0d1',
      'B\u00ad-1',
      'B\u00a0-\u202f1',
      'b\t-\n1',
    ])
      expect(billNumberKey(written)).toBe('b-1')
    expect(billNumberKey('B1')).not.toBe(billNumberKey('B-1'))
    expect(billNumberKey('2026/01')).not.toBe(billNumberKey('2026/1'))
  })

  it('belongs to one of Saldo’s own series only if its whole form matches', () => {
    expect(ownSeriesOf('MORA-2026/000001')).toBe('interest')
    expect(ownSeriesOf(' nc - 2026 / 1')).toBe('credit_note')
    expect(ownSeriesOf('RIC-2026/12')).toBe('receipt')
    for (const other of ['NC 12', 'NC-2026', 'MORA-26/1', 'XNC-2026/1', 'NC-2026/1-bis', '2026/000001'])
      expect(ownSeriesOf(other)).toBeNull()
    expect(whyNotByHand('NC-2026/1')).toContain('note di credito')
    expect(whyNotByHand('2026/1')).toBeNull()
    expect(ownNumber('interest', '2026', 7)).toBe('MORA-2026/000007')
  })
})
