import type { Cell, Row } from '../spreadsheet/cells.ts'
import { NEVER_COPIED } from './ditto-marks.ts'
import type { RecognisedColumn } from './recognise-columns.ts'

/** Whose merged cells are no text that holds for all their rows: amounts are shared out, buildings asked about. */
const APART = new Set([
  ...NEVER_COPIED,
  'instalment',
  'part',
  'paid',
  'condominium_name',
  'condominium_fiscal_code',
])

/** Fills the cells of a row that are covered by a cell merged downwards: a name or a day beside several instalments. */
export function mergedDown(columns: readonly RecognisedColumn[]) {
  const filled = columns.filter(({ field }) => field !== null && !APART.has(field))
  const above = new Map<number, { cell: Cell; last: number }>()
  return ({ row: { row }, cells }: { row: Row; cells: Cell[] }): void => {
    for (const { index } of filled) {
      const cell = cells[index]
      const before = above.get(index)
      if (cell === undefined && before && row <= before.last) cells[index] = before.cell
      else if (cell?.spans && cell.spans.rows > 1) above.set(index, { cell, last: row + cell.spans.rows - 1 })
    }
  }
}
