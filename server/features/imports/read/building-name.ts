import { fold } from '@saldo/domain/fold'

/**
 * A building that a text names. `sure`: a word such as "condominio" says that it is one; a bare street is only a guess.
 * `address`: street and city beside a name of its own.
 */
export type BuildingName = { name: string; address?: string; sure: boolean }

/** The name with the address, for buildings of the same name. */
export const wholeName = ({ name, address }: { name: string; address?: string }): string =>
  address ? `${name}, ${address}` : name

/** The street of a building that is only named by it. */
export const streetOf = (name: string): string => name.replace(/^Condominio /, '')

/** Whether an address says a street, and not only a city. */
export const saysStreet = (address: string): boolean => HAS_STREET.test(address)

/** Whether two addresses may be of one building: one has all words of the other. */
export function sameAddress(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => new Set(fold(text).match(/[a-z0-9]+/g)))
  const [few, many] = a!.size <= b!.size ? [a!, b!] : [b!, a!]
  return [...few].every((word) => many.has(word))
}

/**
 * The building that a line names, or null: `RATE 2026 – RESIDENZA AURORA` → Condominio Residenza Aurora, `CONDOMINIO DI
 * VIA ROMA 10 – MILANO` → Condominio di Via Roma 10 – Milano. A building named after its street keeps street, house number
 * and city; beside a name of its own they are its address. Both tell buildings of the same name apart.
 */
export function buildingIn(line: string): BuildingName | null {
  const parts = line
    .replace(/:\s*/g, ' ')
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const between = /\s[–—-]\s/.test(line) ? ' – ' : ', '
  for (const [index, part] of parts.entries()) {
    const found = KINDS_OF_BUILDING.exec(part)
    // `Riunione di condominio`, `Amministratore di condominio` name none.
    if (!found || /\bdi\s+$/i.test(part.slice(0, found.index))) continue
    const named = namedIn(part.slice(found.index), parts.slice(index + 1), between)
    if (named)
      return { ...named, sure: !isOfAnOffice(part.slice(0, found.index)) && !TWO_BUILDINGS.test(part) }
  }
  const street = parts.findIndex((part) => STREET_FIRST.test(part))
  if (street < 0) return null
  const name = withAddress([withoutNoise(parts[street] ?? '')], parts.slice(street + 1), between)
  return /\d/.test(name) ? { name: `Condominio ${inTitleCase(name)}`, sure: false } : null
}

/** The office's own name may hold such a word, as in `Studio Palazzo Amministrazioni`. */
export const isOfAnOffice = (text: string): boolean => OF_AN_OFFICE.test(text)
const OF_AN_OFFICE = /\b(?:studio|amministra\w*|gestioni|dott|geom|rag|avv|ing)\b/i

/** `Condominio Le Rose e Condominio I Tigli` */
const TWO_BUILDINGS = /condominio\s.*\s(?:ed?|&|\+|\/)\s+(?:(?:super|mini)?condominio|cond\.)\s/i

const SEPARATORS = /\s[–—-]\s|[,;|()]\s*|\s{3,}/

const KINDS_OF_BUILDING =
  /\b((?:super|mini)?condominio|cond\.?|residenza|residence|palazzo|villaggio|complesso|comprensorio|consorzio|cooperativa|stabile)(?=\s+\S)/i

const STREET =
  "(?:via|viale|v\\.le|vicolo|piazza|p\\.?zza|piazzale|p\\.?le|piazzetta|corso|c\\.so|largo|l\\.go|strada|contrada|c\\.da|salita|lungo\\p{L}+|galleria|borgo|calle|rione|localita'?|località|loc\\.|frazione|fraz\\.)"
const STREET_FIRST = new RegExp(`^${STREET}\\s+\\S`, 'iu')
const HAS_STREET = new RegExp(`(?:^|\\s)${STREET}\\s+\\S`, 'iu')
const NAMED_BY_STREET = new RegExp(
  `^(?:(?:super|mini)?condominio|residenza|residence|palazzo|complesso)\\s+(?:(?:di|del|della|dell'|in|sito in|al|alla)\\s+)?${STREET}\\s+\\S`,
  'iu',
)
const OWN_AND_STREET = new RegExp(`^(.+?)\\s+(?:di |in |sito in )?(${STREET}\\s+\\S.*)$`, 'iu')

/** What follows a name in a title and is not part of it: the years, the kind of bills, codes. */
const NOISE =
  /[\s:]+(?:anno|esercizio|gestione|rate|rata|preventivo|consuntivo|bilancio|periodo|elenco|situazione|bollette|scadenz[ae]|ordinari[ao]|straordinari[ao]|riscaldamento|acqua|ascensore|c\.?\s?f\.?|cod\.?|codice fiscale|iban|amministrator[ei])(?=[\s:.]|$).*$/i
const YEAR = /[\s:]*(?<!\d)20\d{2}(?!\d).*$/

function namedIn(
  said: string,
  following: string[],
  between: string,
): { name: string; address?: string } | null {
  const spelled = inTitleCase(withoutNoise(said))
  const bare = spelled.replace(/^cond(?:\.|(?=\s))/i, 'Condominio').replace(/^stabile\s+/i, 'Condominio ')
  if (!saysWhich(bare)) return null
  if (NAMED_BY_STREET.test(bare)) return { name: asBuilding(withAddress([bare], following, between)) }
  const [, own = bare, street] = OWN_AND_STREET.exec(bare) ?? []
  const address = withAddress(street ? [street] : [], following, between)
  return { name: asBuilding(own), ...(address === '' ? {} : { address }) }
}

const asBuilding = (name: string): string =>
  /condominio|consorzio|cooperativa/i.test(name) ? capitalised(name) : `Condominio ${capitalised(name)}`

/** Whether a name follows the kind of building; a bare date, as in `condominio del 12/01/2026`, is none. */
const saysWhich = (text: string): boolean =>
  text
    .split(/\s+/)
    .slice(1)
    .some((word) => /\p{L}/u.test(word) && !PARTICLES.has(word.toLowerCase()))

const withoutNoise = (text: string): string => text.replace(NOISE, '').replace(YEAR, '').trim()

/** Adds the street, the house number and the city that stand apart: `Aurora`, `Via Roma`, `10`, `Milano`. */
function withAddress(said: string[], following: string[], between: string): string {
  const parts = [...said]
  for (const part of following) {
    const bare = withoutNoise(` ${part}`)
    const hasStreet = HAS_STREET.test(parts.join(' '))
    const isStreet = !hasStreet && STREET_FIRST.test(bare)
    const isNumber = hasStreet && /^(?:n(?:\.|°|r\.?)?\s*)?\d{1,4}\s*(?:\/?\s*[a-z]|bis|ter)?$/i.test(bare)
    const isCity =
      /^(?:\d{5}\s+)?\p{L}[\p{L}'’. ]{1,40}(?:\s+\(?[A-Z]{2}\)?)?$/u.test(bare) &&
      !NOT_A_CITY.test(fold(bare))
    if (!isStreet && !isNumber && !isCity) break
    if (isNumber) parts.push(`${parts.pop()} ${bare.replace(/^n(?:\.|°|r\.?)?\s*/i, '')}`)
    else parts.push(inTitleCase(bare))
    if (isCity && !isStreet) break
  }
  return parts.join(between)
}

const NOT_A_CITY =
  /\b(?:list[ae]|pagament[oi]|incass[oi]|quot[ae]|ripartizione|spese|debitori|locatari|conduttori|usufruttuari|nominativi|avvisi|rat[ae]|anno|esercizio|gestione|scala|palazzina|interno|piano|tabella|millesimi|elenco|saldi|saldo|morosi|morosita|situazione|riparto|condomini|proprietari|inquilini|unita|anagrafica|bollette|pagina|studio|ordinaria|ordinario|straordinaria|straordinario|riscaldamento|acqua|ascensore|preventivo|consuntivo|bilancio|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre)\b/

const PARTICLES = new Set('di dei del della delle degli e al alla alle da in'.split(' '))

/** Text all in capitals as one writes a name; other text as it is. */
function inTitleCase(text: string): string {
  if (text !== text.toUpperCase()) return text
  return text
    .toLowerCase()
    .split(' ')
    .map((word, index) =>
      index > 0 && PARTICLES.has(word) ? word : word.replace(/(^|['’.])\p{L}/gu, (l) => l.toUpperCase()),
    )
    .join(' ')
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
