/**
 * Names that people give themselves or others stand in Saldo's mails to strangers. Mail programs make links of what looks like a
 * site, so such a name would send its reader there, in a mail that they trust. There are too many endings of domains for a
 * list, and new ones come: any letters after a dot without a blank count, but for the abbreviations below.
 */
export function looksLikeAnAddress(name: string): boolean {
  const read = asMailProgramsRead(name)
  return namesAPage.test(read) || /\S\.\p{L}{2,}/u.test(read.replace(abbreviations, ' '))
}

/** Dots, slashes and at signs of other scripts become ours; what is not seen is taken out, as some programs do. */
export const asMailProgramsRead = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('。', '.')

/** Matches signs of an address of a page or mailbox, which names of people do not have: `@`, slashes, `www.`. */
export const namesAPage = /[@/\\]|(^|[^\p{L}])www\./iu

/** `F.lli`, `Dott.ssa`, `Sig.ra`: whole words, which nothing follows that would make them a site. */
const abbreviations =
  /(?<![\p{L}\p{N}.-])(?:F\.lli|S\.lle|(?:D|Dott|Prof|Dr|Avv|Arch)\.ssa|Sig\.(?:ra|na|ri|re)|Gent\.(?:ma|mo)|Egr\.gio|Avv\.ti)(?![\p{L}\p{N}.:-])/giu

/** What a form says of such a name. */
export const notAnAddress =
  'Non può sembrare l’indirizzo di un sito: togli @ e barre, e dopo un punto lascia uno spazio.'

/** The name as a mail shows it: `instead` for a stored one that looks like an address. */
export const mailedName = (name: string, instead: string): string =>
  looksLikeAnAddress(name) ? instead : name
