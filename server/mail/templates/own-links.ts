import type { Compiled } from '../fill-template.ts'
import type { TemplateSource } from './compile-template.ts'
import { type Fault, lineAt } from './placeholders.ts'
import { shownBy } from './shown-by.ts'

/**
 * Where a template leads elsewhere than to `own_url`, by field. A mail about somebody's access is what thieves of passwords
 * imitate, so each of its links is a placeholder or an address of ours, and so is each address that it writes out: programs
 * make links of those.
 */
export function checkOwnLinks(
  { subject, source, plain }: TemplateSource,
  compiled: Compiled,
  own_url: string,
): { subject: Fault[]; source: Fault[]; plain: Fault[] } {
  const { words, links } = shownBy(compiled.html, true)
  const foreign = (texts: readonly string[]) =>
    texts
      .flatMap((text) => text.match(address) ?? [])
      .map((written) => written.replace(/[.,;:!?)]+$/, ''))
      .filter((written) => !isOurs(written, own_url))
  const faultsIn = (text: string, addresses: readonly string[]): Fault[] =>
    [...new Set(addresses)].map((found) => ({
      line: lineAt(text, Math.max(0, text.indexOf(found))),
      message: `${found} non è un indirizzo di Saldo: in questa e-mail i link sono segnaposti o portano a Saldo.`,
    }))
  return {
    subject: faultsIn(subject, foreign([subject])),
    source: faultsIn(source, [...links.filter((link) => !isOurs(link, own_url)), ...foreign(words)]),
    plain: plain === null ? [] : faultsIn(plain, foreign([plain])),
  }
}

/** What programs that show mails make a link of. */
const address =
  /[a-z][a-z0-9+.-]*:\/\/[^\s<>"']*|\bwww\.[^\s<>"']+|\b(?:[a-z0-9-]+\.)+(?:[a-z]{3,}|cc|co|eu|io|it|ly|me|to)\/[^\s<>"']*/gi

function isOurs(link: string, own_url: string): boolean {
  if (/^\{\{\w+\}\}$/.test(link)) return true
  const own = new URL(own_url)
  const whole = link.includes('://') ? link : `${own.protocol}//${link}`
  return URL.canParse(whole) && new URL(whole).origin === own.origin
}
