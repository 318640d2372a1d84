import { describe, expect, it } from 'vitest'
import {
  type Held,
  whyHeld,
  whyMoreThanDue,
  whySurplus,
  whyTooMuch,
  whyUndistributed,
} from './why-not-placed.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const held: Held = { bill_number: '2026/12', amount: 12_000, because: 'pending', method: 'SEPA_DEBIT' }

describe('whyHeld', () => {
  it.each([
    [held, 'La bolletta 2026/12 è già in addebito per 120,00 €: si registra solo se l’addebito non riesce.'],
    [
      { ...held, method: 'CARD' },
      'Sulla bolletta 2026/12 è in corso un pagamento di 120,00 € (carta): si registra solo se non riesce.',
    ],
    [
      { ...held, because: 'disputed' },
      'La bolletta 2026/12 è contestata per 120,00 €: prima decide la banca del pagatore.',
    ],
  ] as [Held, string][])('%o', (of, sentence) => expect(plain(whyHeld(of))).toBe(sentence))
})

describe('whySurplus', () => {
  it.each([
    [[], 12_000, [], 'Il condominio ha solo 120,00 € da incassare da questa persona: 30,00 € restano.'],
    [[], 0, [], 'Il condominio non ha niente da incassare da questa persona: 30,00 € restano.'],
    [[], 12_000, [held], 'Da questa persona si possono registrare solo 120,00 €: 30,00 € restano.'],
    [[], 0, [held], 'Da questa persona ora non si può registrare niente: 30,00 € restano.'],
    [['2026/12'], 12_000, [], 'Della bolletta 2026/12 si possono registrare solo 120,00 €: 30,00 € restano.'],
    [['1', '2'], 0, [], 'Delle bollette 1, 2 non si può registrare niente: 30,00 € restano.'],
  ])('bills %j, due %i', (bill_numbers, due, others, sentence) =>
    expect(plain(whySurplus({ bill_numbers, due }, { surplus: 3_000, held: others }))).toBe(sentence),
  )
})

it('says by how much a distribution is wrong', () => {
  expect(plain(whyUndistributed(12_000, 3_000))).toBe(
    'Hai distribuito 90,00 € dei 120,00 € arrivati: 30,00 € restano.',
  )
  expect(plain(whyTooMuch(12_000, 15_000))).toBe(
    'Hai distribuito 150,00 €, ma ne sono arrivati 120,00 €: togli 30,00 €.',
  )
  expect(plain(whyMoreThanDue(15_000, 12_000))).toBe(
    'È più di quanto resta: hai scritto 150,00 €, restano 120,00 €.',
  )
})
