import type { Compiled } from '../fill-template.ts'
import type { TemplateSource } from './compile-template.ts'
import { type Fault, lineAt } from './placeholders.ts'
import { shownBy } from './shown-by.ts'

/** Saldo's own address, and whether a mail is about somebody's access. */
export type Own = { url: string; access: boolean }

/**
 * Where a template leads elsewhere than to Saldo, by field: each of its links is a placeholder or an address of ours, and so
 * is each address that it writes out, because programs make links of those. A mail about somebody's access is what thieves of
 * passwords imitate: it names no other domain at all, and no mailbox of one.
 */
export function checkOwnLinks(
  { subject, source, plain }: TemplateSource,
  compiled: Compiled,
  own: Own,
): { subject: Fault[]; source: Fault[]; plain: Fault[] } {
  const { text, links } = shownBy(compiled.html, true)
  const foreign = (words: string) => foreignNames(words, own)
  return {
    subject: faultsIn(subject, foreign(subject)),
    source: faultsIn(source, [
      ...links.filter((link) => !isOurs(link, own.url)).map((found) => ({ found, bare: false })),
      ...foreign(text),
    ]),
    plain: plain === null ? [] : faultsIn(plain, foreign(plain)),
  }
}

type Foreign = { found: string; bare: boolean }

/** The addresses in a text, and in mails about an access the domains, that are not ours. */
function foreignNames(text: string, { url, access }: Own): Foreign[] {
  // Remove invisible characters and replace dots of other scripts, because both can hide a domain from the pattern.
  const plainly = text
    .normalize('NFKC')
    .replace(/\p{Cf}|\{\{[#/]\w+\}\}/gu, '')
    .replaceAll('。', '.')
  const addresses = [...(plainly.match(address) ?? [])].map((found) => ({ found, bare: false }))
  const names = access ? (plainly.replace(address, ' ').match(name) ?? []) : []
  return [...addresses, ...names.map((found) => ({ found, bare: true }))]
    .map(({ found, bare }) => ({ found: found.replace(/[.,;:!?)]+$/, ''), bare }))
    .filter(({ found }) => !isOurs(found, url))
}

const faultsIn = (text: string, foreign: readonly Foreign[]): Fault[] =>
  [...new Map(foreign.map((each) => [each.found, each])).values()].map(({ found, bare }) => ({
    line: lineAt(text, Math.max(0, text.indexOf(found))),
    message: bare
      ? `${found} sembra un indirizzo che non è di Saldo: se è la fine di una frase, metti uno spazio dopo il punto.`
      : `${found} non è un indirizzo di Saldo: nelle e-mail i link sono segnaposti o portano a Saldo.`,
  }))

/** What is written as an address. */
const address = /[a-z][a-z0-9+.-]{0,30}:\/\/[^\s<>"']*|\bwww\.[^\s<>"']+/gi

/**
 * A domain or a mailbox, of whose parts any may be a placeholder, or a number of a computer; with the path behind it. Bounded,
 * so that a long text is read in time.
 */
const name =
  /(?:[^\s<>"'@]{1,64}@)?(?:(?:(?:[\p{L}\p{N}_-]|\{\{\w{1,40}\}\}){1,63}\.){1,10}(?:\p{L}|\{\{\w{1,40}\}\}){2,63}|\d{1,3}(?:\.\d{1,3}){3})(?:[/:?#][^\s<>"']*)?/gu

/** A placeholder, or what leads to our address: also our domain and a mailbox at it. */
function isOurs(link: string, own_url: string): boolean {
  if (/^\{\{\w+\}\}$/.test(link)) return true
  const own = new URL(own_url)
  const mailbox = /^(?:mailto:)?[^\s@/:?#]+@([^\s@/:?#]+)$/i.exec(link)?.[1]
  if (mailbox) return mailbox.toLowerCase() === own.hostname
  if (/^(mailto|tel):/i.test(link)) return false
  const whole = link.includes('://') ? link : `${own.protocol}//${link}`
  return URL.canParse(whole) && new URL(whole).origin === own.origin
}
