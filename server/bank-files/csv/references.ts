import { BankFileRefused } from '../bank-file.ts'
import type { CsvMovement } from './movement.ts'

/**
 * A column of references may hold the bank's own, unique for each movement, or another that several movements share, such as
 * a transfer and its fee: a shared one becomes text. The same movement twice refuses the file.
 */
export function settleReferences(rows: CsvMovement[]): void {
  const found = new Map<string, CsvMovement[]>()
  for (const row of rows) {
    const { bank_reference, booked_on, amount, text, line } = row.movement
    if (bank_reference === null) continue
    const others = found.get(bank_reference) ?? []
    const twin = others.some(
      ({ movement }) =>
        movement.booked_on === booked_on && movement.amount === amount && movement.text === text,
    )
    if (twin)
      throw new BankFileRefused(
        'Lo stesso movimento, con lo stesso riferimento, è scritto due volte. Scarica di nuovo il file dalla banca.',
        line,
      )
    others.push(row)
    found.set(bank_reference, others)
  }
  for (const [reference, shared] of found) {
    if (shared.length === 1) continue
    for (const { movement } of shared) {
      movement.bank_reference = null
      movement.text = `${movement.text} ${reference}`.trim()
    }
  }
}
