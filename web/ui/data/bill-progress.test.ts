import { billStates } from '@saldo/domain/bills/bill'
import { describe, expect, it } from 'vitest'
import { billProgress } from './bill-progress.ts'
import { progressWords } from './PaymentProgress.tsx'

const bill = { amount: 10_000, settled: 2_500 }
const words = (of: Parameters<typeof billProgress>[0]) => {
  const lines = billProgress(of)
  return lines && progressWords(lines)
}

describe('the picture of a bill', () => {
  it('shows the part that was received in every state that still asks for money', () => {
    for (const state of ['to_pay', 'due_soon', 'overdue', 'returned', 'partly_paid'] as const) {
      expect(billProgress({ ...bill, state }), state).toEqual({
        due: 10_000,
        received: 2_500,
        state: 'partial',
      })
      expect(words({ ...bill, state }), state).toBe('25 % incassato')
    }
  })

  it('tells a screen reader of the part and of the payment under way', () => {
    expect(words({ ...bill, state: 'pending' })).toBe('25 % incassato, pagamento in corso')
    expect(words({ ...bill, settled: 0, state: 'pending' })).toBe('pagamento in corso')
  })

  it('says of money that went back where it is', () => {
    expect(words({ ...bill, settled: 0, state: 'refunded' })).toBe('incassato, poi rimborsato')
    expect(words({ ...bill, state: 'disputed' })).toBe('25 % incassato, contestato')
    expect(words({ ...bill, settled: 10_000, state: 'disputed' })).toBe('tutto incassato, contestato')
  })

  it('never says that nothing came when a cent came, nor that all came while a cent is missing', () => {
    expect(words({ amount: 10_000, settled: 1, state: 'overdue' })).toBe('1 % incassato')
    expect(words({ amount: 10_000, settled: 9_999, state: 'overdue' })).toBe('99 % incassato')
    expect(words({ amount: 10_000, settled: 0, state: 'overdue' })).toBe('niente incassato')
  })

  it('is none for drafts and cancelled bills alone', () => {
    const without = billStates.filter((state) => billProgress({ ...bill, state }) === null)
    expect(without).toEqual(['draft', 'cancelled'])
  })
})
