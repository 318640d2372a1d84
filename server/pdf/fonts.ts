import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { withoutAccents } from '@saldo/domain/fold'
import { create, type Font } from 'fontkit'
import { cacheGlyphLayout } from './cache-glyph-layout.ts'
import { sfntOfWoff } from './sfnt-of-woff.ts'

export type Weight = 400 | 600
/** Archivo comes as two files: Western letters, and the other Latin letters (Romanian, Polish, Turkish …). */
type Script = 'latin' | 'latin-ext'
export type FontName = `${Script}-${Weight}`
const scripts: Script[] = ['latin', 'latin-ext']

const files = createRequire(import.meta.url).resolve('@fontsource/archivo/package.json')
const read = (name: FontName): Font =>
  cacheGlyphLayout(
    create(sfntOfWoff(readFileSync(new URL(`files/archivo-${name}-normal.woff`, `file://${files}`)))),
  )

/** Loaded once: reading a font takes longer than drawing a page. */
export const fonts: Record<FontName, Font> = {
  'latin-400': read('latin-400'),
  'latin-600': read('latin-600'),
  'latin-ext-400': read('latin-ext-400'),
  'latin-ext-600': read('latin-ext-600'),
}

/**
 * Splits the text into runs that one font can draw. A letter in neither font is drawn without its diacritics, or as
 * `?`: Archivo is Latin only.
 */
export function runsOf(text: string, weight: Weight): { font: FontName; text: string }[] {
  const runs: { font: FontName; text: string }[] = []
  for (const wanted of text.normalize('NFC').replace(/[\s\p{Cc}]+/gu, oneBlank)) {
    const [font, letter] =
      fontFor(wanted, weight) ?? fontFor(withoutAccents(wanted), weight) ?? unknown(weight)
    const last = runs.at(-1)
    if (last?.font === font) last.text += letter
    else runs.push({ font, text: letter })
  }
  return runs
}

/** Keeps non-breaking spaces: they hold an amount and its euro sign together. */
const oneBlank = (blanks: string) => (blanks === '\u00a0' ? blanks : ' ')
const unknown = (weight: Weight): [FontName, string] => [`latin-${weight}`, '?']

function fontFor(letter: string, weight: Weight): [FontName, string] | null {
  const codePoint = letter.codePointAt(0)
  if (codePoint === undefined || [...letter].length !== 1) return null
  const script = scripts.find((each) => fonts[`${each}-${weight}`].hasGlyphForCodePoint(codePoint))
  return script ? [`${script}-${weight}`, letter] : null
}
