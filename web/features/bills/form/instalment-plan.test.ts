import { addDays, daysBetween } from '@saldo/domain/dates'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, instalmentPlan } from './instalment-plan.ts'

describe('addMonths', () => {
  it('keeps the day', () => expect(addMonths('2026-11-15', 3)).toBe('2027-02-15'))
  it('uses the last day of a shorter month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
    expect(addMonths('2026-12-31', 2)).toBe('2027-02-28')
  })
})

describe('instalmentPlan', () => {
  it('gives the extra cents to the first', () =>
    expect(instalmentPlan(10_000, 3, '2026-01-31', 1)).toEqual([
      { due_date: '2026-01-31', amount: 3_334 },
      { due_date: '2026-02-28', amount: 3_333 },
      { due_date: '2026-03-31', amount: 3_333 },
    ]))
  it('adds up to the total, one date after the other', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999_999 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 1, max: 12 }),
        (total, n, days, months) => {
          const plan = instalmentPlan(total, n, addDays('2020-01-01', days), months)
          expect(plan.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
          for (const [place, { due_date }] of plan.slice(1).entries())
            expect(daysBetween(plan[place]?.due_date ?? '', due_date)).toBeGreaterThan(0)
        },
      ),
    ))
})
