import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addTargetDays, daysBetween, isTargetDay, nextTargetDay } from '../dates.ts'
import {
  latestPresentationDay,
  refundableUntil,
  returnableUntil,
  unauthorisedRefundUntil,
} from './debit-dates.ts'

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2020-01-01', days))

describe('TARGET days', () => {
  it.each([
    ['2026-06-05', -1, '2026-06-04'],
    ['2026-06-08', -1, '2026-06-05'],
    ['2026-04-07', -1, '2026-04-02'],
    ['2026-12-28', -1, '2026-12-24'],
    ['2027-01-04', -1, '2026-12-31'],
    ['2026-05-04', -1, '2026-04-30'],
    ['2026-04-02', 1, '2026-04-07'],
    ['2026-12-23', 2, '2026-12-28'],
    ['2026-04-04', 0, '2026-04-07'],
  ])('%s and %i of them: %s', (from, days, to) => expect(addTargetDays(from, days)).toBe(to))

  it('are counted alike in both directions, each an open day', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 30 }), (date, days) => {
        const open = nextTargetDay(date)
        const later = addTargetDays(open, days)
        expect(isTargetDay(later)).toBe(true)
        expect(addTargetDays(later, -days)).toBe(open)
        let passed = 0
        for (let each = addDays(open, 1); each <= later; each = addDays(each, 1))
          if (isTargetDay(each)) passed += 1
        expect(passed).toBe(days)
      }),
    )
  })
})

describe('a debit', () => {
  it('is handed to the bank one TARGET day before at the latest', () => {
    expect(latestPresentationDay('2026-04-07')).toBe('2026-04-02')
    expect(latestPresentationDay('2026-06-03')).toBe('2026-06-02')
  })

  it('can come back for five TARGET days, eight weeks and thirteen months', () => {
    expect(returnableUntil('2026-03-31')).toBe('2026-04-09')
    expect(refundableUntil('2026-06-05')).toBe('2026-07-31')
    expect(unauthorisedRefundUntil('2026-06-05')).toBe('2027-07-05')
    expect(unauthorisedRefundUntil('2027-01-31')).toBe('2028-02-29')
    fc.assert(fc.property(day, (date) => daysBetween(date, refundableUntil(date)) === 56))
  })
})
