import { describe, expect, it } from 'vitest'
import type { Payment } from './payment-query.ts'
import { refundableWords } from './refundable-until.ts'

describe('refundableWords', () => {
  const until = (day: string, changed: Partial<Payment> = {}) =>
    refundableWords(
      { state: 'succeeded', method: 'SEPA_DEBIT', settled_at: '2026-09-01T10:00:00Z', ...changed },
      day,
    )
  it('of a collected debit: eight weeks without a reason, then thirteen months if it was not authorised', () => {
    expect(until('2026-10-27')).toContain('27/10/2026')
    expect(until('2026-10-28')).toContain('01/10/2027')
    expect(until('2027-10-01')).toContain('non era autorizzato')
    expect(until('2027-10-02')).toBeNull()
  })
  it('nothing of a card, and nothing of a debit that did not arrive', () => {
    expect(until('2026-10-01', { method: 'CARD' })).toBeNull()
    expect(until('2026-10-01', { state: 'processing', settled_at: null })).toBeNull()
    expect(until('2026-10-01', { state: 'failed' })).toBeNull()
  })
})
