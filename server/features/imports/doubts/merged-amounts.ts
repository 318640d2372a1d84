import { formatEuro } from '@saldo/domain/money'
import type { DataRow } from '../read/data-rows.ts'
import type { Doubt, RowDoubts } from '../read/row-doubts.ts'
import { centsIn } from '../read/row-marks.ts'
import type { Cell } from '../spreadsheet/cells.ts'

type Covered = { cents: number[]; next: number; last: number; answer: string | null }

/**
 * Asks about an amount in merged cells that cover several instalments or people: it may be asked for once, shared out, or
 * be the amount of each. Gives the row its amounts; true if it is left out, because the row above it has the whole amount.
 * Where the name is merged over the same rows, they are one tall row.
 */
export function mergedAmounts(amounts: readonly number[], doubts: RowDoubts) {
  const below = new Map<number, Covered>()

  return <F extends string>({ row, cells, of }: DataRow<F>): boolean => {
    let leftOut = false
    for (const index of amounts) {
      const covering = below.get(index)
      const cell = cells[index]
      if (cell === undefined && covering && row.row <= covering.last) {
        leftOut ||= covering.answer === 'once'
        const cents = covering.cents[covering.next++]
        if (cents !== undefined) cells[index] = euro(index, cents)
      }
      const cents = cell?.spans ? centsIn(cell) : null
      if (!cell?.spans || cents === null) continue
      const { columns, rows } = cell.spans
      const across = amounts.filter((other) => other >= index && other < index + columns)
      const name = of('holder' as F) ?? of('surname' as F)
      const down = rows > (name?.spans?.rows ?? 1) ? rows : 1
      if (across.length < 2 && down < 2) continue
      const answer = doubts.ask(row.row, formatEuro(cents), across.length > 1 ? ACROSS : DOWN)
      const shares = sharesOf(cents, across.length * down, answer)
      for (const [at, column] of across.entries()) if (shares[at]) cells[column] = euro(column, shares[at])
      if (down > 1 && across.length === 1)
        below.set(index, { cents: shares, next: 1, last: row.row + down - 1, answer })
    }
    return leftOut && amounts.every((index) => cells[index] === undefined)
  }
}

/** The cents of each of `count` cells; the first ones take what cannot be divided. */
function sharesOf(cents: number, count: number, answer: string | null): number[] {
  if (answer === 'each') return Array.from({ length: count }, () => cents)
  if (answer !== 'shared') return [cents]
  const share = Math.trunc(cents / count)
  return Array.from(
    { length: count },
    (_, at) => share + Math.sign(cents) * Number(at < Math.abs(cents % count)),
  )
}

const euro = (column: number, cents: number): Cell => ({ column, kind: 'number', value: cents / 100 })

const ACROSS: Doubt = {
  question: 'rows:merged_across',
  text: ({ inRows, examples }) =>
    `Una cella unita copre più rate, ${inRows} (${examples}): come si chiede l’importo?`,
  options: [
    { value: 'once', label: 'Una volta sola, con la prima di queste rate', detail: null },
    { value: 'shared', label: 'Diviso in parti uguali fra queste rate', detail: null },
    { value: 'each', label: 'Per intero a ognuna di queste rate', detail: null },
  ],
  proposal: null,
}

const DOWN: Doubt = {
  question: 'rows:merged_down',
  text: ({ inRows, examples }) =>
    `Un importo è in una cella unita che copre più righe, ${inRows} (${examples}): come si chiede?`,
  options: [
    { value: 'once', label: 'Una volta sola, a chi è nella prima riga', detail: null },
    { value: 'shared', label: 'Diviso in parti uguali fra le righe', detail: null },
    { value: 'each', label: 'Per intero in ogni riga', detail: null },
  ],
  proposal: null,
}
