import { proposalLevels } from '@saldo/domain/transfers/movement'
import { describe, expect, it } from 'vitest'
import {
  kindInWords,
  levelInWords,
  matchedInWords,
  openOf,
  payerOf,
  proposalsInShort,
  referencesInWords,
} from './transfer-words.ts'

const spaces = (text: string) => text.replace(/\s/g, ' ')

describe('a movement in words', () => {
  it('says which way the money went, and its value date or else the booking', () => {
    const dates = { value_on: '2026-09-21', booked_on: '2026-09-22' }
    expect(kindInWords({ amount: 41_250, ...dates })).toBe('Movimento in entrata, valuta 21/09/2026')
    expect(kindInWords({ amount: -500, ...dates, value_on: null })).toBe(
      'Movimento in uscita, del 22/09/2026',
    )
  })
  it('lists the references that the bank gave, the IBAN masked', () => {
    const none = { structured_reference: null, end_to_end_id: null, bank_reference: null }
    const hint = 'IT28 •••• 9012'
    expect(referencesInWords({ ...none, amount: 1, party_iban_hint: hint })).toBe(`Da ${hint}`)
    expect(referencesInWords({ ...none, amount: 1, bank_reference: '0542811', party_iban_hint: hint })).toBe(
      `Banca 0542811 · da ${hint}`,
    )
    expect(referencesInWords({ ...none, amount: 1, party_iban_hint: null })).toBe('')
  })
  it('names the payer, or says that the bank did not', () => {
    expect(payerOf({ party_name: 'Rossi Mario', amount: 1 })).toBe('Rossi Mario')
    expect(payerOf({ party_name: null, amount: 1 })).toBe('Pagatore non indicato')
    expect(payerOf({ party_name: null, amount: -1 })).toBe('Beneficiario non indicato')
  })
  it('is open for what no collection holds', () => {
    expect(openOf({ amount: 1000, matched: 400 })).toBe(600)
  })
  it('says in the list how good its proposals are', () => {
    const short = (proposals: number, first_choice = false, proposed: string | null = null) =>
      proposalsInShort({ proposals, first_choice, proposed }).word
    expect(short(0)).toBe('Nessuna proposta')
    expect(short(1, true, 'B-1, Rossi Lucia')).toBe('B-1, Rossi Lucia')
    expect(short(1)).toBe('1 proposta possibile')
    expect(short(3)).toBe('3 proposte possibili')
  })
})

describe('a proposal', () => {
  it('is certain only with a reference and when nobody else is as likely', () => {
    expect(levelInWords({ level: 'reference', first_choice: true }).word).toBe('Certa')
    expect(levelInWords({ level: 'reference', first_choice: false }).word).toBe('Probabile')
    for (const level of proposalLevels.filter((each) => each !== 'reference'))
      expect(levelInWords({ level, first_choice: true }).word).not.toBe('Certa')
  })
  it('is weak when the amount differs', () => {
    expect(levelInWords({ level: 'near_name', first_choice: false }).word).toBe('Debole')
  })
})

it('a match in words has its amount and its bills', () => {
  expect(spaces(matchedInWords(41_250, [{ bill_number: 'B-1' }]))).toBe('Abbinati 412,50 € alla bolletta B-1')
  expect(spaces(matchedInWords(100, [{ bill_number: 'B-1' }, { bill_number: 'B-2' }]))).toBe(
    'Abbinati 1,00 € a 2 bollette',
  )
  expect(spaces(matchedInWords(100, []))).toBe('Registrati a credito 1,00 €')
})
