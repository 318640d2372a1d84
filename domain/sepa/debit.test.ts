import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, isTargetDay } from '../dates.ts'
import {
  firstCollectionDay,
  longestNoticeDays,
  mayRetry,
  mostTries,
  noticeInTime,
  retryDay,
  stopsMandate,
} from './debit.ts'
import { agreedNoticeDays, mandateLapsesOn } from './mandate.ts'

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2020-01-01', days))

describe('the day of a collection', () => {
  it('leaves the agreed days after the notice, and banks settle on it', () => {
    fc.assert(
      fc.property(day, (told) => {
        const collect_on = firstCollectionDay(told)
        expect(isTargetDay(collect_on)).toBe(true)
        expect(noticeInTime(told, collect_on)).toBe(true)
        expect(daysBetween(told, collect_on)).toBeGreaterThanOrEqual(agreedNoticeDays)
        expect(daysBetween(told, collect_on)).toBeLessThan(agreedNoticeDays + 6)
      }),
    )
  })
  it('moves over Easter and Christmas', () => {
    expect(firstCollectionDay('2026-03-31')).toBe('2026-04-07')
    expect(firstCollectionDay('2026-12-22')).toBe('2026-12-28')
  })
  it('of a retry leaves time for the notice', () => {
    fc.assert(
      fc.property(day, (failed) => {
        expect(isTargetDay(retryDay(failed))).toBe(true)
        expect(noticeInTime(addDays(failed, 1), retryDay(failed))).toBe(true)
        expect(daysBetween(failed, retryDay(failed))).toBeLessThanOrEqual(longestNoticeDays)
      }),
    )
  })
})

describe('after a failure', () => {
  it('only a lack of funds and an unclear answer of the bank are retried, twice', () => {
    for (const code of ['insufficient_funds', 'could_not_process'])
      expect([1, 2, 3, 4].map((tries) => mayRetry(code, tries))).toEqual([true, true, false, false])
    expect(mostTries).toBe(3)
    for (const code of ['account_closed', 'debit_not_authorized', 'refer_to_customer', 'expired_card', null])
      expect(mayRetry(code, 1)).toBe(false)
  })
  it('no reason both ends the mandate and is retried', () => {
    for (const code of ['debit_not_authorized', 'debit_disputed', 'account_closed', 'mandate_invalid']) {
      expect(stopsMandate(code)).toBe(true)
      expect(mayRetry(code, 1)).toBe(false)
    }
    expect(stopsMandate('insufficient_funds')).toBe(false)
    expect(stopsMandate(null)).toBe(false)
  })
})

describe('a mandate', () => {
  it('lapses 36 months after it was last used', () => {
    expect(mandateLapsesOn('2024-02-29')).toBe('2027-02-28')
    expect(mandateLapsesOn('2023-11-30')).toBe('2026-11-30')
  })
})
