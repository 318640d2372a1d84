import { type Cell, cellText, columnLetter, type Epoch, type Row } from '../spreadsheet/cells.ts'
import type { Workbook } from '../spreadsheet/read-workbook.ts'
import type { RecognisedColumn, RecognisedSheet } from './recognise-columns.ts'
import type { Complaint, IssueCode } from './row-checks.ts'

/**
 * An error in one cell. `row` is the spreadsheet's physical row, `record` counts data rows from 1, `line` is the line
 * of a CSV file. `value` is the cell's text, at most 60 characters; `message` is Italian.
 */
export type Issue = {
  sheet: string
  row: number
  record: number
  line?: number
  column: string | null
  ref: string | null
  header: string | null
  field: string
  value: string
  code: IssueCode
  message: string
}

/** A sheet and how to read it. */
export type ReadSheet = {
  name: string
  rows: AsyncIterable<Row> | Iterable<Row>
  epoch: Epoch
  hidden_columns: number[]
  recognised: RecognisedSheet
}

/** The condominium of rows that name none. */
export type ImportContext = { condominium?: { name?: string; fiscal_code?: string; iban?: string } }

export type ImportSummary = {
  count: number
  sum: number
  issues: Issue[]
  /** Beyond this number issues are only counted. */
  issue_count: number
  warnings: Issue[]
  warning_count: number
  notices: string[]
  credits: { count: number; sum: number }
  repeated: number
  skipped_totals: number
  /** Rows that are only a heading or a footnote, and cells without amount beside others with one. */
  skipped_notes: number
  empty_cells: number
  hidden: { rows: number; columns: number }
}

export function emptySummary(): ImportSummary {
  const found = { issues: [], issue_count: 0, warnings: [], warning_count: 0, notices: [] }
  const apart = {
    credits: { count: 0, sum: 0 },
    repeated: 0,
    skipped_totals: 0,
    skipped_notes: 0,
    empty_cells: 0,
  }
  return { count: 0, sum: 0, ...found, ...apart, hidden: { rows: 0, columns: 0 } }
}

/** The recognised sheets of a workbook. Hidden sheets are left out: often they are last year's copy. */
export function sheetsToRead(workbook: Workbook, recognised: (RecognisedSheet | null)[]): ReadSheet[] {
  return workbook.sheets.flatMap((sheet, index) => {
    const plan = recognised[index]
    if (!plan || sheet.hidden) return []
    const { name, hidden_columns } = sheet
    return [{ name, hidden_columns, epoch: workbook.epoch, rows: sheet.rows(), recognised: plan }]
  })
}

/** If all titles that name a condominium name the same one, it also applies to sheets without a title. */
export function namedInTitles(sheets: ReadSheet[]): ImportContext['condominium'] {
  const titles = sheets.map(({ recognised }) => recognised.title).filter((title) => title.condominium_name)
  const names = new Set(titles.map(({ condominium_name }) => condominium_name))
  const [title] = titles
  if (!title || names.size !== 1) return undefined
  return { name: title.condominium_name, fiscal_code: title.condominium_fiscal_code, iban: title.iban }
}

/** The condominium of rows that name none: the one chosen for the file, else the title's, else that of all titles. */
export function condominiumOf(
  { recognised: { title } }: ReadSheet,
  { condominium }: ImportContext,
  inTitles: ImportContext['condominium'],
): ImportContext['condominium'] {
  if (condominium) return condominium
  return title.condominium_name
    ? { name: title.condominium_name, fiscal_code: title.condominium_fiscal_code, iban: title.iban }
    : inTitles
}

/** The column index of each field, except fields with many columns. */
export function fieldIndexes<F extends string>(columns: RecognisedColumn[]): Map<F, number> {
  const indexOf = new Map<F, number>()
  for (const { field, index } of columns)
    if (field && !MANY.has(field) && !indexOf.has(field as F)) indexOf.set(field as F, index)
  return indexOf
}
const MANY = new Set(['instalment', 'weight'])

const MOST_ISSUES = 2_000

/** Adds a row's errors and corrections to the summary, with their cells. */
export function sheetReport(
  { name, recognised }: ReadSheet,
  indexOf: ReadonlyMap<string, number>,
  summary: ImportSummary,
) {
  const headers = new Map(recognised.columns.map((column) => [column.index, column.header]))
  return (
    row: Row,
    list: 'issues' | 'warnings',
    complaint: Complaint,
    column?: RecognisedColumn | null,
  ): void => {
    const index = column ? column.index : (indexOf.get(complaint.field) ?? null)
    const cell = index === null ? undefined : row.cells.find((candidate) => candidate.column === index)
    const letter = index === null ? null : columnLetter(index)
    if (list === 'issues') summary.issue_count++
    else summary.warning_count++
    if (summary[list].length >= MOST_ISSUES) return
    summary[list].push({
      sheet: name,
      row: row.row,
      record: row.row - recognised.first_row + 1,
      ...(row.line === undefined ? {} : { line: row.line }),
      column: letter,
      ref: letter && `${letter}${row.row}`,
      header: index === null ? null : (headers.get(index) ?? ''),
      field: column?.field ?? complaint.field,
      value: shownValue(cell, complaint.field),
      code: complaint.code,
      message: complaint.message,
    })
  }
}

/** Whether the row repeats the header, as on later pages of a printed list. */
export function isHeaderAgain(row: Row, columns: readonly RecognisedColumn[]): boolean {
  return (
    row.cells.length >= 2 &&
    row.cells.every((cell) =>
      columns.some(({ index, header }) => index === cell.column && header === cellText(cell)),
    )
  )
}

/** The cells of a row by column. */
export function cellsOf(row: Row): Cell[] {
  const cells: Cell[] = []
  for (const cell of row.cells) cells[cell.column] = cell
  return cells
}

/** The cell's text; a person's IBAN is masked, just enough to find it in the sheet. */
function shownValue(cell: Cell | undefined, field: string): string {
  if (cell?.kind === 'error' && cell.value === 'no_value') return ''
  const text = short(cellText(cell))
  return field === 'holder_iban' && text.length > 8 ? `${text.slice(0, 4)}…${text.slice(-4)}` : text
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
