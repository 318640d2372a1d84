import { makeCreditorId } from '@saldo/domain/sepa/creditor-id'
import { describe, expect, it } from 'vitest'
import { providerMandateText } from './provider-mandate-text.ts'

const text = (creditor_id: string | null) =>
  providerMandateText({
    creditor: 'Condominio Ghibellina',
    purpose: 'questa bolletta',
    recurrent: false,
    creditor_id,
  })

describe('whose creditor identifier a mandate names', () => {
  it('the provider’s, if our account has none', () => {
    expect(text(null)).toContain('compare come creditore il prestatore, con il suo identificativo')
  })
  it('ours with its value, if the account has one', () => {
    const own = makeCreditorId('01234567890')
    expect(text(own)).toContain(
      `compare come creditore Saldo, che incassa tramite il prestatore, con l’identificativo del creditore ${own}`,
    )
    expect(text(own)).not.toContain('suo identificativo')
  })
})
