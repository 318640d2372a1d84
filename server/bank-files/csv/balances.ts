import { type Cents, formatEuro } from '@saldo/domain/money'
import { BankFileRefused } from '../bank-file.ts'
import type { CsvMovement } from './movement.ts'
import type { Label } from './special-rows.ts'

export type Balances = { opening: Cents | null; closing: Cents | null }

const askAgain = 'Manca qualche movimento, o qualcosa è cambiato: scarica di nuovo il file dalla banca.'

/**
 * Opening and closing as the file says them, in its rows or by its running balance; null what it does not say. Refuses the
 * file if they do not agree with the movements and with each other.
 */
export function checkedBalances(rows: CsvMovement[], labels: Label[]): Balances {
  const sum = rows.reduce((all, { movement }) => all + movement.amount, 0)
  checkTotals(rows, labels, sum)
  const running = runningBalances(rows)
  const stated = statedBalances(rows, labels, running)
  const opening = stated.opening ?? running?.opening ?? null
  const closing = stated.closing ?? running?.closing ?? null
  for (const [one, other, line] of [
    [stated.opening, running?.opening, stated.line],
    [stated.closing, running?.closing, stated.line],
    [opening === null ? null : opening + sum, closing, stated.line ?? rows.at(-1)?.movement.line ?? null],
  ] as const)
    if (one !== null && other !== null && other !== undefined && one !== other)
      throw new BankFileRefused(
        `I saldi non corrispondono ai movimenti: ${formatEuro(one)} e ${formatEuro(other)} dovrebbero essere uguali. ${askAgain}`,
        line,
      )
  const unsure = labels.find((label) => label.unsure)
  if (unsure && (opening === null || closing === null))
    throw new BankFileRefused(
      'Questa riga può essere un saldo o un movimento, e nel file non ci sono entrambi i saldi per verificarlo. Scarica l’estratto in camt.053 o RH.',
      unsure.line,
    )
  return { opening, closing }
}

/** From the rows of balance. *Saldo* alone is the closing below the movements; above them it is not sure, so it is left. */
function statedBalances(rows: CsvMovement[], labels: Label[], running: Balances | null) {
  const found: { opening: Cents | null; closing: Cents | null; line: number | null } = {
    opening: null,
    closing: null,
    line: null,
  }
  for (const label of labels) {
    const [amount] = label.amounts
    if (label.kind === 'total' || label.kind === 'available' || !amount) continue
    if (label.kind === 'balance' && (label.before === 0 || label.before < rows.length || running !== null))
      continue
    const cents = onlyAmount(label)
    const moment = label.kind === 'opening' ? 'opening' : 'closing'
    if (found[moment] !== null && found[moment] !== cents)
      throw new BankFileRefused(
        'Nel file ci sono due saldi diversi per lo stesso momento. Scarica un periodo alla volta.',
        label.line,
      )
    found[moment] = cents
    found.line = label.line
  }
  return found
}

function onlyAmount({ amounts, line }: Label): Cents {
  const values = new Set(amounts.map(({ cents }) => cents))
  if (values.size !== 1)
    throw new BankFileRefused(
      'Questa riga di saldo contiene importi diversi: non si sa quale è il saldo. Elimina la riga e carica di nuovo il file.',
      line,
    )
  return amounts[0]!.cents
}

/** Every number of a row of totals is the sum of its column, or of all movements. */
function checkTotals(rows: CsvMovement[], labels: Label[], sum: Cents): void {
  const credits = rows.reduce((all, { movement }) => all + Math.max(0, movement.amount), 0)
  const sums = [sum, credits, credits - sum, sum - credits]
  for (const { kind, amounts, line } of labels) {
    const wrong = kind === 'total' ? amounts.find(({ cents }) => !sums.includes(cents)) : undefined
    if (wrong)
      throw new BankFileRefused(
        `Il totale ${formatEuro(wrong.cents)} non corrisponde ai movimenti del file. ${askAgain}`,
        line,
      )
  }
}

/**
 * The balances before the first and after the last movement, by the running balance of the rows; null if it does not exist.
 * Banks write the oldest row first or the newest; some write the balance in the last row of a day only.
 */
function runningBalances(rows: CsvMovement[]): Balances | null {
  if (rows.every(({ balance }) => balance === null)) return null
  const oldestFirst = follow(rows)
  const newestFirst = follow(rows.toReversed())
  if (oldestFirst.broken !== null && newestFirst.broken !== null)
    throw new BankFileRefused(
      `Il saldo di questa riga non corrisponde ai movimenti. ${askAgain}`,
      Math.max(oldestFirst.broken, rows.length > 1 ? 0 : newestFirst.broken),
    )
  if (oldestFirst.broken !== null) return newestFirst
  if (newestFirst.broken !== null || rows.length === 1) return oldestFirst
  const [first, last] = [rows[0]!.movement.booked_on, rows.at(-1)!.movement.booked_on]
  if (first === last) return { opening: null, closing: null }
  return first < last ? oldestFirst : newestFirst
}

/** Follows the balances from the oldest row; `broken` is the line of the first that does not agree. */
function follow(rows: CsvMovement[]): Balances & { broken: number | null } {
  let opening: Cents | null = null
  let moved = 0
  for (const { movement, balance } of rows) {
    moved += movement.amount
    if (balance === null) continue
    opening ??= balance - moved
    if (opening + moved !== balance) return { opening, closing: null, broken: movement.line }
  }
  return { opening, closing: opening === null ? null : opening + moved, broken: null }
}
