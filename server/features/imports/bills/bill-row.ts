import { whyNotIssuedOn } from '@saldo/domain/accounting/registration-dates'
import { whyNotByHand } from '@saldo/domain/bills/bill-number'
import { checkRf } from '@saldo/domain/sepa/creditor-reference'
import { type Complaint, rowChecks } from '../read/row-checks.ts'
import { hasSpoiledLetters } from '../read/spoiled-letters.ts'
import { type Cell, cellText, type Epoch } from '../spreadsheet/cells.ts'
import type { Field } from './field-names.ts'

/** The data of a bill in a row, without due date and amount when instalments stand side by side. */
export type RowFacts = {
  condominium_name?: string
  condominium_fiscal_code?: string
  /** The address in the title, or only its city, for a condominium that the import creates. */
  condominium_address?: string
  condominium_city?: string
  iban?: string
  holder?: string
  fiscal_code?: string
  email?: string
  phone?: string
  unit?: string
  staircase?: string
  number?: string
  description?: string
  issue_date?: string
  due_date?: string
  amount?: number
  creditor_reference?: string
  address?: string
  zip_code?: string
  city?: string
  province?: string
  notes?: string
}

export type ReadRow = { facts: RowFacts; complaints: Complaint<Field>[]; warnings: Complaint<Field>[] }

/** Makes a reader of rows. `at` returns the cell of a field, if it has a column. */
export function rowReader(epoch: Epoch): (at: (field: Field) => Cell | undefined) => ReadRow {
  const checksOf = rowChecks<Field>(epoch)

  return (at) => {
    const facts: RowFacts = {}
    const checks = checksOf(at)
    const { complaints, warnings, complain, warn } = checks
    const keep = <N extends keyof RowFacts>(name: N, value: RowFacts[N] | undefined) => {
      if (value !== undefined) facts[name] = value
    }

    for (const field of TEXTS) keep(field, checks.text(field))
    for (const field of CODES) {
      const wrong = whyNoCode(at(field))
      if (wrong) complain(field, 'date', wrong)
    }
    const wholeName = `${cellText(at('surname'))} ${cellText(at('given_name'))}`.trim()
    if (!facts.holder && wholeName) facts.holder = wholeName
    for (const [field, name] of [
      ['holder', facts.holder],
      ['condominium_name', facts.condominium_name],
    ] as const)
      if (name && hasSpoiledLetters(name)) complain(field, 'names', SPOILED)
    if (facts.description && /^(?:\d{1,2}|[ivx]{1,4})$/i.test(facts.description)) {
      facts.description = `Rata ${facts.description}`
    }

    for (const field of ['condominium_fiscal_code', 'fiscal_code'] as const)
      keep(field, checks.fiscalCode(field))
    if (!facts.fiscal_code) keep('fiscal_code', checks.vatNumber('vat_number'))
    keep('iban', checks.iban('iban'))
    for (const field of ['issue_date', 'due_date'] as const) keep(field, checks.date(field))
    keep('amount', checks.amount('amount'))
    keep('zip_code', checks.zipCode('zip_code'))
    keep('email', checks.email('email'))
    if (facts.creditor_reference) {
      const { valid, rf } = checkRf(facts.creditor_reference)
      if (valid) facts.creditor_reference = rf
      else {
        delete facts.creditor_reference
        warn(
          'creditor_reference',
          'creditor_reference',
          'Questo non è un riferimento RF valido: non è stato preso.',
        )
      }
    }
    const wrong = facts.issue_date && whyNotIssuedOn(facts.issue_date)
    if (wrong) complain('issue_date', 'date', wrong)
    const kept = facts.number && whyNotByHand(facts.number)
    if (kept) complain('number', 'number_reserved', kept)
    return { facts, complaints, warnings }
  }
}

const SPOILED =
  'In questo nome si sono perse delle lettere, forse quelle accentate: riscrivilo. Se succede in molte righe, esporta il file come .xlsx o in UTF-8.'

const CODES = ['unit', 'staircase', 'number'] as const

/** Programs turn codes such as `1/2` into days and long numbers into powers of ten: what was written is lost. */
function whyNoCode(cell: Cell | undefined): string | null {
  if (cell?.kind === 'date')
    return `«${cellText(cell)}» è una data: il programma ha cambiato quello che era scritto. Riscrivilo come testo.`
  return cell && /^\d[.,]\d+e\+\d+$/i.test(cellText(cell))
    ? `«${cellText(cell)}» ha perso le cifre: riscrivi il numero intero come testo.`
    : null
}

const TEXTS = [
  'condominium_name',
  'holder',
  'phone',
  'unit',
  'staircase',
  'number',
  'description',
  'creditor_reference',
  'address',
  'city',
  'province',
  'notes',
] as const
