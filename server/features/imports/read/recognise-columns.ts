import { type Cell, cellText, columnLetter, type Row } from '../spreadsheet/cells.ts'
import type { ColumnFacts } from './column-facts.ts'
import type { RowMarks } from './row-marks.ts'
import { readTitle, type SheetTitle } from './sheet-title.ts'

/**
 * A proposed column. The person may change `field`, and `due_date` of an instalment column. `confidence` goes from 0
 * (unknown) to 1 (an exact known name). `group` is the heading above the header, '' without one. `tied`: the field that
 * this column may hold just as well as the column that has it, which only a person can decide. `pair`: a due date and an
 * amount side by side several times. `scale`: a weight is
 * multiplied by it, because the sheet writes percentages or parts of one instead of thousandths.
 */
export type RecognisedColumn<F extends string = string> = {
  index: number
  letter: string
  header: string
  group: string
  field: F | null
  confidence: number
  tied?: F
  /** Holds something that only a person knows the use of; see doubts/unused-columns.ts. */
  doubt?: 'extra' | 'use' | 'meaning'
  /** Which rows are asked for, by what this column holds: `skip_filled`, `skip_empty` or `only:` a text. */
  keeps?: string
  /** The field before a person's answer changed it. */
  own?: F | null
  due_date?: string | null
  pair?: 'due' | 'amount'
  scale?: number
  /** A tax code or contact of the owner or of the tenant: nothing says whose. */
  whose?: string
  /** The field of a balance that a person set aside. */
  balance?: string
  facts?: ColumnFacts
}

/**
 * Columns of money that add up to another one in every row, as indexes: `parts` sum up to `whole`. The whole is the amount,
 * or a column without a field; a part may be the amount.
 */
export type ColumnSum = { whole: number; parts: number[] }

/**
 * Rows of a list of bills that may be something else than they look. `odd`: rows that may be totals, summaries or parts of
 * the building rather than people. `no_totals`: an amount alone that is no sum of the rows above, so that a name may be
 * missing. `totals`: totals in cents that the rows do not add up to, by column.
 */
export type OddRows = {
  odd: number[]
  no_totals: number[]
  totals: { row: number; column: number; written: number; found: number }[]
}

/**
 * Amounts and days whose writing has two readings. `point`: amounts with a point before the cents; `either`: texts such as
 * `1.234` in a column without a comma, which may be a thousand or one; `month_first`: days that exist only with the month
 * first; `swapped`: days as text beside days as dates, where a program has taken day and month for each other.
 */
export type WrittenForms = {
  point: number
  either: number
  month_first: number
  swapped: number
  examples: string[]
}

/**
 * How to read a table: a header row and the rows below it. `list`: one bill per row. `months`: one bill per row and
 * instalment column, whose due date is in the header, next to it or in a column of its own. `units`: one right in a unit
 * per row, with a column for each table of weights. Rows are physical, counted from 1; `last_row` null: until the sheet's
 * end. Of tables side by side each has its columns, from `first_column` to `last_column` (null: until the last).
 */
export type RecognisedTable<F extends string = string> = {
  layout: 'list' | 'months' | 'units'
  header_row: number
  first_row: number
  last_row: number | null
  first_column: number
  last_column: number | null
  confidence: number
  columns: RecognisedColumn<F>[]
  title: SheetTitle
  /** The due dates of the instalments were worked out from month names or the title: a person must agree. */
  dues_derived?: boolean
  /** Pairs of due date and amount that may be something else than instalments, such as two years. */
  pairs_unsure?: boolean
  /** Columns of money that add up to another one in every row. */
  sums?: ColumnSum[]
  /** Amounts and days whose writing has two readings. */
  forms?: WrittenForms
  /** Lines of the title, and the sheet's name, that say that the rows may be no bills. */
  mentions?: string[]
  /** Another table with the same people and sums. */
  repeats?: { sheet: string; table: number }
  /** Rows that may be something else than they look. */
  odd_rows?: OddRows
  /** The columns that a person said are instalments. */
  split?: number[]
  /** Rows without a building in the column of buildings, below one that has it. */
  building_gaps?: { count: number; first_row: number }
  /** Rows with data that the sheet hides, probably by a filter. */
  hidden_rows?: number
  /** Rows that say that nothing is owed, and columns that say what a row is. */
  marks?: RowMarks
  /** The first row below the header names a building, so every row is below such a heading. */
  headed?: boolean
  /** Rows of text between the rows that may name another building; see find-tables.ts. */
  headings?: { count: number; first: { row: number; text: string }[] }
}

/** What is known about a sheet before its rows are read. */
export type AboutSheet = {
  sheet_name: string
  header_row?: number
  hidden_columns?: readonly number[]
}

/** How many rows are examined to find the header and to see what the columns hold. */
export const SAMPLE_ROWS = 60

/**
 * Reads the sheet at the header row: the given one, or the first for which `readAt` finds a layout. Null when there is
 * none.
 */
export function recogniseAtHeader<Table>(
  rows: Row[],
  header_row: number | undefined,
  readAt: (header: Row, at: number) => Table | null,
): Table | null {
  const candidates = header_row ? rows.filter((row) => row.row === header_row) : rows.slice(0, SAMPLE_ROWS)
  for (const header of candidates) {
    const table = readAt(header, rows.indexOf(header))
    if (table) return table
  }
  return null
}

type Meaning<F extends string> = (header: string) => { field: F; confidence: number } | null

/**
 * The columns of a header row with the fields they mean, each field once. `asked` are the fields for which a person
 * decides when several columns may hold them: money and identity. A weaker name is a rival only for `asked.always`.
 */
export function namedColumns<F extends string>(
  rows: Row[],
  at: number,
  meaning: Meaning<F>,
  asked: { always: readonly NoInfer<F>[]; among_equals: readonly NoInfer<F>[] },
  hidden: readonly number[] = [],
): RecognisedColumn<F>[] {
  const columns = (rows[at]?.cells ?? []).map((cell): RecognisedColumn<F> => {
    const text = cellText(cell)
    const meant = cell.kind === 'text' ? meaning(text) : null
    return {
      index: cell.column,
      letter: columnLetter(cell.column),
      header: text,
      group: groupAbove(rows, at, cell.column),
      field: meant?.field ?? null,
      confidence: meant?.confidence ?? 0,
    }
  })
  return oncePerField(columns, asked, new Set(hidden))
}

/** Columns with content under an empty header: the person may choose their field. */
export function unnamedColumns<F extends string>(
  rows: Row[],
  at: number,
  data: Row[],
): RecognisedColumn<F>[] {
  const named = new Set(rows[at]?.cells.map((cell) => cell.column))
  const used = new Set(data.flatMap((row) => row.cells.map((cell) => cell.column)))
  return [...used]
    .filter((index) => !named.has(index))
    .map((index) => ({
      index,
      letter: columnLetter(index),
      header: '',
      group: groupAbove(rows, at, index),
      field: null,
      confidence: 0,
    }))
}

/** The heading that spans a column in the row above the header: the nearest to its left, because merged cells keep it there. */
export function groupAbove(rows: Row[], at: number, column: number): string {
  const above = rows[at - 1]
  const header = rows[at]
  if (!above || !header || above.row !== header.row - 1) return ''
  const headings = above.cells.filter((cell) => cell.kind === 'text' || cell.kind === 'date')
  // One cell at the left edge is the title, not the heading of a group.
  if (headings.length < above.cells.length) return ''
  if (headings.length === 1 && headings[0]!.column <= (header.cells[0]?.column ?? 0)) return ''
  return cellText(headings.filter((cell) => cell.column <= column).at(-1))
}

export function byIndex(a: RecognisedColumn, b: RecognisedColumn): number {
  return a.index - b.index
}

/**
 * Each field once: a visible column before a hidden one, then the highest confidence, then the leftmost. The others are
 * released; those that might be it just as well are `tied`.
 */
function oncePerField<F extends string>(
  columns: RecognisedColumn<F>[],
  asked: { always: readonly F[]; among_equals: readonly F[] },
  hidden: ReadonlySet<number>,
): RecognisedColumn<F>[] {
  const isHidden = ({ index }: RecognisedColumn) => hidden.has(index)
  const best = new Map<F, RecognisedColumn<F>>()
  for (const column of columns) {
    if (column.field === null) continue
    const other = best.get(column.field)
    const wins =
      !other ||
      (isHidden(other) && !isHidden(column)) ||
      (isHidden(other) === isHidden(column) && column.confidence > other.confidence)
    if (wins) best.set(column.field, column)
  }
  for (const column of columns) {
    const { field, confidence } = column
    const chosen = field && best.get(field)
    if (!field || !chosen || chosen === column) continue
    const rival =
      asked.always.includes(field) || (asked.among_equals.includes(field) && confidence >= chosen.confidence)
    if (rival && isHidden(column) === isHidden(chosen)) column.tied = field
    release(column)
  }
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

export type Required<F extends string> = readonly { fields: readonly F[]; ask: string }[]

/** The requests to the person about required fields that no column has. */
export function missingOf<F extends string>(columns: RecognisedColumn<F>[], required: Required<F>): string[] {
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
