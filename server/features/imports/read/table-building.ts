import { fold } from '@saldo/domain/fold'
import type { TablePlan } from '../import-view.ts'
import { buildingIn, sameAddress, saysStreet, wholeName } from './building-name.ts'
import type { Building } from './sheet-reading.ts'

/**
 * Condominiums of the office that choices name: the one chosen for the whole file, those of answers, and those that
 * buildings of the file were said to be, by folded name. `addresses` of the office's condominiums that titles name, by
 * folded name.
 */
export type Buildings = {
  file: Building | null
  accounts: ReadonlyMap<number, Building>
  same: ReadonlyMap<string, Building>
  addresses: ReadonlyMap<string, string>
}
export const noBuildings: Buildings = {
  file: null,
  accounts: new Map(),
  same: new Map(),
  addresses: new Map(),
}

/** Where the building of a table's rows comes from, and what it may be when nobody has said it. */
export type TableBuilding =
  | { from: 'column' | 'title' | 'chosen'; building: Building | undefined }
  | { from: 'asked'; building: Building | undefined; proposals: string[] }

/**
 * The building of the rows of a table that name none. It is the person's choice, else what the table itself says: its
 * column, its title, its sheet's name. Nothing is taken from another table, because a second building would be filed
 * under the first: what other tables say is only proposed.
 */
export function buildingOf(plan: TablePlan, plans: readonly TablePlan[], known: Buildings): TableBuilding {
  const { recognised, answers } = plan
  const { file } = known
  const chosen = answers.condominium
  if (chosen) return { from: 'chosen', building: buildingOfAnswer(plan, chosen, known) }
  if (
    recognised?.columns.some(
      ({ field }) => field === 'condominium_name' || field === 'condominium_fiscal_code',
    )
  )
    return { from: 'column', building: file ?? undefined }
  const own = buildingOfTitle(plan, plans)
  const elsewhere = own?.name && !own.fiscal_code && known.addresses.get(fold(own.name))
  const comparable = elsewhere && own?.address && (saysStreet(elsewhere) || !saysStreet(own.address))
  if (own?.address && !file && comparable && !sameAddress(elsewhere, own.address))
    return { from: 'asked', building: own, proposals: [wholeName({ name: '', ...own }), own.name ?? ''] }
  if (own && file && !isSame(own, file))
    return {
      from: 'asked',
      building: file,
      proposals: [file.name, own.name].filter((name) => name !== undefined),
    }
  const below = recognised?.title.below
  if (own && below && !file && fold(below) !== fold(own.name ?? ''))
    return { from: 'asked', building: own, proposals: [own.name ?? '', below].filter((name) => name !== '') }
  if (own) return { from: 'title', building: own }
  if (file) return { from: 'chosen', building: file }
  if (recognised?.headed) return { from: 'title', building: undefined }
  const proposals = proposalsFor(plan, plans)
  return { from: 'asked', building: proposals[0] ? { name: proposals[0] } : undefined, proposals }
}

/** The building of the title, with its address if another table has one of the same name at another address. */
function buildingOfTitle(plan: TablePlan, plans: readonly TablePlan[]): Building | undefined {
  const title = plan.recognised?.title
  if (!title) return undefined
  const { condominium_name: name, condominium_address: address, condominium_fiscal_code: fiscal_code } = title
  if (!name && !(fiscal_code && title.buildings.length === 0)) return undefined
  const apart = plans.some(({ recognised, skipped }) => {
    const other = recognised?.title
    const sameName = name && other?.condominium_name && fold(other.condominium_name) === fold(name)
    const otherAddress = other?.condominium_address
    return !skipped && sameName && address && otherAddress && !sameAddress(address, otherAddress)
  })
  return {
    name: name && apart ? wholeName({ name, address }) : name,
    address,
    fiscal_code,
    iban: title.iban,
  }
}

/** `account:12` is a condominium of the office, `name:…` one that the file names or the person typed. */
function buildingOfAnswer({ recognised }: TablePlan, answer: string, known: Buildings): Building | undefined {
  const account = /^account:(\d+)$/.exec(answer)?.[1]
  if (account) return known.accounts.get(Number(account))
  const name = answer.replace(/^name:/, '')
  if (known.file?.name === name) return known.file
  const title = recognised?.title
  // Tax code and IBAN of the title belong to the building that the title names.
  return title && title.condominium_name === name
    ? { name, fiscal_code: title.condominium_fiscal_code, iban: title.iban }
    : { name }
}

/** Gives a row's condominium the name and tax code of the one that a person said it is. */
export function useKnownName(
  row: { condominium_name?: string; condominium_fiscal_code?: string },
  { same }: Buildings,
): void {
  const known = same.size > 0 && row.condominium_name ? same.get(fold(row.condominium_name)) : undefined
  if (!known) return
  row.condominium_name = known.name
  if (known.fiscal_code) row.condominium_fiscal_code = known.fiscal_code
}

function isSame(one: Building, other: Building): boolean {
  if (one.fiscal_code && other.fiscal_code) return one.fiscal_code === other.fiscal_code
  return fold(one.name ?? '') === fold(other.name ?? '')
}

/** What the table may mean: the buildings its title may name, its sheet's name, then those of other tables. */
function proposalsFor({ sheet, recognised }: TablePlan, plans: readonly TablePlan[]): string[] {
  const own = [...(recognised?.title.buildings ?? []), recognised?.title.below ?? []].flat()
  const fromSheet = isGenericName(sheet) || buildingIn(sheet) ? [] : [`Condominio ${sheet.trim()}`]
  const severalSheets = new Set(plans.map((plan) => plan.sheet)).size > 1
  const elsewhere = plans.flatMap((plan) => plan.recognised?.title.condominium_name ?? [])
  const others = [...new Set(elsewhere)]
  return [
    ...new Set([
      ...own,
      ...(severalSheets && others.length === 0 ? [...fromSheet, ...others] : [...others, ...fromSheet]),
    ]),
  ].slice(0, 8)
}

const isGenericName = (sheet: string): boolean =>
  sheet.trim().length < 3 ||
  /^(?:foglio|sheet|tabelle|feuil|tab|pagina)\s*\d*$|^(?:rate|bollette|unita|unità|anagrafica|dati|elenco|riepilogo|export|ordinaria|straordinaria|riscaldamento|acqua)\b/i.test(
    sheet.trim(),
  )
