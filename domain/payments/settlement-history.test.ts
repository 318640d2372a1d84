import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type Day } from '../dates.ts'
import type { AllocationRule } from './allocation.ts'
import { movementsOf, type SettledVersion } from './settlement-history.ts'

const version = (rule: AllocationRule, day: Day, cents: Record<number, number>): SettledVersion => ({
  rule,
  day,
  parts: Object.entries(cents).map(([id, amount]) => ({ instalment_id: Number(id), amount })),
})
const read = (...versions: SettledVersion[]) =>
  Object.fromEntries(
    [...movementsOf(versions)].map(([id, moved]) => [id, moved.map(({ day, amount }) => [day, amount])]),
  )

describe('movementsOf', () => {
  it('counts a payment from the day it arrived', () => {
    expect(read(version('named', '2026-03-10', { 1: 100, 2: 50 }))).toEqual({
      1: [['2026-03-10', 100]],
      2: [['2026-03-10', 50]],
    })
  })

  it('removes a returned debit or a lost dispute from all days', () => {
    for (const rule of ['return', 'dispute', 'reversal'] as const)
      expect(
        read(version('named', '2026-03-10', { 1: 100, 2: 50 }), version(rule, '2026-04-20', {})),
      ).toEqual({})
  })

  it('keeps the rest of a partly disputed payment', () => {
    expect(
      read(version('named', '2026-03-10', { 1: 100, 2: 50 }), version('dispute', '2026-04-20', { 1: 80 })),
    ).toEqual({ 1: [['2026-03-10', 80]] })
  })

  it('removes money that was moved before it was returned from all days', () => {
    const moved = version('manual', '2026-03-20', { 2: 100 })
    expect(
      read(version('oldest', '2026-03-10', { 1: 100 }), moved, version('return', '2026-04-20', {})),
    ).toEqual({})
  })

  it('counts a refund from its day', () => {
    expect(
      read(version('named', '2026-03-10', { 1: 100, 2: 50 }), version('refund', '2026-04-20', { 1: 70 })),
    ).toEqual({
      1: [
        ['2026-03-10', 100],
        ['2026-04-20', -30],
      ],
      2: [
        ['2026-03-10', 50],
        ['2026-04-20', -50],
      ],
    })
  })

  it('ignores a refund that failed', () => {
    expect(
      read(
        version('named', '2026-03-10', { 1: 100 }),
        version('refund', '2026-04-20', {}),
        version('refund_failed', '2026-04-28', { 1: 100 }),
      ),
    ).toEqual({ 1: [['2026-03-10', 100]] })
  })

  it('moves money to the other debt from the day of the decision', () => {
    expect(
      read(version('oldest', '2026-03-10', { 1: 100 }), version('manual', '2026-03-20', { 2: 100 })),
    ).toEqual({
      1: [
        ['2026-03-10', 100],
        ['2026-03-20', -100],
      ],
      2: [['2026-03-20', 100]],
    })
  })

  it('ends with the settled amounts of the last version, and is never negative before', () => {
    const rules: AllocationRule[] = ['manual', 'refund', 'refund_failed', 'return', 'dispute', 'reversal']
    const parts = fc.dictionary(fc.constantFrom('1', '2', '3'), fc.integer({ min: 1, max: 1000 }))
    const later = fc.array(
      fc.record({ rule: fc.constantFrom(...rules), days: fc.integer({ min: 0, max: 40 }), parts }),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(parts, later, (first, then) => {
        let day = '2026-01-10'
        const versions = [version('named', day, first)]
        for (const { rule, days, parts } of then) {
          day = addDays(day, days)
          versions.push(version(rule, day, parts))
        }
        const last = versions.at(-1)?.parts ?? []
        const moved = movementsOf(versions)
        for (const id of [1, 2, 3]) {
          const of = moved.get(id) ?? []
          expect(of.reduce((sum, { amount }) => sum + amount, 0)).toBe(
            last.find(({ instalment_id }) => instalment_id === id)?.amount ?? 0,
          )
          let settled = 0
          for (const { amount } of of) {
            settled += amount
            expect(settled).toBeGreaterThanOrEqual(0)
          }
        }
      }),
    )
  })
})
