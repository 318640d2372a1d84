import { parseItalianDate } from '@saldo/domain/dates'
import { checkIban, maskIban } from '@saldo/domain/iban'
import { parseEuro } from '@saldo/domain/money'
import { BankFileRefused } from '../bank-file.ts'
import { type Columns, folded } from './columns.ts'
import type { CsvRow } from './rows.ts'

/**
 * A row of balance or total, not of movement. `balance`: the row says only *Saldo*; it is opening or closing by where it
 * stands. `available`: what can be spent, which no movements add up to. Amounts by column, signed cents as written.
 */
export type Label = {
  kind: 'opening' | 'closing' | 'balance' | 'available' | 'total'
  line: number
  amounts: { column: number; cents: number }[]
  /** How many movements stand before it. */
  before: number
  /** It has a date and an amount like a movement: only balances that agree show what it is. */
  unsure: boolean
}

/** Of balances the whole cell, perhaps with a day: `saldo bolletta 12` is a payment. */
const balance = '(?:saldo|s do|giacenza)'
const day = '(?: (?:al|a|del|eur|euro|\\d+))*'
const kinds: [Label['kind'], RegExp][] = [
  [
    'opening',
    new RegExp(
      `^(?:${balance} (?:contabile )?(?:iniziale|precedente|di apertura|di partenza|riportato)|riporto|a riporto)${day}$`,
    ),
  ],
  ['closing', new RegExp(`^${balance} (?:contabile )?(?:finale|di chiusura|attuale)${day}$`)],
  [
    'available',
    new RegExp(
      `^(?:${balance} (?:disponibile|liquido)|disponibilita)(?: (?:iniziale|finale|attuale))?${day}$`,
    ),
  ],
  ['balance', new RegExp(`^${balance}(?: contabile)?${day}$`)],
  ['total', /^(?:totale|totali|subtotale|sub totale)\b/],
]
/** What no payer writes, unlike *Saldo* and *Saldo 2026*. */
const surelyBalance = / (?:contabile|al|disponibile|liquido)\b|^(?:s do|giacenza|disponibilita)/

/** What a row below the header is, if it is no movement. */
export function labelOf(row: CsvRow, columns: Columns): Label | null {
  const found = kindOf(row)
  if (found === null) return null
  const { kind, word } = found
  const movement = [columns.amount, columns.debit, columns.credit].filter((column) => column !== null)
  const likeMovement = row.cells[columns.booked] !== '' && movement.some((column) => row.cells[column])
  const edge = kind === 'opening' || kind === 'closing' || surelyBalance.test(word)
  if (likeMovement && !edge) return null
  const within =
    kind === 'total' ? movement : [...movement, ...(columns.balance === null ? [] : [columns.balance])]
  const amounts = moneyIn(row).filter(({ column }) => within.includes(column))
  if (amounts.length === 0 && kind !== 'total') return null
  return { kind, line: row.line, amounts, before: 0, unsure: likeMovement }
}

function kindOf(row: CsvRow): { kind: Label['kind']; word: string } | null {
  const spoken = row.cells.filter((cell) => /sald|total|riport|s\.? ?do\b|giacenz|disponibil/i.test(cell))
  const words = spoken.map((cell) => folded(cell.replace(/:.*$/, '')))
  for (const word of words) {
    const found = kinds.find(([, pattern]) => pattern.test(word))
    if (found) return { kind: found[0], word }
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
    const kind = kindOf(row)?.kind ?? null
    if (
      kind === null &&
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
  const cells = row.cells.map((cell) => cell.slice(cell.indexOf(':') + 1))
  return moneyIn({ ...row, cells })
}
