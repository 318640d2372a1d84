import { type Cents, euroReasons, parseEuro } from '@saldo/domain/money'
import { BankFileRefused } from '../bank-file.ts'
import { type Columns, folded } from './columns.ts'
import type { CsvRow } from './rows.ts'

/** Reads the signed cents of a row. */
export type Amounts = (row: CsvRow) => Cents

/**
 * How this file writes its amounts: one column with a sign, one with a letter beside it (D or A), or debits and credits
 * apart. A column of debits has one sign throughout, plus or minus.
 */
export function amountsOf(rows: CsvRow[], columns: Columns): Amounts {
  const { amount, debit, credit, sign } = columns
  if (amount !== null) {
    if (sign === null) return (row) => nonZero(centsIn(row, amount), row)
    return (row) => nonZero(signIn(row, sign) * unsigned(centsIn(row, amount), row), row)
  }
  const negatives = rows.map((row) => row.cells[debit!] ?? '').filter((cell) => /^\s*[-−(]/.test(cell)).length
  const filled = rows.filter((row) => /[1-9]/.test(row.cells[debit!] ?? '')).length
  return (row) => {
    const out = row.cells[debit!] ? centsIn(row, debit!) : 0
    const into = row.cells[credit!] ? centsIn(row, credit!) : 0
    if (out !== 0 && into !== 0)
      throw new BankFileRefused(
        'La riga ha un importo sia in Dare sia in Avere: un movimento ne ha uno solo. Scarica di nuovo il file dalla banca.',
        row.line,
      )
    if (into < 0 || (out !== 0 && negatives > 0 && negatives !== filled))
      throw new BankFileRefused(
        'Il segno di questo importo non è chiaro: nella stessa colonna ci sono importi con e senza il segno meno. Scarica l’estratto in camt.053 o RH.',
        row.line,
      )
    return nonZero(into - Math.abs(out), row)
  }
}

/** The cents in a cell, as Italians write them; refuses the file with the reason. */
export function centsIn(row: CsvRow, column: number): Cents {
  const read = parseEuro(row.cells[column] ?? '')
  if (!read.ok)
    throw new BankFileRefused(`${euroReasons[read.reason]} Scarica di nuovo il file dalla banca.`, row.line)
  return read.cents
}

function nonZero(cents: Cents, row: CsvRow): Cents {
  if (cents === 0)
    throw new BankFileRefused(
      'L’importo del movimento manca o è zero. Scarica di nuovo il file dalla banca.',
      row.line,
    )
  return cents
}

function unsigned(cents: Cents, row: CsvRow): Cents {
  if (cents < 0)
    throw new BankFileRefused(
      'L’importo ha il segno meno e anche una colonna per il segno: non è chiaro se entra o esce. Scarica l’estratto in camt.053 o RH.',
      row.line,
    )
  return cents
}

function signIn(row: CsvRow, column: number): 1 | -1 {
  const cell = row.cells[column] ?? ''
  const word = folded(cell)
  if (cell === '+' || ['a', 'c', 'avere', 'credito', 'accredito', 'entrata'].includes(word)) return 1
  if (cell === '-' || cell === '−' || ['d', 'dare', 'debito', 'addebito', 'uscita'].includes(word)) return -1
  throw new BankFileRefused(
    'Il segno del movimento non si legge: dovrebbe essere D (dare) o A (avere).',
    row.line,
  )
}
