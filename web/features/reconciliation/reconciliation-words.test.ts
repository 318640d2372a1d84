import { describe, expect, it } from 'vitest'
import { comparedSentence, countPart, stateSentence } from './reconciliation-words.ts'

const state = (of: Partial<Parameters<typeof stateSentence>[0]> = {}) => ({
  ...{ compared_to: '2026-11-22', provider_amount: 1_234_567, ledger_amount: 1_234_567 },
  ...{ unexplained: 0, open_items: 0, ...of },
})
/** Amounts have a no-break space before the euro sign. */
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')

describe('the state of the books in words', () => {
  it('says until when everything agrees', () =>
    expect(plain(stateSentence(state()))).toBe(
      'Dal provider 12.345,67 €, in Saldo 12.345,67 €: tutto torna fino al 22 novembre 2026.',
    ))
  it('says what is missing, and leaves the parts to follow', () =>
    expect(
      plain(stateSentence(state({ ledger_amount: 1_222_567, unexplained: 12_000, open_items: 3 }))),
    ).toBe('Dal provider 12.345,67 €, in Saldo 12.225,67 €. Non tornano 120,00 €:'))
  it('promises nothing of days that nobody has compared', () => {
    expect(stateSentence(state({ compared_to: null }))).toMatch(/nessun giorno è ancora stato confrontato/)
    expect(comparedSentence(state({ compared_to: '2026-11-19' }), '2026-11-22')).toBe(
      'I giorni dopo il 19 novembre 2026 sono ancora da confrontare.',
    )
    expect(comparedSentence(state(), '2026-11-22')).toBeNull()
  })
  it('writes the article before 8 and 11', () => {
    expect(stateSentence(state({ compared_to: '2026-11-08' }))).toMatch(/fino all’8 novembre 2026\.$/)
    expect(comparedSentence(state({ compared_to: '2026-11-11' }), '2026-11-22')).toMatch(
      /^I giorni dopo l’11 nov/,
    )
  })
  it('agrees in number', () => {
    expect(countPart('not_here', 2)).toBe('2 movimenti del provider da abbinare')
    expect(countPart('not_there', 1)).toBe('1 incasso senza riscontro dal provider')
  })
})
