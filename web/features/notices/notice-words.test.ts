import { noticeStates } from '@saldo/domain/payments/notice'
import { describe, expect, it } from 'vitest'
import type { Notice } from './notice-query.ts'
import { isRecallable, meaningOf, noticeStateOf, outcomeDetails, outcomeInWords } from './notice-words.ts'

const notice = (of: Partial<Notice>) =>
  ({
    kind: 'mav',
    state: 'presented',
    due_on: '2026-12-31',
    paid_on: null,
    order_flow_id: 4,
    ...of,
  }) as Notice

describe('a notice in words', () => {
  it('has a word, an icon and a sentence in each state', () => {
    for (const state of noticeStates) {
      expect(noticeStateOf[state].word).toMatch(/^\p{Lu}/u)
      expect(meaningOf(notice({ state }))).toMatch(/\.$/)
    }
  })
  it('says until when it can be paid, and when it was', () => {
    expect(meaningOf(notice({}))).toContain('fino al 31/12/2026')
    expect(meaningOf(notice({ state: 'paid', paid_on: '2026-12-20' }))).toBe('Pagato in banca il 20/12/2026.')
  })
  it('is recalled here only while it is open, and only if its file was made here', () => {
    expect(noticeStates.filter((state) => isRecallable(notice({ state })))).toEqual([
      'presented',
      'to_recall',
    ])
    expect(isRecallable(notice({ state: 'to_recall', order_flow_id: null }))).toBe(false)
    expect(meaningOf(notice({ state: 'to_recall', order_flow_id: null }))).toContain('richiamalo da lì')
    const riba = notice({ kind: 'riba', state: 'to_recall' })
    expect(isRecallable(riba)).toBe(false)
    expect(meaningOf(riba)).toContain('in filiale')
  })
  it('has outcomes with sum and day where they were paid, and what the bank says of each', () => {
    const paid = { state: 'paid', paid_on: '2026-06-08', amount: 41_250 } as const
    expect(outcomeInWords(paid)).toMatch(/^Pagato il 08\/06\/2026, 412,50\s€$/)
    expect(outcomeInWords({ ...paid, state: 'expired', paid_on: null })).toBe('Scaduto')
    expect(
      outcomeDetails({
        ...paid,
        ...{ code: '07000', value_on: null, fees: 100, bank_number: null },
        ...{ flow_id: 1, file_name: null, created_at: '' },
      }),
    ).toMatch(/^causale 07000 · commissioni 1,00\s€$/)
  })
})
