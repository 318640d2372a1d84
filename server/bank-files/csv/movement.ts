import { type Day, dateReasons, parseItalianDate } from '@saldo/domain/dates'
import { checkIban } from '@saldo/domain/iban'
import { checkFiscalCode } from '@saldo/domain/registry/fiscal-code'
import { BankFileRefused, type BankMovement } from '../bank-file.ts'
import { type Amounts, centsIn } from './amounts.ts'
import { type Columns, folded } from './columns.ts'
import type { CsvRow } from './rows.ts'

/** A movement with its running balance, if the file has one. */
export type CsvMovement = { movement: BankMovement; balance: number | null }

/** The movement of a row, with the account that the row names ('' if none). `entry` counts from 1. */
export function movementOf(
  row: CsvRow,
  columns: Columns,
  amounts: Amounts,
  entry: number,
): CsvMovement & { account: string } {
  const cell = (column: number | null): string | null => (column === null ? null : row.cells[column] || null)
  checkCurrency(row, columns)
  const iban = cell(columns.party_iban)
  const party = iban === null ? null : checkIban(iban)
  const code = cell(columns.party_fiscal_code)
  const checked = code === null ? null : checkFiscalCode(code)
  const account = cell(columns.account ?? columns.unclear_iban) ?? ''
  return {
    account: account.replace(/\s/g, '').toUpperCase(),
    balance: cell(columns.balance) === null ? null : centsIn(row, columns.balance!),
    movement: {
      entry,
      item: 1,
      items: 1,
      line: row.line,
      booked_on: dayIn(row, columns.booked),
      value_on: valueDayOf(row, columns),
      amount: amounts(row),
      is_reversal: false,
      bank_reference: cell(columns.reference),
      end_to_end_id: cell(columns.end_to_end),
      mandate_reference: cell(columns.mandate),
      batch_reference: null,
      reversed_reference: null,
      return_reason: null,
      structured_reference: null,
      text: [...new Set(columns.texts.map((column) => cell(column)))].filter(Boolean).join(' '),
      bank_code: cell(columns.code),
      party_name: cell(columns.party),
      party_iban: party?.valid ? party.iban : null,
      party_fiscal_code: checked?.valid ? checked.fiscal_code : null,
    },
  }
}

/** Whether the bank says that it has not booked the movement yet. */
export function isPending(row: CsvRow, { status }: Columns): boolean {
  if (status === null) return false
  const word = folded(row.cells[status] ?? '')
  if (/^(?:contabilizzat[oa]|eseguit[oa]|definitiv[oa]|registrat[oa])$/.test(word)) return false
  if (
    /^(?:non contabilizzat[oa]|da contabilizzare|in attesa|prenotat[oa]|provvisori[oa]|in corso)$/.test(word)
  )
    return true
  throw new BankFileRefused(
    'Lo stato del movimento non è «contabilizzato» né «non contabilizzato»: non si sa se è avvenuto. Scarica i soli movimenti contabilizzati.',
    row.line,
  )
}

function valueDayOf(row: CsvRow, { value, value_or_currency }: Columns): Day | null {
  if (value !== null) return row.cells[value] ? dayIn(row, value) : null
  if (value_or_currency === null) return null
  const cell = row.cells[value_or_currency] ?? ''
  return /\d/.test(cell) ? dayIn(row, value_or_currency) : null
}

function checkCurrency(row: CsvRow, { currency, value_or_currency }: Columns): void {
  for (const column of [currency, value_or_currency]) {
    const cell = column === null ? '' : (row.cells[column] ?? '')
    if (cell === '' || /\d/.test(cell) || /^(?:eur|euro|€)$/i.test(cell)) continue
    throw new BankFileRefused(
      `Il movimento è in «${cell.slice(0, 10)}»: Saldo legge solo movimenti in euro. Scarica il file del solo conto in euro.`,
      row.line,
    )
  }
}

/** A day, without the time that some banks write behind it. */
function dayIn(row: CsvRow, column: number): Day {
  const read = parseItalianDate((row.cells[column] ?? '').replace(/[ T]\d{2}[:.]\d{2}(?:[:.]\d{2})?$/, ''))
  if (!read.ok)
    throw new BankFileRefused(`${dateReasons[read.reason]} Scarica di nuovo il file dalla banca.`, row.line)
  return read.date
}
