import { describe, expect, it } from 'vitest'
import { capabilityLabel, disabledSentence, requirementSentence } from './requirement-sentences.ts'

describe('requirementSentence', () => {
  it.each([
    ['external_account', 'Indica l’IBAN su cui ricevere gli incassi.'],
    ['tos_acceptance.date', 'Accetta le condizioni del provider.'],
    ['company.address.postal_code', 'Indica la sede della società.'],
    ['individual.dob.day', 'Indica la data di nascita.'],
    ['individual.verification.document', 'Carica un documento d’identità.'],
    ['representative.first_name', 'Indica il nome di chi rappresenta lo studio.'],
    ['person_1NvHL8LkdIwHu7ix.id_number', 'Indica il codice fiscale di chi rappresenta lo studio.'],
    ['owners.email', 'Indica l’indirizzo e-mail di ogni titolare.'],
  ])('%s', (code, sentence) => {
    expect(requirementSentence(code)).toBe(sentence)
  })
  it.each(['something.new', '', 'person_1.shoe_size', 'constructor', '__proto__.x'])(
    'says what is true of any when the code is new: %s',
    (code) => {
      expect(requirementSentence(code)).toBe('Il provider chiede un altro dato: lo trovi sulla sua pagina.')
    },
  )
})

it('new reasons and capabilities have words, too', () => {
  expect(disabledSentence('rejected.other')).toContain('chiuso')
  expect(disabledSentence('something_else')).toContain('fermato')
  expect(capabilityLabel('transfers')).toBe('Ricevere gli incassi')
  expect(capabilityLabel('us_bank_account_ach_payments')).toBe('us bank account ach')
})
