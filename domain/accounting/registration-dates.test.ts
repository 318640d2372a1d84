import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../dates.ts'
import {
  earliestDay,
  latestDueDay,
  latestIssueDay,
  whyConfirmReceivedOn,
  whyNotClosedTo,
  whyNotDueOn,
  whyNotIssuedOn,
  whyNotReceivedOn,
  whyNotReturnedOn,
  wrongBillDates,
} from './registration-dates.ts'

const now = '2026-11-22'

describe('a registration date', () => {
  it('of issue is at most ten years back and one year ahead', () => {
    for (const day of ['2016-11-22', '2026-11-22', '2027-11-22']) expect(whyNotIssuedOn(day, now)).toBeNull()
    expect(whyNotIssuedOn('2016-11-21', now)).toContain('dal 22/11/2016')
    expect(whyNotIssuedOn('1900-01-01', now)).toContain('dieci anni')
    expect(whyNotIssuedOn('2027-11-23', now)).toContain('fino al 22/11/2027')
    expect(whyNotIssuedOn('2199-12-31', now)).toContain('un anno di anticipo')
  })

  it('of a due date is not before the issue, and at most ten years after it', () => {
    expect(whyNotDueOn('2026-03-02', '2026-03-02')).toBeNull()
    expect(whyNotDueOn('2036-03-02', '2026-03-02')).toBeNull()
    expect(whyNotDueOn('2026-03-01', '2026-03-02')).toContain('del 02/03/2026')
    expect(whyNotDueOn('2036-03-03', '2026-03-02')).toContain('dieci anni')
    expect(whyNotDueOn('2199-01-01', '2026-03-02')).toContain('dieci anni')
  })

  it('up to which books are closed is in the past, within ten years', () => {
    for (const day of ['2016-11-22', '2026-11-21']) expect(whyNotClosedTo(day, now)).toBeNull()
    expect(whyNotClosedTo(now, now)).toContain('fino a ieri')
    expect(whyNotClosedTo('2016-11-21', now)).toContain('dieci anni')
  })

  it('of money is not in the future, and of a refund not before the money arrived', () => {
    expect(whyNotReceivedOn(now, now)).toBeNull()
    expect(whyNotReceivedOn('2026-11-23', now)).toContain('futuro')
    expect(whyNotReceivedOn('2016-11-21', now)).toContain('dieci anni')
    expect(whyNotReturnedOn('2026-10-02', '2026-10-02', now)).toBeNull()
    expect(whyNotReturnedOn('2026-10-01', '2026-10-02', now)).toContain('02/10/2026')
    expect(whyNotReturnedOn('2026-11-23', '2026-10-02', now)).toContain('futuro')
  })

  it('of money is to be confirmed before the bill that it pays, or in another year', () => {
    const bills = [
      { number: 'B/1', issue_date: '2026-03-01' },
      { number: 'B/2', issue_date: '2026-10-18' },
    ]
    expect(whyConfirmReceivedOn('2026-10-18', bills, now)).toBeNull()
    expect(whyConfirmReceivedOn('2026-10-17', bills, now)).toContain('B/2, emessa il 18/10/2026')
    expect(whyConfirmReceivedOn('2020-12-23', bills.slice(0, 1), now)).toContain('B/1')
    expect(whyConfirmReceivedOn('2025-12-23', [], now)).toContain('2025')
    expect(whyConfirmReceivedOn('2026-01-05', [], now)).toBeNull()
    // In January the money of December is registered.
    expect(whyConfirmReceivedOn('2026-12-20', [], '2027-01-10')).toBeNull()
    expect(whyConfirmReceivedOn('2026-10-09', [], '2027-01-10')).toContain('2026')
  })

  it('is named by its field', () => {
    const instalments = [{ due_date: '2026-03-01' }, { due_date: '2026-05-01' }]
    expect(Object.keys(wrongBillDates({ issue_date: '2026-04-01', instalments }, now))).toEqual([
      'instalments.0.due_date',
    ])
    expect(Object.keys(wrongBillDates({ issue_date: '1999-04-01', instalments }, now))).toEqual([
      'issue_date',
    ])
    expect(wrongBillDates({ issue_date: '2026-02-01', instalments }, now)).toEqual({})
  })

  it('is valid exactly within its bounds, in any year', () => {
    const day = fc.integer({ min: -46_000, max: 63_000 }).map((days) => addDays(now, days))
    fc.assert(
      fc.property(day, day, (one, other) => {
        expect(whyNotIssuedOn(one, now) === null).toBe(one >= earliestDay(now) && one <= latestIssueDay(now))
        expect(whyNotDueOn(one, other) === null).toBe(one >= other && one <= latestDueDay(other))
        expect(whyNotReceivedOn(one, now) === null).toBe(one >= earliestDay(now) && one <= now)
        expect(whyNotReturnedOn(one, other, now) === null).toBe(one >= other && one <= now)
      }),
    )
  })
})
