import { describe, expect, it } from 'vitest'
import { dayOf, shownMethod } from './payment-words.ts'

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
