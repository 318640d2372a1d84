import { fold } from '@saldo/domain/fold'
import { checkFiscalCode } from '@saldo/domain/registry/fiscal-code'
import { whyCodeDoesNotFit } from '@saldo/domain/registry/name-and-code'
import type { Doubt } from '../read/row-doubts.ts'
import { capital, SKIP } from './role-words.ts'

/* A name is letters, blanks, dots, apostrophes and hyphens, and no word that says something about a person. Whatever else
   stands in the cell is asked about. */

/** The answers about names. */
export const [ONE, TWO, FIX] = ['one', 'two', 'fix']

/** A doubt about a cell of names; `people` are the names that it seems to hold. */
export type NameDoubt = { doubt: Doubt; people: string[] }

/**
 * Why the text may not be the name of one person or company; null for a plain name. `raw` still has its line breaks. A tax
 * code beside it settles what the words alone leave open: one that fits makes the text a person's name, one of a company
 * makes two surnames one name.
 */
export function doubtAboutNames(raw: string, fiscal_code = ''): NameDoubt | null {
  const text = raw.trim()
  if (text === '') return null
  const whole = text.replace(/\s+/g, ' ')
  const { kind } = checkFiscalCode(fiscal_code)
  const isPersons = kind === 'person' && whyCodeDoesNotFit(whole, fiscal_code) === null
  if (saysNoPerson(whole) && !isPersons) return { doubt: noPerson, people: [whole] }
  const people = peopleIn(text)
  const fullNames = people.filter((name) => name.includes(' ')).length
  if (people.length > 1 && (kind !== 'company' || fullNames > 1)) return { doubt: several(people), people }
  if (UNNAMED_OTHERS.test(fold(whole)) && !isCompany(whole)) return { doubt: unnamed, people: [whole] }
  if (people.length > 1 || isPlainName(whole)) return null
  return { doubt: oddName, people: [whole] }
}

const COMPANY_AT_END =
  /(?:\b(?:s\.? ?r\.? ?l\.? ?s?|s\.? ?p\.? ?a|s\.? ?n\.? ?c|s\.? ?a\.? ?s|s\.? ?s|soc\.? ?coop|s\.?c\.?a\.?r\.?l|scrl|onlus|aps|ltd|gmbh|inc|plc)\b\.?|[&e] (?:figl[io]|c|co|soci|associati)\b\.?)(?: in liquidazione| unipersonale| a socio unico)?$/
const COMPANY_AT_START =
  /^(?:(?:la |il |lo |l')?(?:societa|soc|ditta|impresa|immobiliare|studio|banca|banco|cassa di risparmio|fondazione|associazione|ass|cooperativa|coop|comune|provincia|regione|parrocchia|diocesi|istituto|opera|ente|agenzia|farmacia|azienda|inps|inail|ater|aler|condominio|supercondominio|chiesa|circolo|partito|sindacato|universita|unione|gruppo|hotel|albergo|officina|autofficina|bar|ristorante))\b/

const isCompany = (text: string): boolean =>
  COMPANY_AT_END.test(fold(text)) || COMPANY_AT_START.test(fold(text))

const AND = /\s+(?:e|ed|&|\+|con)\s+/
const AND_IN_CAPITALS = /\s+(?:E|ED|&|\+|CON)\s+/
const MARKS = /\s*[/;|+\n\r]+\s*|\s+[-–—]\s+|\s*,\s*/

/** The texts that an "and" sets apart. In a name that is not in capitals a capital E is an initial. */
const apartByAnd = (text: string): string[] => text.split(/\p{Ll}/u.test(text) ? AND : AND_IN_CAPITALS)

/** `Rossi, Mario`, `De Luca, Anna Maria`: surname and name. */
const SURNAME_FIRST =
  /^(?:(?:d[aei]|d[ae]l|del?la|dell['’]|degli|dei|lo|la|li|van|von|san|santa)\s+)*[\p{L}'’-]+\s*,\s*[\p{L}'’. -]+$/iu

/** The names that separators set apart: `Rossi Mario e Bianchi Anna`, `Rossi/Bianchi`, one per line. A company is one. */
function peopleIn(text: string): string[] {
  if (SURNAME_FIRST.test(text.trim()) && apartByAnd(text).length === 1) return [text]
  const apart = text.split(MARKS).filter((part) => part.trim() !== '')
  const parts = apart.flatMap((part) => (isCompany(part) ? [part] : apartByAnd(part)))
  const names = parts.map((part) => part.replace(/\s+/g, ' ').trim())
  if (names.length < 2 || (isCompany(text) && !/[/;\n]/.test(text))) return [text]
  if (!names.every((name) => isPlainName(name) || isCompany(name))) return [text]
  if (names.some((name) => UNNAMED_OTHERS.test(fold(name)))) return [text]
  const [surname = '', ...others] = (names[0] ?? '').split(' ')
  // `Rossi Mario e Anna`: the second has the surname of the first.
  return names.map((name, index) =>
    index > 0 && others.length > 0 && !name.includes(' ') ? `${surname} ${name}` : name,
  )
}

/** `Costa e Silva` beside one first name: a surname of its own, whereas two people have two names. */
export const isDoubleSurname = (surname: string, given: string): boolean =>
  apartByAnd(surname).length > 1 && /^[\p{L}'’-]+$/u.test(given.trim())

/** Surname and name in two columns; several of both are paired: `Rossi / Bianchi` and `Mario / Anna`. */
export function namesInColumns(surname: string, given: string): string {
  const [surnames, names] = [surname, given].map((text) => text.split(MARKS).flatMap(apartByAnd)) as [
    string[],
    string[],
  ]
  if (surnames.length < 2 || surnames.length !== names.length) return `${surname} ${given}`.trim()
  return surnames.map((each, index) => `${each.trim()} ${names[index]?.trim()}`).join(' / ')
}

const isPlainName = (text: string): boolean =>
  isCompany(text)
    ? !BEHIND_COMPANY.test(fold(text)) &&
      /^[\p{L}\p{M}\d'’`´.,&+ -]*$/u.test(text) &&
      !/\d[\d .-]{5,}/.test(text)
    : (/^[\p{L}\p{M}'’`´. -]+(?: \d{1,6})?$/u.test(text) || SURNAME_FIRST.test(text)) &&
      !/\s[-–—]|[-–—]\s/.test(text) &&
      !WORDS.test(fold(text))

/** Words that say something about a person, or that a row is about somebody else. */
const WORDS =
  /\b(?:inq|inquilin[oaie]|conduttor[ei]|conduttric[ei]|locatari[oa]|affittuari[oa]|affitto|affittat[oa]|prop|propr|proprietari[oaie]|comproprietari[oaie]|usufruttuari[oa]|usufr|usuf|usufrutto|nud[oa]|delegat[oa]|tutore|curatore|presso|ex|decedut[oa]|defunt[oa]|vendut[oa]|venditore|acquirente|subentrat[oa]|uscente|int|interno|scala|tel|cell|cf|piva|vedi|sopra|come|stess[oa]|ora|oggi|non|manca(?= (?:il|la|nome|codice|dato|dati)\b|$)|procuratore|rappresentante|rappr|residente|domiciliat[oa]|amm|amministratore|referente|sconosciut[oa]|erede d[ie]l?|nat[oa] (?:a|il)|gia propriet\w*)\b|\bc\/o\b/

/** Who acts for a company, or uses what it owns, is no part of its name. */
const BEHIND_COMPANY =
  /\b(?:leg(?:ale)?\.? ?rapp\w*|rappresentat[oa]|rappresentante|utilizzator[ei]|conduttor[ei]|inquilin[oa]|amm(?:inistratore|\.)? ?(?:unico|delegato)|procuratore|referente|presso)\b|\bc\/o\b/

/** `Coniugi Rossi`, `Rossi Mario e moglie`: several people, not all by name. */
const UNNAMED_OTHERS =
  /^(?:sig\.?ri|sigg\.?|signori|coniugi|fratelli|sorelle|f\.?lli|fam\.?|famiglia)\b|\b(?:e|ed|con|\+|\/|-) *(?:la |il |i )?(?:coniuge|moglie|marito|consorte|figli[oae]?|fratell[oi]|sorell[ae]|madre|padre|altri?|soci)\b|^(?:moglie|marito|coniuge|figli[oa]|madre|padre|consorte)\b|\bed? (?:altri?|eredi)\b/

const NO_PERSON =
  /\b(?:custode|portier[ea]|portinai[oa]|portineria|parti comuni|parte comune|condominial[ei]|fornitor[ei]|pulizie|giardinier[ea]|manutentore|assicurazione|enel|lavatoio|locale (?:comune|tecnico|caldaia|contatori|rifiuti)|centrale termica|sala condominiale|spese|riporto|arretrati|accantonamento|interessi|ascensorista|idraulico|elettricista|impresa (?:di )?pulizi[ae]|dipendente|compenso|impresa costruttrice|costruttore|in vendita|sottotetto|verificare|definire|ignot[oi]|proprieta comune|bene comune)\b|^(?:amministratore|amministrazione|condominio|condomini|consiglieri?|presidente|revisore|supplente|personale|studio amministra\w*)\b|^(?:vari[ei]?|divers[oei]|tutti|altri|n\.? ?n\.?|x+)$/
/** Places and sums; a company may be named after one. */
const PLACE_OR_SUM =
  /\b(?:cassa|fondo|saldo|autorimessa|posto auto|cantina|box|magazzino|solaio|appartamento|alloggio|unita)\b/
const saysNoPerson = (text: string): boolean =>
  NO_PERSON.test(fold(text)) || (PLACE_OR_SUM.test(fold(text)) && !isCompany(text))

const toFix = {
  value: FIX as string,
  label: 'Dipende: le righe restano da correggere',
  detail: 'si correggono qui sotto, una per una',
}

const several = (people: string[]): Doubt => ({
  question: 'rows:several_names',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} la cella del nome sembra dire più persone (${examples}): come le importo?`,
  options: [
    {
      value: TWO as string,
      label: 'Una persona per nome, con parti uguali',
      detail: `per esempio: ${people.join(' · ')}. Saldo e recapiti scritti una volta sola vanno alla prima`,
    },
    { value: ONE as string, label: 'Un nome solo, così come è scritto', detail: null },
    toFix,
  ],
  // Two surnames alone are as often one name.
  proposal: people.some((name) => name.includes(' ')) ? TWO : ONE,
})

const unnamed: Doubt = {
  question: 'rows:unnamed_people',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} il nome comprende persone senza nome (${examples}): va bene così?`,
  options: [
    { value: ONE as string, label: 'Sì, un nome solo, così come è scritto', detail: null },
    { value: FIX as string, label: 'No: le righe restano da correggere', detail: 'si correggono qui sotto' },
  ],
  proposal: ONE as string,
}

const oddName: Doubt = {
  question: 'rows:odd_names',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} nella cella del nome c’è anche altro (${examples}): va bene così?`,
  options: [
    { value: ONE as string, label: 'Sì, il nome è quello che è scritto', detail: null },
    { value: FIX as string, label: 'No: le righe restano da correggere', detail: 'si correggono qui sotto' },
    { value: SKIP, label: 'Non sono persone dell’unità', detail: 'le righe restano fuori' },
  ],
  proposal: FIX as string,
}

const noPerson: Doubt = {
  question: 'rows:no_people',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} non è chiaro se il nome è di una persona (${examples}): vanno importate?`,
  options: [
    { value: SKIP, label: 'No, restano fuori', detail: null },
    { value: ONE as string, label: 'Sì, sono persone o società dell’unità', detail: null },
    toFix,
  ],
  proposal: SKIP,
}
