import { expect, it } from 'vitest'
import { change, sumOf } from './sums.ts'

const month = (collected: number, issued: number | null) => ({
  ...{ month: '2026-01', collected, issued, due: null, still_due: null, overdue: null },
  ...{ corrected: 0, taken_back: 0, fees: 0 },
})

it('adds a figure over the months, and says nothing of one that may not be seen', () => {
  expect(sumOf([month(3, 1), month(4, 2)], 'collected')).toBe(7)
  expect(sumOf([month(3, 1), month(4, null)], 'issued')).toBeNull()
})

it('says a change in percent of what was before', () => {
  expect(change(112_300, 100_000, 'sull’anno prima')).toBe('+12,3 % sull’anno prima')
  expect(change(90_000, 100_000, 'sull’anno prima')).toBe('−10 % sull’anno prima')
  expect(change(100_000, 100_000, 'sull’anno prima')).toBe('invariato sull’anno prima')
  expect(change(500, 0, 'sull’anno prima')).toBe('da zero sull’anno prima')
  expect(change(0, 0, 'sull’anno prima')).toBe('zero anche sull’anno prima')
  expect(change(null, 7, 'x')).toBe('')
})
