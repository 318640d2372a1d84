import { fold } from '@saldo/domain/fold'
import { checkIban } from '@saldo/domain/iban'
import { checkFiscalCode } from '@saldo/domain/registry/fiscal-code'
import { buildingIn } from './building-name.ts'

/**
 * The data in the rows above a header: the condominium, the years, and the day of the month on which bills are due.
 * `condominium_name` is there when exactly one building is named beyond doubt; `buildings` are all that may be meant.
 */
export type SheetTitle = {
  text: string
  condominium_name?: string
  buildings: string[]
  condominium_fiscal_code?: string
  iban?: string
  years: number[]
  due_day?: number
}

/** `lines` are the texts above the header, one per row; the sheet's name is read as the last of them. */
export function readTitle(lines: string[], sheetName: string): SheetTitle {
  const text = lines.join('\n')
  const title: SheetTitle = { text, buildings: [], years: yearsIn(`${text} ${sheetName}`) }
  const named = [...lines, sheetName].map(buildingIn).filter((found) => found !== null)
  const sure = new Map(named.flatMap(({ name, sure }) => (sure ? [[fold(name), name] as const] : [])))
  title.buildings = [...new Set(named.map(({ name }) => name))]
  if (sure.size === 1) [title.condominium_name] = sure.values()
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
