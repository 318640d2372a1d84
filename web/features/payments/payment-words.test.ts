import { describe, expect, it } from 'vitest'
import type { Payment } from './payment-query.ts'
import { dayOf, shownMethod, whenOf } from './payment-words.ts'

describe('shownMethod', () => {
  it('names the card by its brand and last digits', () =>
    expect(shownMethod({ method: 'CARD', brand: 'american-express', last4: '0005' })).toBe(
      'American Express •••• 0005',
    ))
  it('falls back to the method', () => {
    expect(shownMethod({ method: 'CARD', brand: null, last4: null })).toBe('Carta')
    expect(shownMethod({ method: 'CARD', brand: 'toString', last4: null })).toBe('Carta')
    expect(shownMethod({ method: 'SEPA_DEBIT', brand: 'bank', last4: '0001' })).toBe(
      'Addebito SEPA •••• 0001',
    )
  })
})

describe('dayOf', () => {
  it('is the day in Rome', () => {
    expect(dayOf('2026-08-31T22:30:00Z')).toBe('2026-09-01')
    expect(dayOf('2026-12-31T22:30:00Z')).toBe('2026-12-31')
  })
})

describe('whenOf', () => {
  const of = (state: Payment['state'], settled_at: string | null = '2026-11-22T19:55:00Z') =>
    whenOf({ state, method: 'CARD', settled_at, created_at: '2026-11-22T19:50:00Z' } as Payment)
  it('says of money that came back when it was paid, not when it came back', () => {
    for (const state of ['disputed', 'refunded', 'partly_refunded', 'failed'] as const)
      expect(of(state)).toMatch(/^, pagata domenica 22 novembre 2026 alle 20:55/)
  })
  it('says when a payment was made or tried', () => {
    expect(of('succeeded')).toMatch(/^ domenica 22 novembre 2026 alle 20:55/)
    expect(of('failed', null)).toMatch(/^ domenica 22 novembre 2026 alle 20:50/)
  })
})
