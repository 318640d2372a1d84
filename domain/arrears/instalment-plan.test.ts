import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../dates.ts'
import {
  agreementText,
  type DueAmount,
  evenRates,
  firstOf,
  hasLapsed,
  overRows,
  restOf,
  shareRates,
  whyNotRates,
} from './instalment-plan.ts'

const first = '2026-06-30'
const sum = (parts: readonly { amount: number }[]) => parts.reduce((total, { amount }) => total + amount, 0)
const cents = fc.integer({ min: 1, max: 5_000_000 })
const schedule = fc
  .array(cents, { minLength: 1, maxLength: 12 })
  .map((amounts): DueAmount[] =>
    amounts.map((amount, place) => ({ due_date: addDays(first, place * 30), amount })),
  )
/** Debts and rates of the same sum, cut at different places. */
const debtsAndRates = fc
  .tuple(fc.array(cents, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 36 }))
  .filter(([debts, n]) => debts.reduce((total, each) => total + each, 0) >= n)
  .map(([debts, n]) => ({
    debts,
    rates: evenRates(
      debts.reduce((total, each) => total + each, 0),
      n,
      first,
      1,
    ),
  }))

describe('evenRates', () => {
  it('sum to the debt, differ by a cent at most, and go from month to month', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 36 }), (total, n) => {
        const rates = evenRates(total, n, first, 1)
        const amounts = rates.map(({ amount }) => amount)
        expect(sum(rates)).toBe(total)
        expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1)
      }),
    )
    expect(evenRates(100, 3, '2026-01-31', 1).map(({ due_date }) => due_date)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
    ])
  })
})

describe('shareRates', () => {
  it('splits each debt exactly, and asks on each day exactly its rate', () => {
    fc.assert(
      fc.property(debtsAndRates, ({ debts, rates }) => {
        const shared = shareRates(rates, debts)
        expect(shared.map(sum)).toEqual(debts)
        const byDay = new Map<string, number>()
        for (const part of shared.flat())
          byDay.set(part.due_date, (byDay.get(part.due_date) ?? 0) + part.amount)
        expect([...byDay]).toEqual(rates.map(({ due_date, amount }) => [due_date, amount]))
        expect(shared.flat().every(({ amount }) => amount > 0)).toBe(true)
      }),
    )
  })
  it('pays the debts in their order', () => {
    const rates = [100, 100, 100].map((amount, place) => ({ due_date: addDays(first, place), amount }))
    expect(shareRates(rates, [150, 150])).toEqual([
      [
        { due_date: first, amount: 100 },
        { due_date: addDays(first, 1), amount: 50 },
      ],
      [
        { due_date: addDays(first, 1), amount: 50 },
        { due_date: addDays(first, 2), amount: 100 },
      ],
    ])
  })
  it('refuses different sums', () => {
    expect(() => shareRates([{ due_date: first, amount: 99 }], [100])).toThrow(RangeError)
  })
})

describe('restOf', () => {
  it('leaves exactly the residue, on days of the schedule, with the first paid first', () => {
    fc.assert(
      fc.property(schedule, fc.double({ min: 0, max: 1.5, noNaN: true }), (parts, share) => {
        const residue = Math.round(sum(parts) * share)
        const rest = restOf(parts, residue)
        expect(sum(rest)).toBe(residue)
        expect(rest.every(({ amount }) => amount > 0)).toBe(true)
        const days = rest.map(({ due_date }) => due_date)
        expect(parts.map(({ due_date }) => due_date).slice(parts.length - days.length)).toEqual(days)
      }),
    )
  })
  it('of an unpaid plan is the plan’s own schedule', () => {
    fc.assert(
      fc.property(schedule, (parts) => {
        expect(restOf(parts, sum(parts))).toEqual(parts)
      }),
    )
  })
})

describe('overRows', () => {
  it('keeps days and their sums for any minimum number of rows', () => {
    fc.assert(
      fc.property(schedule, fc.integer({ min: 0, max: 20 }), (parts, rows) => {
        fc.pre(sum(parts) >= 40)
        const pieces = overRows(parts, rows)
        expect(pieces.length).toBe(Math.max(parts.length, rows))
        for (const { due_date, amount } of parts)
          expect(sum(pieces.filter((piece) => piece.due_date === due_date))).toBe(amount)
        expect(pieces.every(({ amount }) => amount > 0)).toBe(true)
      }),
    )
  })
})

describe('whyNotRates', () => {
  const rates = evenRates(10_000, 2, first, 1)
  it('accepts rates that add up and are in order of date', () => {
    expect(whyNotRates(rates, 10_000, '2026-06-01')).toEqual({})
    expect(whyNotRates(rates, 10_000, first)).toEqual({})
  })
  it('names the wrong fields', () => {
    expect(whyNotRates(rates, 10_001, '2026-06-01')).toEqual({
      rates: 'Le rate danno 100,00\u00a0€, ma il debito è di 100,01\u00a0€.',
    })
    expect(Object.keys(whyNotRates(rates, 10_000, '2026-07-01'))).toEqual(['rates.0.due_date'])
    expect(Object.keys(whyNotRates([...rates].reverse(), 10_000, '2026-06-01'))).toEqual(['rates.1.due_date'])
  })
})

it('lapses on the day after the last day of grace', () => {
  expect(hasLapsed(first, 10, addDays(first, 10))).toBe(false)
  expect(hasLapsed(first, 10, addDays(first, 11))).toBe(true)
})

it('a rate that is due on a holiday, or whose grace ends on one, can be paid on the next working day', () => {
  expect(hasLapsed('2026-08-15', 0, '2026-08-17')).toBe(false)
  expect(hasLapsed('2026-08-15', 0, '2026-08-18')).toBe(true)
  // A Wednesday and eleven days: a Sunday.
  expect(hasLapsed('2026-07-01', 11, '2026-07-13')).toBe(false)
  expect(hasLapsed('2026-07-01', 11, '2026-07-14')).toBe(true)
})

it('the first cents of a schedule and the rest add up to the whole', () => {
  fc.assert(
    fc.property(schedule, fc.nat(60_000_000), (parts, wanted) => {
      const paid = Math.min(wanted, sum(parts))
      const first = firstOf(parts, paid)
      expect(sum(first)).toBe(paid)
      expect(sum(restOf(parts, sum(parts) - paid))).toBe(sum(parts) - paid)
      expect(first.map(({ due_date }) => due_date)).toEqual(
        parts.slice(0, first.length).map(({ due_date }) => due_date),
      )
    }),
  )
})

it('the agreement names the amounts to the cent', () => {
  const text = agreementText({
    nominative: 'Rossi Lucia',
    account_name: 'Condominio Aurora',
    business_name: 'Studio Bianchi',
    bills: [{ number: '7', amount: 10_000 }],
    rates: evenRates(10_000, 3, first, 1),
    grace_days: 10,
  })
  expect(text).toContain('100,00\u00a0€ per la bolletta 7')
  expect(text).toContain('Rata 1: 33,34\u00a0€ entro il 30/06/2026.')
  expect(text).toContain('entro 10 giorni')
})
