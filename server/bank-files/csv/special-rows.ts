import { parseItalianDate } from '@saldo/domain/dates'
import { checkIban, maskIban } from '@saldo/domain/iban'
import { parseEuro } from '@saldo/domain/money'
import { BankFileRefused } from '../bank-file.ts'
import { type Columns, folded } from './columns.ts'
import type { CsvRow } from './rows.ts'

/**
 * A row of balance or total, not of movement. `balance`: the row says only *Saldo*; it is opening or closing by where it
 * stands. Amounts by column, signed cents as written.
 */
export type Label = {
  kind: 'opening' | 'closing' | 'balance' | 'total'
  line: number
  amounts: { column: number; cents: number }[]
  /** How many movements stand before it. */
  before: number
  /** It has a date and an amount like a movement: only balances that agree show what it is. */
  unsure: boolean
}

/** Of balances the whole cell, perhaps with a day: `saldo bolletta 12` is a payment. */
const kinds: [Label['kind'], RegExp][] = [
  [
    'opening',
    /^(?:saldo (?:contabile )?(?:iniziale|precedente|di apertura|riportato)|riporto)(?: (?:al|a|del|eur|euro|\d+))*$/,
  ],
  ['closing', /^saldo (?:contabile )?(?:finale|di chiusura|attuale)(?: (?:al|a|del|eur|euro|\d+))*$/],
  ['balance', /^saldo(?: (?:contabile|al|a|del|eur|euro|\d+))*$/],
  ['total', /^(?:totale|totali|subtotale|sub totale)\b/],
]

/** What a row below the header is, if it is no movement. */
export function labelOf(row: CsvRow, columns: Columns): Label | null {
  const kind = kindOf(row)
  if (kind === null) return null
  const movement = [columns.amount, columns.debit, columns.credit].filter((column) => column !== null)
  const likeMovement = row.cells[columns.booked] !== '' && movement.some((column) => row.cells[column])
  const edge = kind === 'opening' || kind === 'closing'
  if (likeMovement && !edge) return null
  const within =
    kind === 'total' ? movement : [...movement, ...(columns.balance === null ? [] : [columns.balance])]
  const amounts = moneyIn(row).filter(({ column }) => within.includes(column))
  if (amounts.length === 0 && kind !== 'total') return null
  return { kind, line: row.line, amounts, before: 0, unsure: likeMovement }
}

function kindOf(row: CsvRow): Label['kind'] | null {
  const words = row.cells.map((cell) => folded(cell.replace(/:.*$/, ''))).filter((cell) => /[a-z]/.test(cell))
  for (const word of words) {
    const found = kinds.find(([, pattern]) => pattern.test(word))
    if (found) return found[0]
  }
  return null
}

const moneyIn = (row: CsvRow): Label['amounts'] =>
  row.cells.flatMap((cell, column) => {
    const read = /\d/.test(cell) ? parseEuro(cell) : null
    return read?.ok ? [{ column, cents: read.cents }] : []
  })

/** What the rows above the header say: the account, if they name one, and opening and closing balance. */
export function preambleOf(rows: CsvRow[]): { iban: string | null; labels: Label[] } {
  let account: string | null = null
  const labels: Label[] = []
  for (const row of rows) {
    if (
      row.cells.some((cell) => parseItalianDate(cell).ok) &&
      row.cells.some((cell) => /\d,\d\d\b/.test(cell))
    )
      throw new BankFileRefused(
        'Sopra l’intestazione c’è una riga che sembra un movimento: le righe sono in disordine. Scarica di nuovo il file dalla banca.',
        row.line,
      )
    for (const iban of ibansIn(row)) {
      if (account !== null && account !== iban)
        throw new BankFileRefused(
          'Sopra l’intestazione ci sono IBAN di più conti: non si sa di quale sono i movimenti. Scarica un conto alla volta.',
          row.line,
        )
      account = iban
    }
    const kind = kindOf(row)
    const amounts = kind === 'opening' || kind === 'closing' ? moneyBeside(row) : []
    if (amounts.length === 1) labels.push({ kind: kind!, line: row.line, amounts, before: 0, unsure: false })
  }
  return { iban: account, labels }
}

/** The valid IBANs of a row. An Italian one that fails its checks refuses the file. */
function ibansIn({ cells, line }: CsvRow): string[] {
  const found = cells.flatMap(
    (cell) => cell.toUpperCase().match(/\b[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}/g) ?? [],
  )
  return found.map(checkIban).flatMap(({ valid, iban }) => {
    if (valid) return iban
    if (!/^(?:IT|SM).{25}$/.test(iban)) return []
    throw new BankFileRefused(
      `L’IBAN ${maskIban(iban)} non è valido. Scarica di nuovo il file dalla banca.`,
      line,
    )
  })
}

/** The amounts of a row, also of one cell such as `Saldo iniziale: 1.234,56 EUR`. */
function moneyBeside(row: CsvRow): Label['amounts'] {
  const cells = row.cells.map((cell) => /^[^:]*:\s*(.*\d.*)$/.exec(cell)?.[1] ?? cell)
  return moneyIn({ ...row, cells })
}
