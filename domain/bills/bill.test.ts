import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../dates.ts'
import { billCan, billPhases, billState, billStates, whyNotPay } from './bill.ts'

const today = '2026-11-21'

describe('billState', () => {
  it.each([
    ['open', '2026-11-20', 'overdue'],
    ['open', '2026-11-21', 'due_soon'],
    ['open', '2026-12-01', 'due_soon'],
    ['open', '2026-12-02', 'to_pay'],
    ['open', null, 'to_pay'],
    ['partly_paid', '2026-11-20', 'overdue'],
    ['partly_paid', '2026-11-21', 'partly_paid'],
    ['partly_paid', null, 'partly_paid'],
    ['pending', '2026-11-20', 'pending'],
    ['draft', '2026-11-20', 'draft'],
    ['paid', '2026-11-20', 'paid'],
    ['returned', '2026-11-20', 'returned'],
    ['cancelled', '2026-11-20', 'cancelled'],
    ['refunded', null, 'refunded'],
    ['disputed', null, 'disputed'],
  ] as const)('%s due %s: %s', (phase, next_due_date, state) =>
    expect(billState({ phase, next_due_date }, today)).toBe(state),
  )

  it('only moves towards overdue as days pass', () => {
    const order = ['to_pay', 'due_soon', 'overdue']
    fc.assert(
      fc.property(fc.integer({ min: -40, max: 40 }), (days) => {
        const bill = { phase: 'open' as const, next_due_date: addDays(today, days) }
        const before = billState(bill, today)
        const after = billState(bill, addDays(today, 1))
        expect(order.indexOf(after)).toBeGreaterThanOrEqual(order.indexOf(before))
        expect(billStates).toContain(before)
      }),
    )
  })
})

describe('billCan', () => {
  const allowing = (act: Exclude<keyof typeof billCan, 'why'>) =>
    billPhases.filter((phase) => billCan[act]({ phase }))

  it('allows changes only while nothing was received', () => {
    expect(allowing('cancel')).toEqual(['draft', 'open', 'returned', 'refunded'])
    expect(allowing('edit')).toEqual(['draft', 'open', 'returned', 'refunded'])
  })
})

describe('whyNotPay', () => {
  const payable = (of: { residue: number; pending: number }) =>
    billPhases.filter((phase) => whyNotPay({ phase, ...of }) === null)

  it('allows payments only if something is due and no payment is pending', () =>
    expect(payable({ residue: 0, pending: 0 })).toEqual(['open', 'partly_paid', 'returned', 'refunded']))

  it('allows to pay what a dispute does not hold', () => {
    expect(payable({ residue: 100, pending: 0 })).toEqual([
      ...['open', 'partly_paid', 'returned', 'refunded', 'disputed'],
    ])
    expect(whyNotPay({ phase: 'disputed', residue: 100, pending: 50 })).toMatch(/in corso/)
    expect(whyNotPay({ phase: 'disputed', residue: 0, pending: 0 })).toMatch(/contestato/)
  })

  it.each(billPhases)('says why a %s bill cannot be paid, or nothing when it can', (phase) => {
    const why = whyNotPay({ phase, residue: 0, pending: 0 })
    if (payable({ residue: 0, pending: 0 }).includes(phase)) expect(why).toBeNull()
    else expect(why).toMatch(/\.$/)
  })
})
