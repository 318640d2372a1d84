import fc from 'fast-check'
import { expect, it } from 'vitest'
import { paymentText, sepaText } from './sepa-text.ts'

it.each([
  ['Condominio Città Giardino', 'Condominio Citta Giardino'],
  ['Rata 2/4 – “gestione”\nordinaria', "Rata 2/4 - 'gestione' ordinaria"],
  ['Rossi & Figli_1: 5 €', 'Rossi + Figli-1: 5 EUR'],
  ['D’Amico #3 😀', "D'Amico .3 ."],
  ['  Straße  ', 'Strasse'],
])('%j → %j', (text, plain) => expect(sepaText(text, 70)).toBe(plain))

it('is cut without a blank at the end', () => expect(sepaText('Rata prima', 5)).toBe('Rata'))

it('contains only characters that banks carry, within the length', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.integer({ min: 1, max: 140 }),
      (text, max) => {
        expect(sepaText(text, max)).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/)
        expect(sepaText(text, max).length).toBeLessThanOrEqual(max)
      },
    ),
  )
})

it.each([
  ['/Rata 1/2026/', 'Rata 1/2026'],
  ['https://saldo', 'https:/saldo'],
  ['// / a', 'a'],
  ['Rata/', 'Rata'],
  ['///', ''],
])('in a payment file %j is %j', (text, plain) => expect(paymentText(text, 70)).toBe(plain))

it('has no slash at an end and no two together in a payment file, also after the cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('/', ' ', 'a', 'à', '&', '\n')).map((parts) => parts.join('')),
      fc.integer({ min: 1, max: 20 }),
      (text, max) => {
        const plain = paymentText(text, max)
        expect(plain).not.toMatch(/^[/ ]|[/ ]$|\/\//)
        expect(plain.length).toBeLessThanOrEqual(max)
        expect(paymentText(plain, max)).toBe(plain)
      },
    ),
  )
})
