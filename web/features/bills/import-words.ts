import { formatEuro } from '@saldo/domain/money'
import { counted, written } from '../../ui/grid/list.ts'
import type { Import, ImportRow, Sheet } from './import-query.ts'

/** What a column can hold, as people call it; those of the month layout aside. */
export const columnFields = {
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
  creditor_reference: 'Riferimento RF',
  address: 'Indirizzo',
  zip_code: 'CAP',
  city: 'Comune',
  province: 'Provincia',
  notes: 'Note',
}

/** A column of amounts due on one date, in sheets that have a column per instalment. */
export const instalmentField = { value: 'instalment', label: 'Rata, una scadenza' }

/** What was recognised with less than this deserves a look. */
const sure = 0.7
export const isGuess = ({ field, confidence }: Sheet['columns'][number]) =>
  field !== null && confidence < sure

/** Gives a column its field; the column that had it gives it up, except for instalments, which are many. */
export function withField(sheet: Sheet, index: number, field: string | null): Sheet {
  const single = field !== null && field !== instalmentField.value
  return {
    ...sheet,
    columns: sheet.columns.map((column) => {
      if (column.index === index) return { ...column, field, confidence: 1 }
      return single && column.field === field ? { ...column, field: null } : column
    }),
  }
}

const bills = { one: 'bolletta', many: 'bollette' }

/** “Importa 290 bollette, 136.876,75 €”: exactly what will be written. */
export const confirmWords = ({ new_bills, new_amount }: Import['counts']) =>
  `Importa ${counted(new_bills, bills)}, ${formatEuro(new_amount)}`

/** Why it cannot be confirmed as it is, with the way out; null when it can. */
export function whyNotConfirm({
  counts,
  account_id,
  sheets,
}: Pick<Import, 'counts' | 'account_id' | 'sheets'>) {
  if (counts.errors > 0) {
    const rows = counted(counts.errors, { one: 'riga è', many: 'righe sono' })
    return `${rows} da correggere: correggile nel foglio e caricalo di nuovo, oppure lasciale fuori.`
  }
  if (counts.new_bills > 0) return null
  if (counts.same_bills > 0)
    return counts.same_bills === 1
      ? 'L’unica bolletta del foglio c’è già: non resta niente da importare.'
      : `Le ${written(counts.same_bills)} bollette del foglio ci sono già tutte: non resta niente da importare.`
  if (sheets.every(({ skipped }) => skipped)) return 'Tutti i fogli sono esclusi: includine almeno uno.'
  if (account_id === null && counts.left_out === 0)
    return 'Non ci sono bollette da importare: controlla le colonne e la riga di intestazione.'
  return 'Non restano bollette da importare.'
}

/** “290 bollette importate, 136.876,75 €” */
export function doneWords({ new_bills, new_amount }: Import['counts']) {
  return `${counted(new_bills, { one: 'bolletta importata', many: 'bollette importate' })}, ${formatEuro(new_amount)}`
}

/** What else came with the bills, what was left alone: for the result and the list of imports. */
export function besides(counts: Import['counts']): string[] {
  const said = (count: number, one: string, many: string) =>
    count > 0 ? [counted(count, { one, many })] : []
  return [
    ...said(counts.new_accounts, 'condominio nuovo', 'condomìni nuovi'),
    ...said(counts.new_subjects, 'persona nuova', 'persone nuove'),
    ...said(counts.same_bills, 'già presente, lasciata com’era', 'già presenti, lasciate com’erano'),
    ...said(counts.left_out, 'riga lasciata fuori', 'righe lasciate fuori'),
    ...(counts.credits > 0
      ? [
          `${counted(counts.credits, { one: 'credito', many: 'crediti' })} a parte, ${formatEuro(counts.credits_amount)}`,
        ]
      : []),
  ]
}

/** `Riga 12`, with the sheet when there are several. */
export const placeOf = ({ sheet, row }: Pick<ImportRow, 'sheet' | 'row'>, several: boolean) =>
  several ? `${sheet}, riga ${written(row)}` : `Riga ${written(row)}`

/** `F26 · Codice fiscale «RSS…»`: where in the sheet, and what stands there. */
export const cellOf = ({ ref, header, value }: ImportRow['issues'][number]) =>
  [ref, header, value && `«${value}»`].filter(Boolean).join(' · ')
