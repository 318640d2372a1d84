import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, inLegalOrder } from './allocation.ts'

const may = { instalment_id: 1, due_date: '2026-05-31', still_due: 10000 }
const july = { instalment_id: 2, due_date: '2026-07-31', still_due: 5000 }
const settled = { instalment_id: 3, due_date: '2026-01-31', still_due: 0 }

describe('allocate', () => {
  it('settles the oldest debt first', () => {
    expect(allocate(12000, [july, settled, may])).toEqual({
      allocations: [
        { instalment_id: 1, amount: 10000 },
        { instalment_id: 2, amount: 2000 },
      ],
      surplus: 0,
    })
  })

  it('settles the debts that the payer names, and keeps the rest as credit', () => {
    expect(allocate(6050, [may, july], [2])).toEqual({
      allocations: [{ instalment_id: 2, amount: 5000 }],
      surplus: 1050,
    })
    expect(allocate(6000, [may, july], [2, 1]).allocations).toEqual([
      { instalment_id: 2, amount: 5000 },
      { instalment_id: 1, amount: 1000 },
    ])
  })

  it('makes everything credit if the named debts are settled already', () => {
    expect(allocate(33914, [settled, may], [3])).toEqual({ allocations: [], surplus: 33914 })
    expect(allocate(100, [may], [99])).toEqual({ allocations: [], surplus: 100 })
  })

  it('keeps the given order of debts due on the same day, and counts a repeated name once', () => {
    const twin = { ...may, instalment_id: 4 }
    expect(allocate(100, [twin, may]).allocations).toEqual([{ instalment_id: 4, amount: 100 }])
    expect(allocate(30000, [twin, may], [4, 4])).toMatchObject({ surplus: 20000 })
  })

  it.each([-1, 0.5, Number.NaN])('refuses %d', (amount) =>
    expect(() => allocate(amount, [may])).toThrow(RangeError),
  )

  const instalments = fc.uniqueArray(
    fc.record({
      instalment_id: fc.integer({ min: 1, max: 50 }),
      due_date: fc.constantFrom('2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31'),
      still_due: fc.nat(100_000),
    }),
    { selector: ({ instalment_id }) => instalment_id, maxLength: 12 },
  )

  it('loses no cent, overpays nothing, and leaves credit only when everything is settled', () => {
    const names = fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 5 })
    fc.assert(
      fc.property(fc.nat(1_000_000), instalments, names, (amount, due, named) => {
        const { allocations, surplus } = allocate(amount, due, named)
        const given = new Map(allocations.map((each) => [each.instalment_id, each.amount]))
        expect(allocations.reduce((sum, each) => sum + each.amount, 0) + surplus).toBe(amount)
        expect(given.size).toBe(allocations.length)
        for (const { instalment_id, still_due } of due) {
          const share = given.get(instalment_id) ?? 0
          expect(share).toBeLessThanOrEqual(still_due)
          const asked = named.length === 0 || named.includes(instalment_id)
          if (!asked) expect(share).toBe(0)
          else if (surplus > 0) expect(share).toBe(still_due)
        }
      }),
    )
  })

  it('pays nothing on a newer debt while an older one is open', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), instalments, (amount, due) => {
        const { allocations } = allocate(amount, due)
        const given = new Map(allocations.map((each) => [each.instalment_id, each.amount]))
        for (const older of due) {
          if ((given.get(older.instalment_id) ?? 0) === older.still_due) continue
          const younger = due.filter(({ due_date }) => due_date > older.due_date)
          for (const { instalment_id } of younger) expect(given.has(instalment_id)).toBe(false)
        }
      }),
    )
  })
})

describe('inLegalOrder', () => {
  const interest = { instalment_id: 5, due_date: '2026-12-31', still_due: 300, is_interest: true }
  const older = { instalment_id: 6, due_date: '2026-11-30', still_due: 200, is_interest: true }
  const order = (interest_first: boolean) =>
    inLegalOrder([july, interest, may, older], { interest_first }).map(({ instalment_id }) => instalment_id)

  it('sorts by due date if the creditor accepts principal first', () => {
    expect(order(false)).toEqual([1, 2, 6, 5])
  })

  it('takes interest first otherwise, each oldest first (art. 1194 c.c.)', () => {
    expect(order(true)).toEqual([6, 5, 1, 2])
  })

  it('pays no principal while interest is open', () => {
    const debts = fc.array(
      fc.record({
        instalment_id: fc.integer({ min: 1, max: 10_000 }),
        due_date: fc.constantFrom('2026-01-31', '2026-02-28', '2026-03-31'),
        still_due: fc.integer({ min: 0, max: 50_000 }),
        is_interest: fc.boolean(),
      }),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(fc.nat(300_000), debts, (amount, given) => {
        const due = given.filter(
          (one, at) => given.findIndex(({ instalment_id }) => instalment_id === one.instalment_id) === at,
        )
        const sorted = inLegalOrder(due, { interest_first: true })
        const { allocations } = allocate(
          amount,
          sorted,
          sorted.map(({ instalment_id }) => instalment_id),
        )
        const paid = (id: number) =>
          allocations.find(({ instalment_id }) => instalment_id === id)?.amount ?? 0
        const open = due.some((each) => each.is_interest && paid(each.instalment_id) < each.still_due)
        if (open) for (const each of due) if (!each.is_interest) expect(paid(each.instalment_id)).toBe(0)
      }),
    )
  })
})
