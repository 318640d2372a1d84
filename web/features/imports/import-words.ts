import { whyNotOpeningOn } from '@saldo/domain/accounting/registration-dates'
import { isDay } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { formatCount, formatCountOf } from '../../ui/grid/list.ts'
import type { Import, ImportKind, ImportRow, Table } from './import-kinds.ts'

/** Meanings of a column, as shown; those of the one-column-per-month layout are separate. */
const billFields = {
  condominium_name: 'Condominio',
  condominium_fiscal_code: 'C.F. del condominio',
  iban: 'IBAN del condominio',
  holder: 'Intestatario',
  surname: 'Cognome',
  given_name: 'Nome',
  fiscal_code: 'Codice fiscale',
  vat_number: 'Partita IVA',
  email: 'E-mail',
  phone: 'Telefono',
  unit: 'Interno',
  staircase: 'Scala',
  number: 'Numero bolletta',
  description: 'Causale',
  issue_date: 'Data di emissione',
  due_date: 'Scadenza',
  amount: 'Importo',
  part: 'Si aggiunge all’importo',
  paid: 'Già pagato, si toglie',
  creditor_reference: 'Riferimento RF',
  address: 'Indirizzo',
  zip_code: 'CAP',
  city: 'Comune',
  province: 'Provincia',
  notes: 'Note',
}

const registryFields = {
  condominium_name: 'Condominio',
  condominium_fiscal_code: 'C.F. del condominio',
  condominium_address: 'Indirizzo del condominio',
  condominium_city: 'Comune del condominio',
  iban: 'IBAN del condominio',
  building: 'Palazzina',
  staircase: 'Scala',
  unit: 'Interno',
  use: 'Tipo di unità',
  floor: 'Piano',
  cadastral_sheet: 'Foglio catastale',
  cadastral_parcel: 'Particella',
  cadastral_subunit: 'Subalterno',
  cadastral_category: 'Categoria catastale',
  role: 'Ruolo',
  share: 'Quota',
  since: 'Dal',
  until: 'Fino al',
  pays: 'Paga le bollette',
  holder: 'Persona',
  also_owner: 'Comproprietario',
  also_bare_owner: 'Altra persona: nudo proprietario',
  also_usufructuary: 'Altra persona: usufruttuario',
  also_tenant: 'Altro inquilino',
  also_contact: 'Altra persona: codice fiscale o recapito',
  annex: 'Box o cantina: unità a parte',
  tenant: 'Inquilino',
  tenant_surname: 'Inquilino: cognome',
  tenant_given_name: 'Inquilino: nome',
  tenant_fiscal_code: 'Inquilino: codice fiscale',
  tenant_email: 'Inquilino: e-mail',
  tenant_phone: 'Inquilino: telefono',
  tenant_address: 'Inquilino: indirizzo',
  surname: 'Cognome',
  given_name: 'Nome',
  fiscal_code: 'Codice fiscale',
  vat_number: 'Partita IVA',
  email: 'E-mail',
  phone: 'Telefono',
  pec: 'PEC',
  second_phone: 'Altro telefono',
  second_email: 'Altra e-mail',
  address: 'Indirizzo',
  house_number: 'Numero civico',
  zip_code: 'CAP',
  city: 'Comune',
  province: 'Provincia',
  country: 'Nazione',
  holder_iban: 'IBAN della persona, solo controllato',
  opening_balance: 'Saldo precedente, negativo se deve',
  opening_debt: 'Debito precedente, positivo se deve',
  opening_credit: 'Credito precedente',
  opening_date: 'Data del saldo',
}

const choicesOf = (fields: Record<string, string>) =>
  Object.entries(fields).map(([value, label]) => ({ value, label }))
export const fieldChoices: Record<ImportKind, { value: string; label: string }[]> = {
  bills: choicesOf(billFields),
  registry: choicesOf(registryFields),
}

/** A column of weights; its header is the table's name. */
export const weightField = { value: 'weight', label: 'Tabella millesimale' }

/** A column of amounts due on one date, in sheets with a column per instalment; or with the dates in a column beside. */
export const instalmentFields = [
  { value: 'instalment', label: 'Rata: importo' },
  { value: 'instalment_due', label: 'Rata: scadenza' },
]
const repeatable = new Set([
  ...instalmentFields.map(({ value }) => value),
  weightField.value,
  'part',
  'paid',
  'also_owner',
  'also_bare_owner',
  'also_usufructuary',
  'also_tenant',
  'also_contact',
  'annex',
])

/** `Rata 1 › Importo`: a header with the heading above it. */
export const columnName = ({ group, header }: Table['columns'][number]) =>
  [group, header].filter(Boolean).join(' › ') || 'senza nome'

/** Why a table is not imported. */
export function whySkippedWords({ why_skipped, missing = [] }: Table): string {
  if (why_skipped === 'hidden_sheet') return 'non importata: il foglio è nascosto'
  if (why_skipped === 'missing_columns')
    return missing.length > 0
      ? `non importata: mancano colonne. ${missing.join(' ')}`
      : 'non importata: mancano colonne'
  if (why_skipped === 'no_header') return 'non importata: non riconosco la riga con i nomi delle colonne'
  return 'esclusa da te'
}

/** `Rate`, `Rate, tabella 2`: with its number when the sheet has several tables. */
export const tableName = (
  { sheet, table }: Pick<Table, 'sheet' | 'table'>,
  tables: readonly Pick<Table, 'sheet'>[],
) => (tables.filter((each) => each.sheet === sheet).length > 1 ? `${sheet}, tabella ${table}` : sheet)

/** What a column holds that is not imported: `24 celle, in tutto 1.200,00 €`. */
export function holdingWords({ filled, sum }: Table['columns'][number]): string | null {
  if (!filled) return null
  const cells = formatCountOf(filled, { one: 'cella', many: 'celle' })
  return sum === null || sum === undefined ? cells : `${cells}, in tutto ${formatEuro(sum)}`
}

/** Below this confidence a recognised column needs a check. */
const sure = 0.7
export const isGuess = ({ field, confidence }: Table['columns'][number]) =>
  field !== null && confidence < sure

/** Sets the field of a column; another column with this field loses it, except fields of several columns. */
export function withField(sheet: Table, index: number, field: string | null): Table {
  const single = field !== null && !repeatable.has(field)
  return {
    ...sheet,
    columns: sheet.columns.map((column) => {
      if (column.index === index) return { ...column, field, confidence: 1 }
      return single && column.field === field ? { ...column, field: null } : column
    }),
  }
}

const bills = { one: 'bolletta', many: 'bollette' }

const rows = { one: 'riga', many: 'righe' }

/** “Importa 290 bollette, 136.876,75 €”, “Importa 55 righe”: exactly what will be written. */
export const confirmWords = (kind: ImportKind, counts: Import['counts']) =>
  kind === 'bills'
    ? `Importa ${formatCountOf(counts.new_bills, bills)}, ${formatEuro(counts.new_amount)}`
    : `Importa ${formatCountOf(counts.new_rows + counts.changed_rows, rows)}`

/** Whether confirming would write anything. */
export const writesSomething = ({ new_bills, new_rows, changed_rows }: Import['counts']) =>
  new_bills + new_rows + changed_rows > 0

/** The error of the typed date of opening balances; null if valid. */
export const whyNotOpeningDay = (typed: string) =>
  isDay(typed) ? whyNotOpeningOn(typed) : 'Scrivi una data che esista, per esempio 31/12/2025.'

/** Why it cannot be confirmed, and how to solve it; null if it can. */
export function whyNotConfirm({
  counts,
  account_id,
  tables,
  questions,
  opening_date,
}: Pick<Import, 'counts' | 'account_id' | 'tables' | 'questions' | 'opening_date'>) {
  const open = questions.filter(({ answer }) => answer === null).length
  if (open > 0)
    return open === 1
      ? 'C’è una domanda senza risposta: prima di importare, scegli.'
      : `Ci sono ${formatCount(open)} domande senza risposta: prima di importare, scegli.`
  const incomplete = tables.find(({ skipped, missing }) => !skipped && missing && missing.length > 0)
  if (incomplete) {
    const read = tables.filter(({ skipped }) => !skipped)
    const place = read.length > 1 ? `${tableName(incomplete, tables)}. ` : ''
    return `${place}${incomplete.missing?.join(' ')}`
  }
  if (counts.errors > 0) {
    const rows = formatCountOf(counts.errors, { one: 'riga è', many: 'righe sono' })
    return `${rows} da correggere: correggile qui sotto o nel foglio, oppure lasciale fuori.`
  }
  if (counts.opening_undated > 0 && opening_date === null)
    return 'Scrivi a che giorno sono i saldi: il foglio non lo dice.'
  if (writesSomething(counts)) return null
  if (counts.same_rows > 0)
    return counts.same_rows === 1
      ? 'Quello che dice l’unica riga c’è già: non resta niente da importare.'
      : `Quello che dicono le ${formatCount(counts.same_rows)} righe c’è già tutto: non resta niente da importare.`
  if (counts.same_bills > 0)
    return counts.same_bills === 1
      ? 'L’unica bolletta del foglio c’è già: non resta niente da importare.'
      : `Le ${formatCount(counts.same_bills)} bollette del foglio ci sono già tutte: non resta niente da importare.`
  if (tables.every(({ skipped }) => skipped))
    return tables.length === 1
      ? 'L’unica tabella del file non viene importata: qui sopra scrivi la sua riga di intestazione, o includila.'
      : 'Nessuna tabella del file viene importata: includine almeno una.'
  if (account_id === null && counts.left_out === 0)
    return 'Non c’è niente da importare: controlla le colonne e la riga di intestazione.'
  return 'Non resta niente da importare.'
}

/** “290 bollette importate, 136.876,75 €” */
export function doneWords(kind: ImportKind, counts: Import['counts']) {
  if (kind === 'bills')
    return `${formatCountOf(counts.new_bills, { one: 'bolletta importata', many: 'bollette importate' })}, ${formatEuro(counts.new_amount)}`
  return writesSomething(counts)
    ? formatCountOf(counts.new_rows + counts.changed_rows, { one: 'riga importata', many: 'righe importate' })
    : 'Niente di nuovo: c’era già tutto'
}

/** Findings of an import that waits for confirmation. */
export function foundWords(kind: ImportKind, counts: Import['counts']): string {
  if (kind === 'bills')
    return `${formatCountOf(counts.new_bills, { one: 'bolletta nuova', many: 'bollette nuove' })}, ${formatEuro(counts.new_amount)}`
  const { new_rows, changed_rows } = counts
  return `${formatCountOf(new_rows, { one: 'riga nuova', many: 'righe nuove' })}, ${formatCountOf(changed_rows, { one: 'cambia', many: 'cambiano' })}`
}

/** Other counts of the file: also added, and left out; for the result and the list of imports. */
export function otherCounts(kind: ImportKind, counts: Import['counts']): string[] {
  const said = (count: number, one: string, many: string) =>
    count > 0 ? [formatCountOf(count, { one, many })] : []
  const worth = (count: number, one: string, many: string, cents: number) =>
    count > 0 ? [`${formatCountOf(count, { one, many })}, ${formatEuro(cents)}`] : []
  const people = [
    ...said(counts.new_accounts, 'condominio nuovo', 'condomìni nuovi'),
    ...said(counts.new_units, 'unità nuova', 'unità nuove'),
    ...said(counts.new_subjects, 'persona nuova', 'persone nuove'),
    ...said(counts.new_tables, 'tabella millesimale nuova', 'tabelle millesimali nuove'),
  ]
  const left = said(counts.left_out, 'riga lasciata fuori', 'righe lasciate fuori')
  if (kind === 'bills')
    return [
      ...people,
      ...said(counts.same_bills, 'già presente, lasciata com’era', 'già presenti, lasciate com’erano'),
      ...left,
      ...worth(counts.credits, 'credito a parte', 'crediti a parte', counts.credits_amount),
    ]
  return [
    ...people,
    ...said(counts.changed_rows, 'riga ha cambiato quel che c’era', 'righe hanno cambiato quel che c’era'),
    ...said(counts.same_rows, 'riga già presente', 'righe già presenti'),
    ...worth(
      counts.opening_debts,
      'saldo precedente in bolletta',
      'saldi precedenti in bolletta',
      counts.opening_debts_amount,
    ),
    ...worth(counts.opening_credits, 'saldo a credito', 'saldi a credito', counts.opening_credits_amount),
    ...left,
  ]
}

/** `Riga 12`, with the sheet's name if several sheets are read, and the table's number if the sheet has several. */
export function placeOf(
  { sheet, row, table }: Pick<ImportRow, 'sheet' | 'row' | 'table'>,
  tables: readonly Pick<Table, 'sheet' | 'skipped'>[],
): string {
  const read = tables.filter(({ skipped }) => !skipped)
  const several = new Set(read.map((each) => each.sheet)).size > 1
  const beside = table !== null && read.filter((each) => each.sheet === sheet).length > 1
  const place = [several && sheet, beside && `tabella ${table}`, `riga ${formatCount(row)}`]
    .filter(Boolean)
    .join(', ')
  return `${place.charAt(0).toUpperCase()}${place.slice(1)}`
}

/** Whether the wrong rows can be left out: not while it is a column or an answer that all of them miss. */
export const canLeaveOut = ({ counts, tables, questions }: Pick<Import, 'counts' | 'tables' | 'questions'>) =>
  counts.errors > 0 &&
  questions.every(({ answer, proposal }) => (answer ?? proposal) !== null) &&
  tables.every(({ skipped, missing }) => skipped || !missing || missing.length === 0)

/** `F26 · Codice fiscale «RSS…»`: the cell and its content. */
export const cellOf = ({ ref, header, value }: ImportRow['issues'][number]) =>
  [ref, header, value && `«${value}»`].filter(Boolean).join(' · ')
