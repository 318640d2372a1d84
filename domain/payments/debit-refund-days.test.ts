import { describe, expect, it } from 'vitest'
import { debitRefundDays } from './debit-refund-days.ts'

const settled_at = '2026-06-05T11:00:00Z'
const none = { refundable_until: null, unauthorised_until: null }

describe('a collected debit', () => {
  it('can be asked back for eight weeks, and for thirteen months if nobody had authorised it', () => {
    expect(debitRefundDays({ method: 'SEPA_DEBIT', state: 'succeeded', settled_at })).toEqual({
      refundable_until: '2026-07-31',
      unauthorised_until: '2027-07-05',
    })
  })
  it.each([
    ['another payment', { method: 'CARD', state: 'succeeded', settled_at }],
    ['one under way', { method: 'SEPA_DEBIT', state: 'processing', settled_at: null }],
    ['one that came back', { method: 'SEPA_DEBIT', state: 'failed', settled_at }],
  ] as const)('%s has no such days', (_what, payment) => {
    expect(debitRefundDays(payment)).toEqual(none)
  })
})
