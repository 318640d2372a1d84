import { describe, expect, it } from 'vitest'
import {
  allocationProblem,
  amountErrors,
  amountToAllocate,
  moreCredit,
  openInstalmentsOf,
  sumAllocated,
} from './reallocation.ts'

const part = (instalment_id: number, due_date: string, amount: number) => ({
  ...{ instalment_id, due_date, amount },
  bill_id: 1,
  bill_number: 'B-1',
})
const version = { version: 1, rule: 'named', reason: null, actor: 'Anna', at: '', credit: 500 } as const
const payment = {
  allocations: [{ ...version, parts: [part(2, '2026-10-15', 1_000), part(3, '2026-12-15', 2_000)] }],
}

describe('openInstalmentsOf', () => {
  it('merges paid and open instalments, oldest first', () => {
    const open = [
      { ...part(1, '2026-09-15', 0), still_due: 700 },
      { ...part(3, '2026-12-15', 0), still_due: 50 },
    ]
    expect(
      openInstalmentsOf(payment, open).map(({ instalment_id, free, now }) => [instalment_id, free, now]),
    ).toEqual([
      [1, 700, 0],
      [2, 1_000, 1_000],
      [3, 2_050, 2_000],
    ])
  })
})

it('allocates the whole payment, including its credit', () => expect(amountToAllocate(payment)).toBe(3_500))

it('says how much more would become credit than is credit already', () => {
  expect(moreCredit(payment, { 1: 3_000 })).toBe(0)
  expect(moreCredit(payment, { 1: 2_000 })).toBe(1_000)
  expect(moreCredit(payment, { 1: 3_500 })).toBe(-500)
})

describe('refused amounts', () => {
  const debts = openInstalmentsOf(payment, [])
  it('more than is due of an instalment, or not an amount', () => {
    expect(amountErrors(debts, { 2: 1_001, 3: Number.NaN })).toEqual({
      'amounts.2': expect.stringContaining('10,00'),
      'amounts.3': 'Non è un importo.',
    })
    expect(amountErrors(debts, { 2: null, 3: 2_000 })).toEqual({})
  })
  it('sums that do not match, unless the rest may become credit', () => {
    expect(sumAllocated({ 2: 1_000, 3: null })).toBe(1_000)
    expect(allocationProblem(3_500, { 2: 1_000 }, false)).toMatch(/25,00/)
    expect(allocationProblem(3_500, { 2: 1_000 }, true)).toBeNull()
    expect(allocationProblem(500, { 2: 1_000 }, true)).toMatch(/di troppo/)
  })
})
