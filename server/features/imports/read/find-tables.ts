import { saysOtherMatter } from '../doubts/other-matter.ts'
import { type Cell, cellAmount, cellText, type Row } from '../spreadsheet/cells.ts'
import { ImportRefused } from '../spreadsheet/import-refused.ts'
import { headingText, inColumns, isHeaderAgain } from './headings.ts'
import { type AboutSheet, type RecognisedTable, SAMPLE_ROWS } from './recognise-columns.ts'
import { scanTable } from './scan-table.ts'
import { readTitle } from './sheet-title.ts'

type Recognise = (rows: Row[], about: AboutSheet) => RecognisedTable | null

/** How one kind of sheet is recognised: `meaning` of a header, and which fields say who and what a row is about. */
export type TableKind = {
  recognise: Recognise
  meaning: (header: string) => { field: string; confidence: number } | null
  who: readonly string[]
  what: readonly string[]
}

/** A header that a person names is looked for in so many rows. */
const FARTHEST_HEADER = 5_000

const MOST_TABLES = 200

/**
 * Finds the tables of a sheet, reading all its rows once: below each other with a header each, or side by side. Counts on
 * the way what each column holds (`facts`) and which rows of text between the rows may name another building
 * (`headings`). `headers` are rows that a person said to be headers.
 */
export async function findTables(
  rows: AsyncIterable<Row>,
  { headers = [], ...about }: AboutSheet & { headers?: readonly number[] },
  kind: TableKind,
): Promise<RecognisedTable[]> {
  const ahead = peekable(rows)
  const header_row = headers.length > 0 ? Math.min(...headers) : undefined
  const first = await ahead.peek(SAMPLE_ROWS + Math.min(header_row ?? 0, FARTHEST_HEADER))
  const chosen = header_row === undefined ? {} : { header_row }
  const opening = recogniseBeside(first, { ...about, ...chosen }, kind)
  if (opening.length === 0) return []
  const tables = [...opening]
  let scans = opening.map(scanTable)
  let above: Row[] = []
  const header = opening[0]!.header_row
  for (let row = await ahead.next(); row; row = await ahead.next()) {
    if (row.row <= header) continue
    const forced = headers.includes(row.row)
    const current = scans.map(({ table }) => table)
    if (forced || isAnotherHeader(row, kind, current) || beginsAnew(row, above, current)) {
      const below = recogniseBeside(
        [...above, row, ...(await ahead.peek(SAMPLE_ROWS))],
        { ...about, header_row: row.row },
        kind,
      )
      if (below.length > 0 && (forced || below.every(({ confidence }) => confidence > 0.4))) {
        for (const scan of scans) scan.end((above[0] ?? row).row - 1)
        tables.push(...below)
        if (tables.length > MOST_TABLES) throw new ImportRefused('too_many_tables')
        scans = below.map(scanTable)
        above = []
        continue
      }
    }
    above = headingText(row) === null ? [] : [...above, row].slice(-10)
    for (const scan of scans) scan.add(row)
  }
  for (const scan of scans) scan.end(null)
  return tables
}

/** Whether a row may be the header of another table, not the repetition of the current one as on the pages of a printed list. */
const isAnotherHeader = (row: Row, kind: TableKind, current: readonly RecognisedTable[]): boolean =>
  mayBeHeader(row, kind) && !current.some((table) => isHeaderAgain(inColumns(row, table), table.columns))

/** Whether the header is repeated below a title that says another year or another matter, so that it is no next page. */
function beginsAnew(row: Row, above: readonly Row[], current: readonly RecognisedTable[]): boolean {
  const lines = above.map((line) => headingText(line) ?? '')
  if (lines.length === 0) return false
  return current.some((table) => {
    if (!isHeaderAgain(inColumns(row, table), table.columns)) return false
    const { years } = readTitle(lines, '')
    const known = table.title.text.split('\n')
    const otherYear = years.length > 0 && years.every((year) => !table.title.years.includes(year))
    return otherYear || lines.some((line) => saysOtherMatter(line) && !known.includes(line))
  })
}

/** The tables that begin at the first header of `rows`: several when they stand side by side. */
function recogniseBeside(rows: Row[], about: AboutSheet, kind: TableKind): RecognisedTable[] {
  const whole = kind.recognise(rows, about)
  if (!whole) return []
  const header = rows.find(({ row }) => row === whole.header_row)
  const starts = header ? sideBySide(header, kind) : []
  if (starts.length < 2) return [whole]
  const apart = starts.map((first_column, i) => {
    const last_column = (starts[i + 1] ?? 0) - 1
    const range = { first_column, last_column: last_column < 0 ? null : last_column }
    const table = kind.recognise(
      rows.map((row) => inColumns(row, range)).filter(({ cells }) => cells.length > 0),
      { ...about, header_row: whole.header_row },
    )
    return table && { ...table, ...range }
  })
  return apart.every((table) => table !== null) ? apart : [whole]
}

/**
 * The first columns of tables side by side: the header begins again with the field of its first column, and each part
 * says by itself who and what.
 */
function sideBySide(header: Row, { meaning, who, what }: TableKind): number[] {
  const fields = header.cells.map((cell) => ({
    column: cell.column,
    field: cell.kind === 'text' ? (meaning(cellText(cell))?.field ?? null) : null,
  }))
  const begins = fields.find(({ field }) => field !== null)?.field
  const starts = fields.filter(({ field }) => field === begins).map(({ column }) => column)
  const complete = starts.every((start, i) => {
    const own = fields.filter(
      ({ column }) => column >= start && column < (starts[i + 1] ?? Number.POSITIVE_INFINITY),
    )
    const says = (some: readonly string[]) => own.some(({ field }) => field !== null && some.includes(field))
    return says(who) && says(what)
  })
  return complete && starts.length > 1 ? [0, ...starts.slice(1)] : []
}

/** Whether a row may be another table's header: only words and days, several of them known. A cheap test of each row. */
function mayBeHeader({ cells }: Row, { meaning, who }: TableKind): boolean {
  if (cells.length < 2 || cells.some(isValue)) return false
  const known = new Set<string>()
  for (const cell of cells) {
    if (cell.kind !== 'text') continue
    const meant = meaning(cell.value)
    if (meant && meant.confidence >= 0.5) known.add(meant.field)
  }
  return known.size >= 2 && who.some((field) => known.has(field))
}

/** Whether a cell is a value of a data row; the header of an instalment may be a day. */
const isValue = (cell: Cell): boolean =>
  cell.kind === 'date' ? false : cell.kind !== 'text' || isWrittenValue(cell)
const isWrittenValue = (cell: Cell & { kind: 'text' }): boolean =>
  /\d/.test(cell.value) && !/[a-z]{3}/i.test(cell.value) && cellAmount(cell).ok

/** An iterator whose next rows can be looked at before they are taken. */
function peekable(rows: AsyncIterable<Row>) {
  const iterator = rows[Symbol.asyncIterator]()
  const waiting: Row[] = []
  const fill = async (count: number) => {
    while (waiting.length < count) {
      const { done, value } = await iterator.next()
      if (done) return
      waiting.push(value)
    }
  }
  return {
    async peek(count: number): Promise<Row[]> {
      await fill(count)
      return waiting.slice(0, count)
    },
    async next(): Promise<Row | undefined> {
      await fill(1)
      return waiting.shift()
    },
  }
}
