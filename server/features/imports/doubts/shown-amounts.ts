import { formatDate } from '@saldo/domain/dates'
import { nameOf } from '../read/column-words.ts'
import type { RecognisedColumn } from '../read/recognise-columns.ts'
import type { RowDoubts } from '../read/row-doubts.ts'
import { type Cell, cellAmount, cellText, nearestAmount } from '../spreadsheet/cells.ts'
import { AMOUNTS, DAYS } from './written-forms.ts'

/**
 * The cell as a person says that it counts, if its format shows something else than it holds: an amount in thousands, a
 * minus or a word that only the format writes, a month without its day. Null: the row is left out. Codes and names are what
 * one sees.
 */
export function asShown(cell: Cell, row: number, column: RecognisedColumn, doubts: RowDoubts): Cell | null {
  const { field, index } = column
  if (cell.kind === 'number' && AMOUNTS.has(field ?? '') && !cellAmount(cell).ok) {
    const rounded = nearestAmount(cell)
    const answer = rounded.ok ? doubts.ask(row, cellText(cell).replace('.', ','), tooExact(column)) : null
    if (answer === 'round' && rounded.ok)
      return { column: index, kind: 'number', value: (rounded.value ?? 0) / 100 }
  }
  if (cell.shown === undefined) return cell
  if (cell.kind === 'number' && AMOUNTS.has(field ?? '')) {
    const answer = doubts.ask(row, said(cell), amountShown(column))
    if (answer === 'skip') return null
    return answer === 'shown' ? textOf(cell) : cell
  }
  if (cell.kind === 'date' && DAYS.has(field ?? '')) {
    const answer = doubts.ask(row, said(cell), monthShown(column))
    return answer === 'last' ? { column: index, kind: 'date', value: lastOfMonth(cell.value) } : cell
  }
  return cell.kind === 'number' && field !== null && cell.shown !== '' ? textOf(cell) : cell
}

/** `1,5» per 1500` */
const said = (cell: Cell): string =>
  `${cell.shown === '' ? 'niente' : cell.shown}» invece di «${cell.kind === 'date' ? formatDate(cell.value) : cellText(cell).replace('.', ',')}`

const textOf = ({ column, shown = '' }: Cell): Cell => ({ column, kind: 'text', value: shown })

const amountShown = (column: RecognisedColumn) =>
  ({
    question: `rows:shown:${column.index}`,
    text: ({ inRows, examples }) =>
      `Nella colonna ${nameOf(column)}, ${inRows}, il foglio fa vedere un’altra cosa rispetto al numero che contiene (${examples}): che cosa si chiede?`,
    options: [
      { value: 'value', label: 'Il numero che la cella contiene, in euro', detail: null },
      {
        value: 'shown',
        label: 'Quello che si vede',
        detail: 'se non è un importo, la riga resta da correggere',
      },
      { value: 'skip', label: 'Queste righe non si chiedono', detail: null },
    ],
    proposal: 'value',
  }) satisfies Parameters<RowDoubts['ask']>[2]

const tooExact = (column: RecognisedColumn) =>
  ({
    question: `rows:decimals:${column.index}`,
    text: ({ inRows, examples }) =>
      `Nella colonna ${nameOf(column)}, ${inRows}, l’importo ha più di due decimali, forse per una formula (${examples}): si arrotonda al centesimo?`,
    options: [
      { value: 'round', label: 'Sì, al centesimo più vicino', detail: null },
      { value: 'no', label: 'No', detail: 'le righe restano da correggere' },
    ],
    proposal: null,
  }) satisfies Parameters<RowDoubts['ask']>[2]

const monthShown = (column: RecognisedColumn) =>
  ({
    question: `rows:month:${column.index}`,
    text: ({ inRows, examples }) =>
      `Nella colonna ${nameOf(column)}, ${inRows}, si vede solo il mese (${examples}): in che giorno scade?`,
    options: [
      { value: 'value', label: 'Nel giorno che la cella contiene', detail: null },
      { value: 'last', label: 'L’ultimo giorno del mese', detail: null },
    ],
    proposal: 'value',
  }) satisfies Parameters<RowDoubts['ask']>[2]

function lastOfMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
