import { fold } from '@saldo/domain/fold'
import { checkIban } from '@saldo/domain/iban'
import { checkFiscalCode } from '@saldo/domain/registry/fiscal-code'

/** The data in the rows above a header: the condominium, the years, and the day of the month on which bills are due. */
export type SheetTitle = {
  text: string
  condominium_name?: string
  condominium_fiscal_code?: string
  iban?: string
  years: number[]
  due_day?: number
}

/** `lines` are the texts above the header, one per row; the sheet's name helps to find the year. */
export function readTitle(lines: string[], sheetName: string): SheetTitle {
  const text = lines.join('\n')
  const title: SheetTitle = { text, years: yearsIn(`${text} ${sheetName}`) }
  const name = [...lines, sheetName].map(condominiumIn).find((found) => found !== null)
  if (name) title.condominium_name = name
  const fiscalCode = /(?:c\.? ?f\.?|cod(?:ice|\.)? ?fisc(?:ale|\.)?)[ .:n°]*((?:\d ?){11})(?!\d)/i.exec(
    text,
  )?.[1]
  if (fiscalCode && checkFiscalCode(fiscalCode).valid)
    title.condominium_fiscal_code = checkFiscalCode(fiscalCode).fiscal_code
  const iban = /\b(?:IT|SM) ?\d ?\d ?[A-Z](?: ?[0-9A-Z]){22}(?![0-9A-Z])/i.exec(text)?.[0]
  if (iban && checkIban(iban).valid) title.iban = checkIban(iban).iban
  const day = Number(
    /\b(?:giorno|entro il|scadenza il|il) (\d{1,2})(?! ?[/.\-\d]| [a-z]+ 20)/.exec(fold(text))?.[1],
  )
  if (day >= 1 && day <= 31) title.due_day = day
  return title
}

function yearsIn(text: string): number[] {
  return [...text.matchAll(/(?<!\d)20\d{2}(?!\d)/g)].map(([year]) => Number(year))
}

const KINDS_OF_BUILDING =
  /\b((?:super|mini)?condominio|cond\.|residenza|residence|palazzo|villaggio|complesso|comprensorio|consorzio|cooperativa|stabile)(?=\s+\S)/i

/**
 * `RATE 2026 – RESIDENZA AURORA` → `Condominio Residenza Aurora`: the part of the line that names a building, up to a
 * dash, comma or year. "Condominio" is added if missing, as in registers.
 */
function condominiumIn(line: string): string | null {
  for (const part of line.split(/\s[–—-]\s|[,;|()]\s*|\s{3,}/)) {
    const found = KINDS_OF_BUILDING.exec(part)
    if (!found) continue
    const named = part
      .slice(found.index)
      .replace(/^cond\./i, 'Condominio')
      .replace(/^stabile\s+/i, 'Condominio ')
      .replace(
        /\s+(?:anno|esercizio|gestione|rate|preventivo|consuntivo|bilancio|periodo|via|viale|piazza|corso|c\.?\s?f\.?|cod\.?)\s.*$/i,
        '',
      )
      .replace(/[\s:]*(?<!\d)20\d{2}.*$/, '')
      .trim()
    if (!/\s/.test(named)) continue
    const name = named === named.toUpperCase() ? inTitleCase(named) : named
    return /condominio|consorzio|cooperativa/i.test(name)
      ? capitalised(name)
      : `Condominio ${capitalised(name)}`
  }
  return null
}

const PARTICLES = new Set('di dei del della delle degli e al alla alle da'.split(' '))

function inTitleCase(text: string): string {
  return text
    .toLowerCase()
    .split(' ')
    .map((word, index) =>
      index > 0 && PARTICLES.has(word) ? word : word.replace(/(^|['’.])\p{L}/gu, (l) => l.toUpperCase()),
    )
    .join(' ')
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
