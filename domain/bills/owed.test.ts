import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../dates.ts'
import { type BillPhase, billPhases } from './bill.ts'
import { askSentence, byWhen, type DueBill, dueNow, owedOf } from './owed.ts'

const today = '2026-11-22'
const instalment = fc
  .record({
    due_date: fc.integer({ min: -90, max: 90 }).map((days) => addDays(today, days)),
    amount: fc.integer({ min: 1, max: 5_000_000 }),
    share: fc.constantFrom(0, 0, 0.3, 0.999, 1),
    held: fc.boolean(),
  })
  .map(({ share, held, ...of }) => {
    const settled = Math.floor(of.amount * share)
    return { ...of, settled, pending: held ? of.amount - settled : 0 }
  })
const bill = fc.record({
  phase: fc.constantFrom(...billPhases),
  instalments: fc.array(instalment, { minLength: 1, maxLength: 8 }),
})

describe('the amount owed', () => {
  it('is zero for drafts and cancelled bills, and its parts never exceed the residue', () => {
    fc.assert(
      fc.property(bill, (of) => {
        const { residue, overdue, due_now, pending } = owedOf(of, today)
        const asked = of.instalments.reduce((sum, { amount, settled }) => sum + amount - settled, 0)
        expect(residue).toBe(['draft', 'cancelled'].includes(of.phase) ? 0 : asked)
        expect(overdue).toBeGreaterThanOrEqual(0)
        expect(overdue).toBeLessThanOrEqual(due_now)
        expect(due_now).toBeLessThanOrEqual(residue)
        expect(due_now === 0).toBe(residue === 0)
        expect(pending).toBeLessThanOrEqual(residue)
        if (overdue > 0) expect(due_now).toBe(overdue)
      }),
    )
  })

  it('does not depend on the history of an issued bill', () => {
    const befell = billPhases.filter((phase) => phase !== 'draft' && phase !== 'cancelled')
    fc.assert(
      fc.property(bill, fc.constantFrom(...befell), fc.constantFrom(...befell), (of, one, other) => {
        expect(owedOf({ ...of, phase: one }, today)).toEqual(owedOf({ ...of, phase: other }, today))
      }),
    )
  })

  it('becomes overdue on the day after the due date, without changing in total', () => {
    fc.assert(
      fc.property(bill, (of) => {
        const later = owedOf(of, addDays(today, 1))
        const now = owedOf(of, today)
        expect(later.residue).toBe(now.residue)
        expect(later.overdue).toBeGreaterThanOrEqual(now.overdue)
        expect(owedOf(of, '2099-01-01').overdue).toBe(now.residue)
      }),
    )
  })

  const of = (phase: BillPhase, ...due: [days: number, amount: number, settled?: number][]): DueBill => ({
    phase,
    instalments: due.map(([days, amount, settled = 0]) => ({
      due_date: addDays(today, days),
      amount,
      settled,
      pending: 0,
    })),
  })

  it('counts a returned, refunded, pending or disputed bill like any other', () => {
    for (const phase of ['open', 'partly_paid', 'returned', 'refunded', 'pending', 'disputed'] as const)
      expect(owedOf(of(phase, [-5, 100_000]), today)).toEqual({
        residue: 100_000,
        overdue: 100_000,
        due_now: 100_000,
        pending: 0,
      })
  })

  it('is not overdue on the due date itself', () => {
    expect(owedOf(of('open', [0, 300], [30, 300]), today)).toMatchObject({
      ...{ residue: 600, overdue: 0, due_now: 300 },
    })
    expect(owedOf(of('open', [-1, 300], [0, 300]), today)).toMatchObject({
      ...{ residue: 600, overdue: 300, due_now: 300 },
    })
  })

  it('includes in ‘due now’ everything due on the next date, less what was received', () => {
    const { instalments } = of('partly_paid', [-40, 100, 100], [20, 100, 40], [20, 50], [50, 100])
    expect(owedOf({ phase: 'partly_paid', instalments }, today).due_now).toBe(110)
    expect(dueNow(instalments, today).map(({ amount }) => amount)).toEqual([100, 50])
    expect(dueNow([], today)).toEqual([])
  })

  it('includes pending payments, which are shown apart', () => {
    const instalments = [{ due_date: addDays(today, -3), amount: 500, settled: 100, pending: 400 }]
    expect(owedOf({ phase: 'pending', instalments }, today)).toEqual({
      ...{ residue: 400, overdue: 400, due_now: 400, pending: 400 },
    })
  })

  it('asks first for what is due now', () => {
    const say = (...due: [days: number, amount: number][]) => {
      const owed = owedOf(of('open', ...due), today)
      return [askSentence(owed), byWhen(owed, addDays(today, Math.min(...due.map(([days]) => days))))]
    }
    expect(say([8, 10_000])).toEqual(['Da pagare 100,00\u00a0€', 'entro lunedì 30 novembre 2026'])
    expect(say([8, 11_250], [40, 30_000])).toEqual([
      'Da pagare ora 112,50\u00a0€ · in tutto 412,50\u00a0€',
      'entro lunedì 30 novembre 2026',
    ])
    expect(say([-8, 10_000], [0, 500], [40, 20_000])).toEqual([
      'Da pagare ora 100,00\u00a0€ · in tutto 305,00\u00a0€',
      'scaduti da sabato 14 novembre 2026',
    ])
  })
})
