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
    if (sign === null) return signedAmounts(rows, columns, amount)
    return (row) => signIn(row, sign) * unsigned(centsIn(row, amount), row) || 0
  }
  const negatives = rows.map((row) => row.cells[debit!] ?? '').filter((cell) => isNegative(cell)).length
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
    if (!row.cells[debit!] && !row.cells[credit!]) throw missing(row)
    return into - Math.abs(out)
  }
}

/**
 * One column of amounts. Where none has a minus, another column may say by its words what went out, whatever its name; and
 * where no column does, a text that says so refuses the file.
 */
function signedAmounts(rows: CsvRow[], columns: Columns, amount: number): Amounts {
  const filled = rows.filter((row) => row.cells[amount])
  const signs = [...columns.others, ...columns.texts].filter(
    (column) => filled.length > 0 && filled.every((row) => wordSign(row.cells[column] ?? '') !== null),
  )
  const hasMinus = filled.some((row) => isNegative(row.cells[amount] ?? ''))
  if (signs.length === 0) {
    if (!hasMinus) refuseHiddenDebit(filled, columns)
    return (row) => centsIn(row, amount)
  }
  return (row) => {
    const cents = centsIn(row, amount)
    const said = new Set(signs.map((column) => wordSign(row.cells[column] ?? '')))
    const [one] = said
    const contradicts = said.size > 1 || (hasMinus && cents !== 0 && one !== Math.sign(cents))
    if (!contradicts) return (one ?? 1) * Math.abs(cents) || 0
    throw new BankFileRefused(
      'Il segno dell’importo e le parole accanto (entrata o uscita) si contraddicono. Scarica l’estratto in camt.053 o RH.',
      row.line,
    )
  }
}

/** Words of a text that only money going out has; payers do not begin with them. */
const debitWords =
  /^(?:addebit\w*|commission\w*|prelev\w*|imposta di bollo|bonifico (?:disposto|in uscita|da voi disposto)|(?:vostra|vs) disp\w*|delega f24|pagamento f24)\b/

function refuseHiddenDebit(rows: CsvRow[], { texts }: Columns): void {
  const row = rows.find(({ cells }) => texts.some((column) => debitWords.test(folded(cells[column] ?? ''))))
  if (row)
    throw new BankFileRefused(
      'Questa riga sembra un’uscita, ma nel file nessun importo ha il segno meno: non si sa che cosa entra e che cosa esce. Scarica un CSV con le colonne Dare e Avere, oppure l’estratto in camt.053 o RH.',
      row.line,
    )
}

const isNegative = (cell: string): boolean => /^(?:€|eur)?\s*[-−(]|\d\s*[-−]$/i.test(cell)

/** The cents in a cell, as Italians write them; refuses the file with the reason. */
export function centsIn(row: CsvRow, column: number): Cents {
  const cell = row.cells[column] ?? ''
  if (cell === '') throw missing(row)
  // Old systems of banks write the minus behind.
  const read = parseEuro(cell.replace(/^(\d.*\d)\s*[-−]$/, '-$1'))
  if (!read.ok)
    throw new BankFileRefused(`${euroReasons[read.reason]} Scarica di nuovo il file dalla banca.`, row.line)
  return read.cents
}

/** A zero that is written moves no money; a cell that is empty says nothing. */
const missing = (row: CsvRow) =>
  new BankFileRefused('L’importo del movimento manca. Scarica di nuovo il file dalla banca.', row.line)

function unsigned(cents: Cents, row: CsvRow): Cents {
  if (cents < 0)
    throw new BankFileRefused(
      'L’importo ha il segno meno e anche una colonna per il segno: non è chiaro se entra o esce. Scarica l’estratto in camt.053 o RH.',
      row.line,
    )
  return cents
}

function signIn(row: CsvRow, column: number): 1 | -1 {
  const sign = wordSign(row.cells[column] ?? '')
  if (sign !== null) return sign
  throw new BankFileRefused(
    'Il segno del movimento non si legge: dovrebbe essere D (dare) o A (avere).',
    row.line,
  )
}

/** What a cell that says nothing else says of the direction of the money. */
function wordSign(cell: string): 1 | -1 | null {
  if (cell === '+') return 1
  if (cell === '-' || cell === '−') return -1
  const word = folded(cell)
  if (/^(?:a|c|avere|credit[oi]|accredit[oi]|(?:in )?entrat[ae]|movimento in entrata|credit)$/.test(word))
    return 1
  if (/^(?:d|dare|debit[oi]|addebit[oi]|(?:in )?uscit[ae]|movimento in uscita|debit)$/.test(word)) return -1
  return null
}
