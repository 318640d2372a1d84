import { fold } from '@saldo/domain/fold'
import { checkIban } from '@saldo/domain/iban'
import { checkFiscalCode } from '@saldo/domain/registry/fiscal-code'
import { buildingIn, isOfAnOffice, sameAddress, streetOf, wholeName } from './building-name.ts'

/**
 * The data in the rows above a header: the condominium, the years, and the day of the month on which bills are due.
 * `condominium_name` is there when exactly one building is named beyond doubt; `buildings` are all that may be meant.
 * Two addresses beside one name are two buildings.
 */
export type SheetTitle = {
  text: string
  condominium_name?: string
  condominium_address?: string
  buildings: string[]
  condominium_fiscal_code?: string
  iban?: string
  years: number[]
  due_day?: number
  /** A building that is named only below the rows, or on the printed page. */
  below?: string
}

/** `lines` are the texts above the header, one per row; the sheet's name is read as the last of them. */
export function readTitle(lines: string[], sheetName: string): SheetTitle {
  const text = lines.join('\n')
  const title: SheetTitle = { text, buildings: [], years: yearsIn(`${text} ${sheetName}`) }
  const named = [...lines, sheetName].map(buildingIn).filter((found) => found !== null)
  const sure = named.filter(({ sure }) => sure)
  const own = sure.flatMap(({ address }) => address ?? [])
  // The address may stand in a line of its own below the name.
  const below = lines.flatMap((line) => (isOfAnOffice(line) ? [] : (buildingIn(line) ?? [])))
  const addresses = own.length > 0 ? own : below.flatMap(({ name, sure }) => (sure ? [] : streetOf(name)))
  const apart = addresses.some((address) => !sameAddress(address, addresses[0] ?? ''))
  title.buildings = [...new Set(named.map((each) => (apart ? wholeName(each) : each.name)))]
  if (new Set(sure.map(({ name }) => fold(name))).size === 1 && !apart) {
    title.condominium_name = sure.at(-1)?.name ?? ''
    const address = addresses.toSorted((a, b) => b.length - a.length)[0]
    if (address) title.condominium_address = address
  }
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
