import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMatches } from './find-matches.ts'

const words = (text: string, typed: string) =>
  findMatches(text, typed).map(([from, to]) => text.slice(from, to))

describe('foundIn', () => {
  it('finds whatever the case and the accents, and marks what is written', () => {
    expect(words('Società Però', 'SOCIETA')).toEqual(['Società'])
    expect(words('Strauß & Figli', 'strauss')).toEqual(['Strauß'])
    expect(words('D’Amico', "d'am")).toEqual(['D’Am'])
  })
  it('finds each word, wherever it stands', () => {
    expect(words('Marta Bianchi', 'bian mar')).toEqual(['Mar', 'Bian'])
    expect(words('Bianchi', 'bia anc')).toEqual(['Bianc'])
  })
  it('finds nothing of nothing', () => {
    expect(words('Bianchi', '  ')).toEqual([])
    expect(words('', 'bianchi')).toEqual([])
  })
  it('never points outside the text, nor twice at the same place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, typed) => {
        let end = -1
        for (const [from, to] of findMatches(text, typed)) {
          expect(from).toBeGreaterThan(end)
          expect(to).toBeGreaterThan(from)
          end = to
        }
        expect(end).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})
