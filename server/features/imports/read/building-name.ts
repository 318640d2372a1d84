import { fold } from '@saldo/domain/fold'

/** A building that a text names. `sure`: a word such as "condominio" says that it is one; a bare street is only a guess. */
export type BuildingName = { name: string; sure: boolean }

/**
 * The building that a line names, or null: `RATE 2026 – RESIDENZA AURORA` → Condominio Residenza Aurora, `CONDOMINIO DI
 * VIA ROMA 10 – MILANO` → Condominio di Via Roma 10 – Milano. A building named after its street keeps street, house number
 * and city, because two buildings of the same street, or of the same address in two cities, are different ones.
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
    if (!found) continue
    const name = nameFrom(part.slice(found.index), parts.slice(index + 1), between)
    if (name) return { name, sure: !OF_AN_OFFICE.test(part.slice(0, found.index)) }
  }
  const street = parts.findIndex((part) => STREET_FIRST.test(part))
  if (street < 0) return null
  const name = withAddress(withoutNoise(parts[street] ?? ''), parts.slice(street + 1), between)
  return /\d/.test(name) ? { name: `Condominio ${inTitleCase(name)}`, sure: false } : null
}

/** The office's own name may hold such a word, as in `Studio Palazzo Amministrazioni`. */
const OF_AN_OFFICE = /\b(?:studio|amministra\w*|gestioni|dott|geom|rag|avv|ing)\b/i

const SEPARATORS = /\s[–—-]\s|[,;|()]\s*|\s{3,}/

const KINDS_OF_BUILDING =
  /\b((?:super|mini)?condominio|cond\.?|residenza|residence|palazzo|villaggio|complesso|comprensorio|consorzio|cooperativa|stabile)(?=\s+\S)/i

const STREET =
  "(?:via|viale|v\\.le|vicolo|piazza|p\\.?zza|piazzale|p\\.?le|piazzetta|corso|c\\.so|largo|l\\.go|strada|contrada|c\\.da|salita|lungo\\p{L}+|galleria|borgo|calle|rione|localita'?|località|loc\\.|frazione|fraz\\.)"
const STREET_FIRST = new RegExp(`^${STREET}\\s+\\S`, 'iu')
const NAMED_BY_STREET = new RegExp(
  `^(?:(?:super|mini)?condominio|residenza|residence|palazzo|complesso)\\s+(?:(?:di|del|della|dell'|in|sito in|al|alla)\\s+)?${STREET}\\s+\\S`,
  'iu',
)

/** What follows a name in a title and is not part of it: the years, the kind of bills, codes. */
const NOISE =
  /[\s:]+(?:anno|esercizio|gestione|rate|rata|preventivo|consuntivo|bilancio|periodo|elenco|situazione|bollette|scadenz[ae]|ordinari[ao]|straordinari[ao]|riscaldamento|acqua|ascensore|c\.?\s?f\.?|cod\.?|codice fiscale|iban|amministrator[ei])(?=[\s:.]|$).*$/i
const YEAR = /[\s:]*(?<!\d)20\d{2}(?!\d).*$/

function nameFrom(said: string, following: string[], between: string): string | null {
  const spelled = inTitleCase(withoutNoise(said))
  const bare = spelled.replace(/^cond(?:\.|(?=\s))/i, 'Condominio').replace(/^stabile\s+/i, 'Condominio ')
  const name = NAMED_BY_STREET.test(bare) ? withAddress(bare, following, between) : withoutStreet(bare)
  if (!/\s/.test(name)) return null
  return /condominio|consorzio|cooperativa/i.test(name)
    ? capitalised(name)
    : `Condominio ${capitalised(name)}`
}

const withoutNoise = (text: string): string => text.replace(NOISE, '').replace(YEAR, '').trim()

/** The address after a name of its own is not part of the name: `Condominio Aurora Via Verdi 3` → `Condominio Aurora`. */
const withoutStreet = (text: string): string =>
  text.replace(new RegExp(`\\s+(?:in |sito in )?${STREET}\\s.*$`, 'iu'), '').trim()

/** Adds the house number and the city that stand apart: `Via Roma`, `10`, `Milano`. */
function withAddress(street: string, following: string[], between: string): string {
  const parts = [street]
  for (const part of following) {
    const bare = withoutNoise(` ${part}`)
    const isNumber = /^(?:n(?:\.|°|r\.?)?\s*)?\d{1,4}\s*(?:\/?\s*[a-z]|bis|ter)?$/i.test(bare)
    const isCity =
      /^(?:\d{5}\s+)?\p{L}[\p{L}'’. ]{1,40}(?:\s+\(?[A-Z]{2}\)?)?$/u.test(bare) &&
      !NOT_A_CITY.test(fold(bare))
    if (!isNumber && !isCity) break
    if (isNumber) parts[0] = `${parts[0]} ${bare.replace(/^n(?:\.|°|r\.?)?\s*/i, '')}`
    else parts.push(inTitleCase(bare))
    if (isCity) break
  }
  return parts.join(between)
}

const NOT_A_CITY =
  /\b(?:rat[ae]|anno|esercizio|gestione|scala|palazzina|interno|piano|tabella|millesimi|elenco|saldi|saldo|morosi|morosita|situazione|riparto|condomini|proprietari|inquilini|unita|anagrafica|bollette|pagina|studio|ordinaria|ordinario|straordinaria|straordinario|riscaldamento|acqua|ascensore|preventivo|consuntivo|bilancio|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre)\b/

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
