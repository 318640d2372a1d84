/**
 * Whether a name has lost letters on its way through another program: accents that became signs (`Nicol?`, `Niccol•`), two
 * letters (`NicolÃ²`) or, in capitals, a letter of another language (`NICOLã`).
 */
export const hasSpoiledLetters = (name: string): boolean =>
  LOST.test(name) || TWO_FOR_ONE.test(name) || name.split(/[\s.'’-]+/).some(isSpoiledCapital)

const LOST =
  /\ufffd|[\u0080-\u009f]|\p{L}(?:[?•‚„…†‡ˆ˜‰™¡-©«¬®¯±-³µ¶¸¹»-¿×÷]|—(?=\s|$))(?=\p{L}|[\s'’.,;—]|$)|[Þþ]/u
const TWO_FOR_ONE = /Ã[\u0080-\u00bf\u2010-\u2122\s]|Â[\u0080-\u00bf]|â€/
/** Italian keyboards have no accented capitals, so `NICOLò` is usual; other small letters among capitals are not. */
const isSpoiledCapital = (word: string): boolean =>
  /[A-Z]{2}/.test(word) && !/[a-z]/.test(word) && /[ß-ÿ]/.test(word.replace(/[àèéìòù]/g, ''))
