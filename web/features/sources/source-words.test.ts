import { describe, expect, it } from 'vitest'
import { sourceName } from '../../records/source-name.ts'
import type { Source } from './source-query.ts'
import { expiryOf, plannedWords, removalWords, sourceState } from './source-words.ts'

const card = {
  type: 'card',
  state: 'active',
  brand: 'visa',
  last4: '4242',
  exp_month: 9,
  exp_year: 2090,
  mandate: { state: 'active' },
  planned: { count: 0, amount: 0, next_collect_on: null },
} as Source
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('description of a source', () => {
  it('is named by brand and last digits, or by kind if these are unknown', () => {
    expect(sourceName(card)).toBe('Visa •••• 4242')
    expect(sourceName({ type: 'sepa_debit', brand: null, last4: null })).toBe('Conto bancario')
  })
  it('returns when a card expires or that it has; the month itself is still valid', () => {
    expect(expiryOf(card, '2026-11-21')).toBe('scade 09/2090')
    expect(expiryOf(card, '2090-09-30')).toBe('scade 09/2090')
    expect(expiryOf(card, '2090-10-01')).toBe('scaduta 09/2090')
    expect(expiryOf({ ...card, exp_month: null })).toBe('')
  })
  it('shows the mandate’s state, an expired card, and planned debits', () => {
    expect(sourceState(card).word).toBe('Attivo')
    expect(sourceState({ ...card, exp_year: 2020 }).word).toBe('Scaduta')
    expect(sourceState({ ...card, state: 'pending' }).word).toBe('Da confermare')
    expect(sourceState({ ...card, state: 'removing' }).word).toBe('In rimozione')
    expect(sourceState({ ...card, mandate: { state: 'suspended' } as Source['mandate'] }).word).toBe(
      'Sospeso',
    )
  })
  it('names debits that will no longer be made', () => {
    const planned = { count: 2, amount: 41_250, next_collect_on: '2026-12-15' }
    expect(plain(plannedWords({ planned }))).toBe('2 addebiti previsti, 412,50 €, il primo il 15/12/2026')
    expect(plain(plannedWords({ planned: { ...planned, count: 1 } }))).toBe(
      '1 addebito previsto, 412,50 €, il 15/12/2026',
    )
    expect(plain(removalWords({ ...card, planned }))).toContain('412,50 €')
    expect(removalWords(card)).toContain('Nessun addebito')
  })
})
