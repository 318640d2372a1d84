import { checkRf } from '@saldo/domain/creditor-reference'
import {
  checkFiscalCode,
  checkVatNumber,
  fiscalCodeReasons,
  vatNumberReasons,
} from '@saldo/domain/fiscal-code'
import { checkIban, ibanReasons } from '@saldo/domain/iban'
import {
  type Cell,
  cellAmount,
  cellCode,
  cellDate,
  cellText,
  cellZipCode,
  type Epoch,
  type Read,
} from './cells.ts'
import type { Field } from './field-names.ts'

/** What one row says of a bill, without its due date and amount when instalments stand side by side. */
export type RowFacts = {
  condominium_name?: string
  condominium_fiscal_code?: string
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

export type Complaint = { field: Field; code: IssueCode; message: string }

export type IssueCode =
  | 'missing'
  | 'amount'
  | 'date'
  | 'fiscal_code'
  | 'iban'
  | 'zip_code'
  | 'email'
  | 'creditor_reference'
  | 'cell_error'
  | 'too_long'
  | 'credit'
  | 'number_reused'
  | 'same_bill'

export type ReadRow = { facts: RowFacts; complaints: Complaint[]; warnings: Complaint[] }

/**
 * Makes a reader of rows. Codes that come back row after row (the condominium's) are checked once. `at` gives
 * the cell of a field; a field without column has none.
 */
export function rowReader(epoch: Epoch): (at: (field: Field) => Cell | undefined) => ReadRow {
  const checkedCode = remembered(checkFiscalCode)
  const checkedIban = remembered(checkIban)
  const writtenDate = remembered((text) => cellDate({ column: 0, kind: 'text', value: text }, epoch))
  const dateIn = (cell: Cell | undefined) =>
    cell?.kind === 'text' ? writtenDate(cell.value) : cellDate(cell, epoch)

  return (at) => {
    const facts: RowFacts = {}
    const complaints: Complaint[] = []
    const warnings: Complaint[] = []
    const complain = (field: Field, code: IssueCode, message: string) =>
      complaints.push({ field, code, message })

    for (const field of TEXTS) {
      const text = cellText(at(field))
      if (text === '') continue
      if (text.length > LONGEST)
        complain(field, 'too_long', `Il testo supera ${LONGEST} caratteri: accorcialo.`)
      else facts[field] = text
    }
    const wholeName = `${cellText(at('surname'))} ${cellText(at('given_name'))}`.trim()
    if (!facts.holder && wholeName) facts.holder = wholeName
    if (facts.description && /^(?:\d{1,2}|[ivx]{1,4})$/i.test(facts.description)) {
      facts.description = `Rata ${facts.description}`
    }

    for (const field of ['condominium_fiscal_code', 'fiscal_code'] as const) {
      const code = codeWithZeros(at(field))
      if (code === '') continue
      const checked = checkedCode(code)
      if (checked.valid) facts[field] = checked.fiscal_code
      else complain(field, 'fiscal_code', fiscalCodeReasons[checked.reasons[0] ?? 'format'])
    }
    const vatNumber = codeWithZeros(at('vat_number'))
    if (vatNumber && !facts.fiscal_code) {
      const checked = checkVatNumber(vatNumber)
      if (checked.valid) facts.fiscal_code = checked.vat_number
      else complain('vat_number', 'fiscal_code', vatNumberReasons[checked.reasons[0] ?? 'format'])
    }
    const iban = cellCode(at('iban'))
    if (iban) {
      const checked = checkedIban(iban)
      if (checked.valid) facts.iban = checked.iban
      else complain('iban', 'iban', ibanReasons[checked.reasons[0] ?? 'format'])
    }

    const take = <T>(field: Field, code: IssueCode, read: Read<T>): T | undefined => {
      if (read.ok) return read.value ?? undefined
      if (at(field)?.kind !== 'error') complain(field, code, read.reason)
      return undefined
    }
    for (const field of ['issue_date', 'due_date'] as const) {
      const date = take(field, 'date', dateIn(at(field)))
      if (date !== undefined) facts[field] = date
    }
    const amount = take('amount', 'amount', cellAmount(at('amount')))
    if (amount !== undefined) facts.amount = amount
    const zip = take('zip_code', 'zip_code', cellZipCode(at('zip_code')))
    if (zip) facts.zip_code = zip.zip_code
    if (zip?.restored) {
      warnings.push({
        field: 'zip_code',
        code: 'zip_code',
        message: `Il CAP aveva perso gli zeri: letto ${zip.zip_code}.`,
      })
    }

    const email = cellText(at('email')).split(/[;,\s]+/)[0] ?? ''
    if (EMAIL.test(email)) facts.email = email.toLowerCase()
    else if (email !== '' && email !== '-') {
      warnings.push({
        field: 'email',
        code: 'email',
        message: 'Questo indirizzo e-mail non è scritto bene: non è stato preso.',
      })
    }
    if (facts.creditor_reference) {
      const { valid, rf } = checkRf(facts.creditor_reference)
      if (valid) facts.creditor_reference = rf
      else {
        delete facts.creditor_reference
        const message = 'Questo non è un riferimento RF valido: non è stato preso.'
        warnings.push({ field: 'creditor_reference', code: 'creditor_reference', message })
      }
    }
    if (facts.issue_date && facts.due_date && facts.due_date < facts.issue_date) {
      warnings.push({
        field: 'due_date',
        code: 'date',
        message: 'La scadenza viene prima dell’emissione: controllala.',
      })
    }
    return { facts, complaints, warnings }
  }
}

/** A formula that fails is an error of its cell whatever the cell should hold. */
export function errorComplaint(field: Field, cell: Cell): Complaint {
  const read = cellAmount(cell)
  return { field, code: 'cell_error', message: read.ok ? '' : read.reason }
}

const LONGEST = 500
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

const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]{2,}$/

/** Eleven digits in a number cell lose their leading zeros. */
function codeWithZeros(cell: Cell | undefined): string {
  const code = cellCode(cell)
  if (/^[-–—]$/.test(code)) return ''
  return cell?.kind === 'number' && /^\d{7,10}$/.test(code) ? code.padStart(11, '0') : code
}

/** Bounded, so that a file of nothing but different codes cannot fill memory. */
function remembered<T>(check: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found) return found
    const checked = check(text)
    if (known.size < 5_000) known.set(text, checked)
    return checked
  }
}
