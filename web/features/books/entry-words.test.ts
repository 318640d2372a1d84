import { describe, expect, it } from 'vitest'
import { entryWords } from './entry-words.ts'

describe('entryWords', () => {
  it('puts below what the entry refers to', () =>
    expect(entryWords({ description: 'Incasso carta, 2026/000071', kind: 'collection' })).toEqual([
      'Incasso carta',
      '2026/000071',
    ]))
  it('says the kind where the description does not', () => {
    expect(entryWords({ description: 'Commissione, 2026/000071', kind: 'collection_fee' })).toEqual([
      'Commissione',
      '2026/000071 · Oneri di incasso',
    ])
    expect(entryWords({ description: 'Commissione', kind: 'collection_fee' })).toEqual([
      'Commissione',
      'Oneri di incasso',
    ])
  })
  it('keeps all that was written, and shows an unknown kind as it is', () => {
    expect(entryWords({ description: 'Incasso bonifico', kind: 'collection' })).toEqual([
      'Incasso bonifico',
      '',
    ])
    expect(entryWords({ description: 'Giro, dal conto A, al conto B', kind: 'other' })).toEqual([
      'Giro',
      'dal conto A, al conto B · other',
    ])
  })
})
