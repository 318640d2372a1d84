import { fold } from '@saldo/domain/fold'
import { formatEuro } from '@saldo/domain/money'
import type { RecognisedColumn } from '../read/recognise-columns.ts'
import { type Cell, cellAmount } from '../spreadsheet/cells.ts'

/**
 * Sums the columns of a sheet of bills with amounts already paid. They are not imported, because a payment needs its
 * own day and method. The person is told the sum, since the bills ask the whole amount.
 */
export function paidColumns(columns: readonly RecognisedColumn[]) {
  const paid = columns
    .filter(({ field, header }) => field === null && isPaid(header))
    .map((column) => ({ ...column, sum: 0 }))
  return {
    add(cells: readonly Cell[]): void {
      for (const column of paid) {
        const read = cellAmount(cells[column.index])
        if (read.ok && read.value !== null) column.sum += read.value
      }
    },
    sentences: (): string[] =>
      paid
        .filter(({ sum }) => sum !== 0)
        .map(
          ({ letter, header, sum }) =>
            `La colonna ${letter}, «${header}», dice che sono già stati pagati ${formatEuro(sum)}, e non viene letta: le bollette chiedono l’intero importo. Se il foglio deve portare solo il resto, scrivilo nella colonna dell’importo.`,
        ),
  }
}

function isPaid(header: string): boolean {
  const words = fold(header)
  return (
    /\b(?:pagat|versat|incassat|riscoss|saldat|accont)[oiae]\b/.test(words) &&
    // “Pagato il” is a day, “non pagato” is an amount owed.
    !/\b(?:il|data|non|da)\b/.test(words)
  )
}
