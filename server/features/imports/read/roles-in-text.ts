import { fold } from '@saldo/domain/fold'
import type { RightKind } from '@saldo/domain/right-holder'
import type { RecognisedTable } from './recognise-columns.ts'

/** The rights that a title, a sheet's name or a heading names. `clear`: the text is a heading for people with them. */
export type NamedRoles = { kinds: RightKind[]; clear: boolean }

const ROLE =
  '(?:nud[ie] proprietar[ie]|proprietar[ie]|condomini|inquilin[ie]|conduttor[ie]|locatar[ie]|affittuar[ie]|comodatar[ie]|usufruttuar[ie])'
const ROLES = new RegExp(`\\b${ROLE}\\b`, 'g')

/** `Elenco inquilini`, `PROPRIETARI E CONDUTTORI – scala A`: what heads a list of people, and no sentence about them. */
const HEADING = new RegExp(
  `^(?:(?:elenco|lista|anagrafica|anagrafe|registro|dati|nominativi|rubrica|saldi|situazione|quote|recapiti|tabella|prospetto)\\b[ .]*)*(?:(?:dei|degli|delle|gli|i|le) )?${ROLE}(?:(?: ?[,/+&-] ?| ed? )(?:(?:dei|degli|delle|gli|i|le) )?${ROLE})*(?:[ :.]*$| (?:scala|palazzina|condominio|cond|stabile|al|anno|aggiornat[oi]|di|del|dello|della|in|[(\\d]).*$)`,
)

/** The roles that a text names; null when it names none. A staff's note about tenants is not `clear`. */
export function rolesIn(text: string): NamedRoles | null {
  const folded = spelledOut(fold(text))
  const found = folded.match(ROLES)
  if (!found && folded.split(/\n|\s[-–—]\s|[;|]/).some((part) => LIVES_THERE.test(part.trim())))
    return { kinds: [], clear: false }
  if (!found) return null
  const parts = folded
    .split(/\n|\s[-–—]\s|[;|]|\s{3,}|, (?=elenco|lista|anagrafica)/)
    .map((part) => part.trim())
  const clear = parts.every((part) => part.search(ROLES) < 0 || HEADING.test(part))
  return { kinds: [...new Set(found.map(kindOf))], clear }
}

/** People who live there: owners or tenants. */
const LIVES_THERE =
  /^(?:(?:elenco|lista|anagrafica|registro|dati)\b[ .]*)?(?:(?:dei|degli|delle|gli|i|le) )?(?:residenti|occupanti|abitanti|domiciliati|famiglie|nuclei familiari)\b/

const ABBREVIATED: readonly [RegExp, string][] = [
  [/^inq\w{0,5}[.]?$/, 'inquilini'],
  [/^prop(?:r|riet)?[.]?$/, 'proprietari'],
  [/^usuf(?:r)?[.]?$/, 'usufruttuari'],
]
/** `INQ.` as a sheet's name is `inquilini`. */
const spelledOut = (text: string): string =>
  ABBREVIATED.find(([short]) => short.test(text.trim()))?.[1] ?? text

function kindOf(word: string): RightKind {
  if (word.startsWith('nud')) return 'bare_owner'
  if (word.startsWith('usufrutt')) return 'usufructuary'
  return /^(?:propriet|condomini)/.test(word) ? 'owner' : 'tenant'
}

/**
 * The right that the people of a table have when their row does not say it. The header of their names, the lines above it
 * and the sheet's name are read from the nearest outwards: a text further away may only be wider. Null when they
 * contradict each other or name several: a person must choose among `kinds`.
 */
export type RoleOfTable = { kind: RightKind | null; kinds: RightKind[] }

export function roleOfTable(sheet: string, { columns, title }: RecognisedTable): RoleOfTable {
  const header = columns.find(({ field }) => field === 'holder')?.header ?? ''
  const texts = [singularAsWell(header), ...title.text.split('\n').reverse(), sheet]
  const named = texts.map(rolesIn).filter((roles) => roles !== null)
  const [nearest, ...further] = named
  if (!nearest) return { kind: 'owner', kinds: [] }
  let kinds = nearest.kinds
  let clear = nearest.clear
  for (const each of further) {
    const common = kinds.filter((kind) => each.kinds.includes(kind))
    if (common.length === 0) clear = false
    kinds = common.length > 0 ? common : [...kinds, ...each.kinds]
  }
  const [kind, ...more] = kinds
  return { kind: kind && clear && more.length === 0 ? kind : null, kinds }
}

/** The header of one column names one person: `Proprietario`, `Inquilino`. `Condomino` is whoever lives there. */
function singularAsWell(header: string): string {
  const text = fold(header)
  if (/^condomin[oi]$/.test(text)) return ''
  return text
    .replace(/^(?:nuov|attual|vecchi)[oaei] (?=proprietari|inquilin|conduttor)/, '')
    .replace(/\b(proprietari|usufruttuari|locatari|affittuari|comodatari)[oa]\b/g, '$1')
    .replace(/\b(inquilin)[oa]\b/g, '$1i')
    .replace(/\b(conduttor)e\b/g, '$1i')
    .replace(/\bnud[oa] (?=proprietari)/g, 'nudi ')
}
