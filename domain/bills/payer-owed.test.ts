import { describe, expect, it } from 'vitest'
import { type PayersBill, payerOwedOf } from './payer-owed.ts'

const today = '2026-11-22'
const bill = (
  of: Partial<PayersBill> & { due: [day: string, amount: number, settled?: number][] },
): PayersBill => {
  const instalments = of.due.map(([due_date, amount, settled = 0]) => ({
    due_date,
    amount,
    settled,
    pending: 0,
  }))
  const residue = instalments.reduce((sum, { amount, settled }) => sum + amount - settled, 0)
  return { phase: 'open', payable: residue, ...of, instalments }
}

describe('what a payer owes in all', () => {
  it('adds what is due now of each bill, and says what is late and what comes', () => {
    const late = bill({
      due: [
        ['2026-09-30', 10_000, 4_000],
        ['2026-12-31', 5_000],
      ],
    })
    const coming = bill({
      due: [
        ['2026-11-30', 8_000],
        ['2027-01-31', 8_000],
      ],
    })
    expect(payerOwedOf([late, coming], today)).toEqual({
      ...{ residue: 27_000, overdue: 6_000, due_now: 14_000, pending: 0, payable_now: 14_000, to_confirm: 0 },
      late_since: '2026-09-30',
      next: { due_date: '2026-11-30', amount: 8_000 },
    })
  })

  it('adds what falls due on the same day, today included', () => {
    const one = bill({ due: [[today, 1_000]] })
    const other = bill({
      due: [
        ['2026-09-30', 500],
        [today, 2_000],
      ],
    })
    expect(payerOwedOf([one, other], today)).toMatchObject({
      ...{ overdue: 500, due_now: 1_500, late_since: '2026-09-30' },
      next: { due_date: today, amount: 3_000 },
    })
  })

  it('cannot be paid at once where a payment is under way, and is still owed', () => {
    const under_way = bill({ due: [['2026-09-30', 10_000]], payable: 0, phase: 'pending' })
    const other = bill({ due: [['2026-12-31', 5_000]] })
    expect(payerOwedOf([under_way, other], today)).toMatchObject({ due_now: 15_000, payable_now: 5_000 })
  })

  it('names apart what waits for the payer’s own approval', () => {
    const pending = (payable: number) => ({
      ...{ phase: 'pending' as const, payable },
      instalments: [{ due_date: '2026-12-31', amount: 5_000, settled: 0, pending: 5_000 }],
    })
    expect(payerOwedOf([pending(5_000), pending(0)], today)).toMatchObject({
      pending: 10_000,
      to_confirm: 5_000,
    })
  })

  it('is nothing without bills, and for drafts, cancelled and paid ones', () => {
    const nothing = {
      ...{ residue: 0, overdue: 0, due_now: 0, pending: 0, payable_now: 0, to_confirm: 0 },
      ...{ late_since: null, next: null },
    }
    expect(payerOwedOf([], today)).toEqual(nothing)
    const bills = [
      bill({ phase: 'draft', due: [['2026-09-30', 10_000]] }),
      bill({ phase: 'cancelled', due: [['2026-12-31', 10_000]] }),
      bill({ phase: 'paid', due: [['2026-09-30', 10_000, 10_000]] }),
    ]
    expect(payerOwedOf(bills, today)).toEqual(nothing)
  })
})
