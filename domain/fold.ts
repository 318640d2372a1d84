/**
 * The form in which two spellings of a name meet, for search and matching: lower case, without accents,
 * every apostrophe straight, blanks single.
 */
export const fold = (text: string): string =>
  withoutAccents(withoutAccents(text).toLowerCase()).replace(/\s+/g, ' ').trim()

/** The same letters without accents, case kept, apostrophes straight. */
export const withoutAccents = (text: string): string =>
  HAS_NO_ACCENTS.test(text)
    ? text
    : text
        // First: NFKD would make the acute accent that people type as an apostrophe a blank.
        .replace(/[\u2018\u2019\u02bc\u00b4\u0060\u2032\uff07]/g, "'")
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replace(/[ßøØłŁđĐæÆœŒıþÞ]/g, (letter) => whole[letter] ?? letter)

/** ASCII without the backtick, as most texts are: nothing to change, which an import asks a million times. */
const HAS_NO_ACCENTS = /^[ -_a-~]*$/

/** Letters of European names that Unicode does not split into letter and accent. */
// biome-ignore format: keep it as a table
const whole: Record<string, string> = {
  ß: 'ss', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ı: 'i', þ: 'th', Þ: 'TH',
}
