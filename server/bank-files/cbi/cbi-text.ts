import { withoutAccents } from '@saldo/domain/fold'

/**
 * Text as a CBI record carries it: upper-case ASCII, accents folded, signs that are not ASCII as their usual substitute or
 * a full stop, blanks single.
 */
export const cbiText = (text: string): string =>
  withoutAccents(text)
    .replace(/€/g, 'EUR')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[«»“”]/g, '"')
    .replace(/[°º]/g, '.')
    .replace(/\s+/g, ' ')
    .replace(/\p{Cf}|\p{Cc}/gu, '')
    .trim()
    .toUpperCase()
    .replace(/[^ -~]/gu, '.')

/** The text in a field of this width: whole words as long as they fit, else cut off. */
export function fitText(text: string, width: number): { text: string; cut: boolean } {
  const whole = cbiText(text)
  if (whole.length <= width) return { text: whole, cut: false }
  const last_blank = whole.slice(0, width + 1).lastIndexOf(' ')
  // A cut at a blank must not lose more than a third of the field.
  const end = last_blank > (width * 2) / 3 ? last_blank : width
  return { text: whole.slice(0, end).trimEnd(), cut: true }
}
