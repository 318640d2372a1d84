import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fold } from './fold.ts'

it.each([
  ['Nicolò', 'nicolo'],
  ['D’AMICO  Mosè', "d'amico mose"],
  ['D`Amico', "d'amico"],
  ['D´Amico', "d'amico"],
  ['Città\u00a0Giardino', 'citta giardino'],
  ['Müller Straße', 'muller strasse'],
  ['Łukasz Øster Æsop', 'lukasz oster aesop'],
  ['İstanbul', 'istanbul'],
  ['', ''],
])('%j → %j', (text, folded) => expect(fold(text)).toBe(folded))

it('folding twice changes nothing, and case never matters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(fold(fold(text))).toBe(fold(text))
    }),
  )
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zàèéìòù '’]*$/), (text) => {
      expect(fold(text.toUpperCase())).toBe(fold(text))
    }),
  )
})
