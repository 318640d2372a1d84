import { flowKinds } from '@saldo/domain/payments/flow'
import { describe, expect, it } from 'vitest'
import { flowCountInWords, flowKindInWords, flowTypeInWords, refusalInWords } from './flow-words.ts'

describe('a file exchanged with a bank, in words', () => {
  it('has a kind and a format', () => {
    expect(flowTypeInWords({ kind: 'statement', state: 'done', format: 'camt.053.001.08' })).toBe(
      'Estratto conto, camt.053.001.08',
    )
    expect(flowTypeInWords({ kind: 'notice_outcome', state: 'done', format: 'mav' })).toBe(
      'Esiti degli avvisi, MAV',
    )
  })
  it('has no kind until it is recognised, and never one if it was refused before', () => {
    expect(flowKindInWords({ kind: null, state: 'reading' })).toBe('Da riconoscere')
    expect(flowKindInWords({ kind: null, state: 'refused' })).toBe('Non riconosciuto')
  })
  it('says what it counts, for each kind', () => {
    expect(flowCountInWords({ kind: 'statement', count: 1 })).toBe('1 movimento')
    expect(flowCountInWords({ kind: 'debit_order', count: 1200 })).toBe('1.200 addebiti')
    for (const kind of flowKinds) expect(flowCountInWords({ kind, count: 2 })).toMatch(/^2 \p{L}+$/u)
  })
  it('says why it was refused, and at which line', () => {
    expect(refusalInWords({ refusal: 'Il saldo finale non torna.', refusal_line: 12 })).toBe(
      'Riga 12: Il saldo finale non torna.',
    )
    expect(refusalInWords({ refusal: 'Non è un file di una banca.', refusal_line: null })).toBe(
      'Non è un file di una banca.',
    )
  })
})
