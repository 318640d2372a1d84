import type { PaymentState } from '@saldo/domain/payments/payment'
import { describe, expect, it } from 'vitest'
import { titleOf, waitsFor } from './act-result.ts'

const title = (states: PaymentState[], someLeft = false) =>
  titleOf(
    states.map((state) => ({ state, amount: 1_000 })),
    someLeft,
  ).replace('\u00a0', ' ')

describe('what the payments of one act say', () => {
  it.each<[string, PaymentState[], boolean?]>([
    ['Fatto. Hai pagato 20,00 €.', ['succeeded', 'succeeded']],
    ['Inviati. Non devi fare altro adesso.', ['succeeded', 'processing']],
    ['Manca la tua conferma', ['succeeded', 'requires_action']],
    ['Manca la tua conferma', ['failed', 'requires_action'], true],
    ['Stiamo aspettando la banca', ['succeeded', 'created']],
    ['Stiamo aspettando la banca', ['processing', 'unknown']],
    ['Pagati 10,00 €, non tutto', ['succeeded', 'failed']],
    ['Non è ancora pagato tutto', ['processing'], true],
  ])('%s: %j', (said, states, someLeft) => {
    expect(title(states, someLeft)).toBe(said)
  })

  it('each says what it waits for', () => {
    expect(waitsFor('requires_action')).toContain('Manca la tua conferma')
    expect(waitsFor('unknown')).toContain('Stiamo aspettando la banca')
    expect(waitsFor('failed')).toBeNull()
    expect(waitsFor('processing')).toBeNull()
  })
})
