import { checkIban, ibanReasons } from '@saldo/domain/iban'
import {
  checkFiscalCode,
  checkVatNumber,
  fiscalCodeReasons,
  vatNumberReasons,
} from '@saldo/domain/registry/fiscal-code'
import {
  type Cell,
  cellAmount,
  cellCode,
  cellDate,
  cellText,
  cellZipCode,
  type Epoch,
  type Read,
} from '../spreadsheet/cells.ts'

/** A problem in a row, or a corrected value: the field, and the reason in Italian. */
export type Complaint<F extends string = string> = { field: F; code: IssueCode; message: string }

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
  | 'number_reserved'
  | 'same_bill'
  | 'province'
  | 'role'
  | 'share'
  | 'weight'
  | 'same_right'
  | 'unit_above'
  | 'other_name'
  | 'code_name'
  | 'as_above'
  | 'building_above'
  | 'names'
  | 'pays'
  | 'phone'

/** The checks of one row: each returns the field's value if it is valid, else adds a complaint. */
export type RowChecks<F extends string> = ReturnType<ReturnType<typeof rowChecks<F>>>

/**
 * Makes the checks shared by all kinds of rows. Values that repeat in every row (the condominium's codes) are checked
 * once. `at` returns the cell of a field, if it has a column.
 */
export function rowChecks<F extends string>(epoch: Epoch) {
  const checkedCode = remembered(checkFiscalCode)
  const checkedIban = remembered(checkIban)
  const writtenDate = remembered((text) => cellDate({ column: 0, kind: 'text', value: text }, epoch))
  const dateIn = (cell: Cell | undefined) =>
    cell?.kind === 'text' ? writtenDate(cell.value) : cellDate(cell, epoch)

  return (at: (field: F) => Cell | undefined) => {
    const complaints: Complaint<F>[] = []
    const warnings: Complaint<F>[] = []
    const complain = (field: F, code: IssueCode, message: string): undefined => {
      complaints.push({ field, code, message })
    }
    const warn = (field: F, code: IssueCode, message: string): undefined => {
      warnings.push({ field, code, message })
    }
    const take = <T>(field: F, code: IssueCode, read: Read<T>): T | undefined => {
      if (read.ok) return read.value ?? undefined
      return at(field)?.kind === 'error' ? undefined : complain(field, code, read.reason)
    }
    return {
      complaints,
      warnings,
      complain,
      warn,
      text(field: F): string | undefined {
        const text = cellText(at(field))
        if (text === '') return undefined
        return text.length > LONGEST
          ? complain(field, 'too_long', `Il testo supera ${LONGEST} caratteri: accorcialo.`)
          : text
      },
      fiscalCode(field: F): string | undefined {
        const code = codeWithZeros(at(field))
        if (code === '') return undefined
        const checked = checkedCode(code)
        return checked.valid
          ? checked.fiscal_code
          : complain(field, 'fiscal_code', fiscalCodeReasons[checked.reasons[0] ?? 'format'])
      },
      vatNumber(field: F): string | undefined {
        const code = codeWithZeros(at(field))
        if (code === '') return undefined
        const checked = checkVatNumber(code)
        return checked.valid
          ? checked.vat_number
          : complain(field, 'fiscal_code', vatNumberReasons[checked.reasons[0] ?? 'format'])
      },
      iban(field: F): string | undefined {
        const code = cellCode(at(field))
        if (code === '' || DASH.test(code)) return undefined
        const checked = checkedIban(code)
        return checked.valid
          ? checked.iban
          : complain(field, 'iban', ibanReasons[checked.reasons[0] ?? 'format'])
      },
      date: (field: F) => take(field, 'date', dateIn(at(field))),
      amount: (field: F) => take(field, 'amount', cellAmount(at(field))),
      zipCode(field: F): string | undefined {
        const zip = take(field, 'zip_code', cellZipCode(at(field)))
        if (zip?.restored) warn(field, 'zip_code', `Il CAP aveva perso gli zeri: letto ${zip.zip_code}.`)
        return zip?.zip_code
      },
      /** The first of several addresses; an invalid one is left out with a warning. */
      email(field: F): string | undefined {
        const email = cellText(at(field)).split(/[;,\s]+/)[0] ?? ''
        if (EMAIL.test(email)) return email.toLowerCase()
        return email === '' || email === '-'
          ? undefined
          : warn(field, 'email', 'Questo indirizzo e-mail non è scritto bene: non è stato preso.')
      },
    }
  }
}

/** A cell with a formula error is wrong in every field. */
export function errorComplaint<F extends string>(field: F, cell: Cell): Complaint<F> {
  const read = cellAmount(cell)
  return { field, code: 'cell_error', message: read.ok ? '' : read.reason }
}

const LONGEST = 500
const DASH = /^[-–—]$/
const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]{2,}$/

/** A number cell loses leading zeros: adds them back up to eleven digits. */
function codeWithZeros(cell: Cell | undefined): string {
  const code = cellCode(cell)
  if (DASH.test(code)) return ''
  return cell?.kind === 'number' && /^\d{7,10}$/.test(code) ? code.padStart(11, '0') : code
}

/** A bounded cache, so that a file with only different codes cannot fill memory. */
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
