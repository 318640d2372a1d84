import { describe, expect, it } from 'vitest'
import { optionalText, text } from './fields.ts'

describe('a text that a person typed', () => {
  it.each(['\u200b'.repeat(5), '\u200d\u2060 \ufeff', '\u3164', '\u202e\u200f', '\u2800', '\u0301'])(
    'needs a visible character (%j)',
    (typed) => {
      expect(text(100, 'Scrivi perché.').safeParse(typed).error?.issues[0]?.message).toBe('Scrivi perché.')
    },
  )
  it('counts only what one sees', () => {
    expect(text(100).min(5).safeParse('a\u200b\u200b\u200b\u200b').success).toBe(false)
    expect(text(3).parse('\u200ba\u200bb\u2060c')).toBe('abc')
  })
  it('keeps accents, lines and emojis made of several', () => {
    const typed = 'Perché sì,\ncafe\u0301 👩\u200d🔧 ❤\ufe0f – 100 €'
    expect(text(100).parse(typed)).toBe(typed)
  })
  it('is null if optional and without any', () => {
    expect(optionalText(100).parse('\u200b \ufeff')).toBeNull()
  })
})
