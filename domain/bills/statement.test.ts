import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../dates.ts'
import { type Movement, statementKinds, statementOf } from './statement.ts'

const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-01-01', days))
const movement: fc.Arbitrary<Movement> = fc.record({
  day,
  kind: fc.constantFrom(...statementKinds),
  amount: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  credit: fc.integer({ min: -10_000, max: 10_000 }),
})
const movements = fc.array(movement, { maxLength: 40 })

describe('a statement', () => {
  it('adds up to the cent, line by line and in its sums', () => {
    fc.assert(
      fc.property(movements, day, day, (all, one, other) => {
        const [from, to] = [one, other].sort() as [string, string]
        const statement = statementOf(all, { from, to })
        let balance = statement.opening
        for (const line of statement.lines) {
          balance += line.amount
          expect(line.balance).toBe(balance)
          expect(line.day >= from && line.day <= to).toBe(true)
        }
        expect(statement.closing).toBe(balance)
        const { opening, asked, paid, given_back, closing } = statement
        expect(opening + asked - paid + given_back).toBe(closing)
      }),
    )
  })

  it('ends where the next one begins, and consists of its parts', () => {
    fc.assert(
      fc.property(movements, day, (all, cut) => {
        const first = statementOf(all, { from: '2026-01-01', to: cut })
        const second = statementOf(all, { from: addDays(cut, 1), to: '2028-01-01' })
        const whole = statementOf(all, { from: '2026-01-01', to: '2028-01-01' })
        expect(second.opening).toBe(first.closing)
        expect(second.closing).toBe(whole.closing)
        expect([...first.lines, ...second.lines]).toEqual(whole.lines)
        expect(whole.opening).toBe(0)
      }),
    )
  })
})
