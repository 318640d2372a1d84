/** Letters that Unicode does not split into letter and accent, as they stand in European names. */
const whole: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th' }

/**
 * The form in which two spellings of a name meet, for search and matching: lower case, without accents,
 * every apostrophe straight, blanks single.
 */
export const fold = (text: string): string =>
  text
    // First: NFKD would make the acute accent that people type as an apostrophe a blank.
    .replace(/[\u2018\u2019\u02bc\u00b4\u0060\u2032\uff07]/g, "'")
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßøłđæœıþ]/g, (letter) => whole[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
