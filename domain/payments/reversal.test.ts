import { describe, expect, it } from 'vitest'
import { paymentStates } from './payment.ts'
import { paymentMethods } from './payment-method.ts'
import { type ReversiblePayment, whyNotReverse } from './reversal.ts'

const cash: ReversiblePayment = { state: 'succeeded', method: 'CASH', refunded: 0, refunding: 0 }

describe('whyNotReverse', () => {
  it('lets the office reverse what it registered itself, and nothing else', () => {
    const reversible = paymentMethods.filter((method) => whyNotReverse({ ...cash, method }) === null)
    expect(reversible).toEqual(['BANK_TRANSFER', 'CASH', 'CHEQUE', 'POSTAL_SLIP', 'OTHER'])
    expect(whyNotReverse({ ...cash, method: 'CARD' })).toContain('si rimborsa')
  })

  it('refuses in every state but one, with a reason', () => {
    for (const state of paymentStates.filter((each) => each !== 'succeeded'))
      expect(whyNotReverse({ ...cash, state })).toMatch(/\.$/)
    expect(whyNotReverse({ ...cash, state: 'reversed' })).toBe('È già stornato.')
  })

  it('refuses when money was given back, or is about to be', () => {
    expect(whyNotReverse({ ...cash, refunded: 1 })).toContain('rimborsato')
    expect(whyNotReverse({ ...cash, refunding: 1 })).toContain('rimborsato')
  })
})
