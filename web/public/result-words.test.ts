import type { CheckoutResult } from '@saldo/contract/bills/mybill'
import { describe, expect, it } from 'vitest'
import { titleOf, whyNothingTaken } from './result-words.ts'

const result = (of: Partial<CheckoutResult>) =>
  ({
    ...{ state: 'cancelled', residue: 27_058, method: 'CARD', bill_number: '2026/000116' },
    ...{ failure_reason: null, paid_otherwise: null, ...of },
  }) as CheckoutResult

describe('a payment that took no money', () => {
  it('says that the bill was paid already, and that nothing is paid twice', () => {
    const cancelled = result({ paid_otherwise: 'paid' })
    expect(titleOf(cancelled)).toBe('Era già pagato')
    expect(whyNothingTaken(cancelled)).toContain('La bolletta 2026/000116 risulta già pagata')
    expect(whyNothingTaken(cancelled)).toContain('questo secondo pagamento non è stato preso')
    expect(whyNothingTaken(cancelled)).toContain('due volte')
  })
  it('says that another payment is under way', () => {
    const cancelled = result({ paid_otherwise: 'under_way' })
    expect(titleOf(cancelled)).toBe('Pagamento annullato')
    expect(whyNothingTaken(cancelled)).toContain('un altro pagamento in corso')
  })
  it('claims nothing of other payments when there is none', () => {
    expect(titleOf(result({}))).toBe('Pagamento annullato')
    expect(whyNothingTaken(result({}))).toBe('Non ti è stato addebitato niente.')
    expect(whyNothingTaken(result({ state: 'failed' }))).toContain('Riprova')
  })
  it('keeps the bank’s reason, and asks nobody to try again what is paid', () => {
    const failed = result({
      state: 'failed',
      failure_reason: 'La banca ha rifiutato.',
      paid_otherwise: 'paid',
    })
    expect(whyNothingTaken(failed)).toMatch(/^La banca ha rifiutato\. .*non ripetere/)
  })
})
