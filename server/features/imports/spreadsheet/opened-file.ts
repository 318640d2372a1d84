import type { Epoch, Row } from './cells.ts'
import { ImportRefused, limits } from './import-refused.ts'

/** The reader of one format. `rows` may be called again: it starts from the sheet's beginning. */
export type OpenedFile = {
  kind: 'xlsx' | 'ods' | 'csv'
  epoch: Epoch
  sheets: SheetInfo[]
  rows(sheet: number): AsyncGenerator<Row[]>
}

/**
 * `hidden_columns` are the indexes of hidden columns, whether they hold something or not; `comments` the first comments on
 * cells, with their place; `printed` the texts above and below each printed page.
 */
export type SheetInfo = {
  name: string
  hidden: boolean
  hidden_columns: number[]
  comments: { ref: string; text: string }[]
  printed: string[]
}

export const MOST_COMMENTS = 1_000

/** Counts rows and cells that were read, so that one shared string used a million times cannot fill memory. */
export function rowCounter(): (row: Row) => void {
  let rows = 0
  let cells = 0
  let characters = 0
  return (row) => {
    cells += row.cells.length
    for (const cell of row.cells) {
      if (cell.column >= limits.columns) throw new ImportRefused('too_many_columns')
      if (cell.kind === 'text') characters += cell.value.length
    }
    if (++rows > limits.rows) throw new ImportRefused('too_many_rows')
    if (cells > limits.cells || characters > limits.text_characters)
      throw new ImportRefused('too_much_content')
  }
}
