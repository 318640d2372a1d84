import { withoutAccents } from '../fold.ts'

/**
 * Text that every SEPA bank carries unchanged: a–z A–Z 0–9 / - ? : ( ) . , ' + and blank, at most `max`
 * characters. Accents go, `&` and `_` take the substitutes of the EPC's character set guidance (EPC217-08),
 * anything else becomes a full stop.
 */
export const sepaText = (text: string, max: number): string =>
  withoutAccents(text)
    .replace(/€/g, 'EUR')
    .replace(/&/g, '+')
    .replace(/[_\u2010-\u2015\u2212]/g, '-')
    .replace(/[«»“”"]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/\p{Cf}|\p{Cc}/gu, '')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/gu, '.')
    .trim()
    .slice(0, max)
    .trimEnd()

/**
 * Whether a bank carries this reference unchanged: message, block, end-to-end id or mandate reference. 1–35 of the SEPA
 * characters, no slash at either end and no two together (EPC217-08), no blank at either end.
 */
export const isSepaReference = (text: string): boolean =>
  /^[A-Za-z0-9/\-?:().,'+ ]{1,35}$/.test(text) && !/^[/ ]|[/ ]$|\/\//.test(text)

/** `sepaText` for a field of a payment file: banks read a slash at either end, or two together, as a separator. */
export const paymentText = (text: string, max: number): string =>
  sepaText(
    sepaText(text, 10 * max)
      .replace(/\/{2,}/g, '/')
      .replace(/^[/ ]+/, ''),
    max,
  ).replace(/[/ ]+$/, '')
