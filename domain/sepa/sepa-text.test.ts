import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sepaText } from './sepa-text.ts'

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
