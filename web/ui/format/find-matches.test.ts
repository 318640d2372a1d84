import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMatches } from './find-matches.ts'

const words = (text: string, typed: string) =>
  findMatches(text, typed).map(([from, to]) => text.slice(from, to))

describe('foundIn', () => {
  it('ignores case and accents, and returns positions in the original text', () => {
    expect(words('Società Però', 'SOCIETA')).toEqual(['Società'])
    expect(words('Strauß & Figli', 'strauss')).toEqual(['Strauß'])
    expect(words('D’Amico', "d'am")).toEqual(['D’Am'])
  })
  it('finds each word, anywhere', () => {
    expect(words('Marta Bianchi', 'bian mar')).toEqual(['Mar', 'Bian'])
    expect(words('Bianchi', 'bia anc')).toEqual(['Bianc'])
  })
  it('finds nothing for empty input', () => {
    expect(words('Bianchi', '  ')).toEqual([])
    expect(words('', 'bianchi')).toEqual([])
  })
  it('never returns positions outside the text, nor the same position twice', () => {
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
