import type { Cell, Row } from '../spreadsheet/cells.ts'

/**
 * The rows of a sheet with the cells that the person corrected in the preview, by reference (`F26`); an empty correction
 * empties the cell. The file does not change.
 */
export async function* amendRows(
  rows: AsyncIterable<Row> | Iterable<Row>,
  corrections: ReadonlyMap<string, string>,
): AsyncGenerator<Row> {
  const typed = byRow(corrections)
  for await (const row of rows) {
    const corrections = typed.get(row.row)
    yield corrections ? corrected(row, corrections) : row
  }
}

type Typed = { column: number; value: string }

function byRow(corrections: ReadonlyMap<string, string>): Map<number, Typed[]> {
  const rows = new Map<number, Typed[]>()
  for (const [ref, value] of corrections) {
    const [, letters = '', number] = /^([A-Z]{1,3})(\d+)$/.exec(ref) ?? []
    if (letters === '') throw new RangeError(`not a cell reference: ${ref}`)
    const row = Number(number)
    rows.set(row, [...(rows.get(row) ?? []), { column: columnIndex(letters), value }])
  }
  return rows
}

function corrected(row: Row, typed: Typed[]): Row {
  const kept = row.cells.filter((cell) => typed.every(({ column }) => column !== cell.column))
  const added = typed
    .filter(({ value }) => value.trim() !== '')
    .map(({ column, value }): Cell => ({ column, kind: 'text', value }))
  return { ...row, cells: [...kept, ...added].sort((a, b) => a.column - b.column) }
}

function columnIndex(letters: string): number {
  return [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
