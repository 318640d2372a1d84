import { expect, it } from 'vitest'
import {
  cardBrandLabels,
  cardBrandOf,
  methodInSentence,
  paymentMethodLabels,
  paymentMethods,
} from './payment-method.ts'

it.each([
  ['visa', 'visa'],
  ['mastercard', 'mastercard'],
  ['amex', 'american-express'],
  ['American Express', 'american-express'],
  ['diners', 'diners'],
  ['discover', 'discover'],
  ['jcb', 'jcb'],
  ['Visa Electron', 'visa-electron'],
  ['sepa_debit', 'bank'],
  ['unionpay', 'credit-card'],
  ['eftpos_au', 'credit-card'],
  ['cartes_bancaires', 'credit-card'],
  ['unknown', 'credit-card'],
  ['constructor', 'credit-card'],
  ['', 'credit-card'],
  [null, 'credit-card'],
] as const)('%j is shown as %s', (brand, shown) => {
  expect(cardBrandOf(brand)).toBe(shown)
  expect(cardBrandLabels[shown]).toBeTruthy()
})

it('writes a method inside a sentence, names and abbreviations as they are', () => {
  expect(methodInSentence('CARD')).toBe('carta')
  expect(methodInSentence('POSTAL_SLIP')).toBe('bollettino postale')
  expect(methodInSentence('SEPA_DEBIT')).toBe('addebito SEPA')
  expect(methodInSentence('KLARNA')).toBe('Klarna')
})

it('names every way to pay', () => {
  expect(paymentMethods.map((method) => paymentMethodLabels[method])).toEqual([
    'Bonifico',
    'Addebito SEPA',
    'Carta',
    'Klarna',
    'Contanti',
    'Assegno',
    'Bollettino postale',
    'Altro',
    'MAV',
    'RiBa',
    'Credito',
  ])
})
