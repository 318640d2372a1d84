import { type Cell, cellText, columnLetter, type Row } from '../spreadsheet/cells.ts'
import type { WorkbookSheet } from '../spreadsheet/read-workbook.ts'
import { readTitle, type SheetTitle } from './sheet-title.ts'

/**
 * A proposed column. The person may change `field`, and `due_date` of an instalment column. `confidence` goes from 0
 * (unknown) to 1 (an exact known name).
 */
export type RecognisedColumn<F extends string = string> = {
  index: number
  letter: string
  header: string
  field: F | null
  confidence: number
  due_date?: string | null
}

/**
 * How to read a sheet. `list`: one bill per row. `months`: one bill per row and instalment column, whose due date is in
 * the header or next to it. `units`: one right in a unit per row, with a column for each table of weights. `header_row`
 * and `first_row` are physical rows, counted from 1.
 */
export type RecognisedSheet<F extends string = string> = {
  layout: 'list' | 'months' | 'units'
  header_row: number
  first_row: number
  confidence: number
  columns: RecognisedColumn<F>[]
  title: SheetTitle
  warnings: string[]
}

/** How many rows are examined to find the header and to see what the columns hold. */
export const SAMPLE_ROWS = 60

/** The rows that are looked at to recognise a sheet. */
export async function firstRows({ rows }: Pick<WorkbookSheet, 'rows'>): Promise<Row[]> {
  const first: Row[] = []
  for await (const row of rows()) {
    first.push(row)
    if (first.length === SAMPLE_ROWS) break
  }
  return first
}

/**
 * Reads the sheet at the header row: the given one, or the first for which `readAt` finds a layout. Null when there is
 * none.
 */
export function recogniseAtHeader<Sheet>(
  rows: Row[],
  header_row: number | undefined,
  readAt: (header: Row, at: number) => Sheet | null,
): Sheet | null {
  const candidates = header_row ? rows.filter((row) => row.row === header_row) : rows.slice(0, SAMPLE_ROWS)
  for (const header of candidates) {
    const sheet = readAt(header, rows.indexOf(header))
    if (sheet) return sheet
  }
  return null
}

/** The columns of a header row with the fields they mean, each field once. */
export function namedColumns<F extends string>(
  header: Row,
  meaning: (header: string) => { field: F; confidence: number } | null,
): RecognisedColumn<F>[] {
  const columns = header.cells.map((cell): RecognisedColumn<F> => {
    const text = cellText(cell)
    const meant = cell.kind === 'text' ? meaning(text) : null
    const field = meant?.field ?? null
    return {
      index: cell.column,
      letter: columnLetter(cell.column),
      header: text,
      field,
      confidence: meant?.confidence ?? 0,
    }
  })
  return oncePerField(columns)
}

/** Columns with content under an empty header: the person may choose their field. */
export function unnamedColumns<F extends string>(header: Row, data: Row[]): RecognisedColumn<F>[] {
  const named = new Set(header.cells.map((cell) => cell.column))
  const used = new Set(data.flatMap((row) => row.cells.map((cell) => cell.column)))
  return [...used]
    .filter((index) => !named.has(index))
    .map((index) => ({ index, letter: columnLetter(index), header: '', field: null, confidence: 0 }))
}

export function byIndex(a: RecognisedColumn, b: RecognisedColumn): number {
  return a.index - b.index
}

/** Each field once: the column with the highest confidence, the leftmost among equals. */
function oncePerField<F extends string>(columns: RecognisedColumn<F>[]): RecognisedColumn<F>[] {
  const best = new Map<string, RecognisedColumn>()
  for (const column of columns) {
    if (column.field === null) continue
    const other = best.get(column.field)
    if (!other || column.confidence > other.confidence) best.set(column.field, column)
  }
  for (const column of columns) if (column.field && best.get(column.field) !== column) release(column)
  return columns
}

/**
 * A "Nome" without surname is the whole name; a column with the whole name takes precedence over surname and name.
 */
export function settleNames<F extends string>(columns: RecognisedColumn<F | NameField>[]) {
  const of = (field: NameField) => columns.find((column) => column.field === field)
  const givenName = of('given_name')
  if (of('holder')) {
    for (const field of ['surname', 'given_name'] as const) {
      const column = of(field)
      if (column) release(column)
    }
  } else if (givenName && !of('surname')) givenName.field = 'holder'
  return columns
}
type NameField = 'holder' | 'surname' | 'given_name'

/** The questions to the person about required fields that no column has. */
export function missingOf<F extends string>(
  columns: RecognisedColumn<F>[],
  required: { fields: NoInfer<F>[]; ask: string }[],
): string[] {
  return required
    .filter(({ fields }) => !columns.some(({ field }) => field !== null && fields.includes(field)))
    .map(({ ask }) => ask)
}

export function release(column: RecognisedColumn): void {
  column.field = null
  column.confidence = 0
}

export function titleAbove(rows: Row[], at: number, sheetName: string): SheetTitle {
  const lines = rows.slice(0, at).map((row) => row.cells.map(cellText).join('   '))
  return readTitle(lines, sheetName)
}

export function cellAt(row: Row, column: number): Cell | undefined {
  return row.cells.find((cell) => cell.column === column)
}
