import type { RightKind } from '@saldo/domain/right-holder'
import type { WrittenAs } from '../doubts/written-forms.ts'
import type { Answers } from '../import-view.ts'
import {
  type Cell,
  cellAmount,
  cellDate,
  cellText,
  columnLetter,
  type Epoch,
  type Row,
} from '../spreadsheet/cells.ts'
import type { RecognisedColumn, RecognisedTable } from './recognise-columns.ts'
import type { Complaint, IssueCode } from './row-checks.ts'
import type { FoundDoubt } from './row-doubts.ts'
import type { MarksAnswer } from './row-marks.ts'

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
  /** The person, unit and amount of a wrong row, so that the preview can name it. Cells that cannot be read are left out. */
  about?: RowInBrief
}

/** What is shown of a row that is not read, so that the person knows which it is. */
export type RowInBrief = {
  table?: number
  holder?: string
  staircase?: string
  unit?: string
  due_date?: string
  amount?: number
}

/** A table, how to read it, and the person's decisions about it. */
export type ReadTable = {
  sheet: string
  /** Counts the tables of the sheet. */
  table?: number
  epoch: Epoch
  hidden_columns: number[]
  recognised: RecognisedTable
  /** The building of rows that name none; see table-building.ts. */
  building?: Building
  /** Whether rows of text between the rows name buildings even without a word that says so. */
  headings_are_buildings?: boolean
  /** Whether rows below such a text are left out. */
  skips_below_headings?: boolean
  /** All rows are left out, as a person says. */
  left_out?: boolean
  /** How a person says that amounts and days are written. */
  written_as?: WrittenAs
  skips_hidden_rows?: boolean
  /** What to do with rows that say that nothing is owed. */
  marked_rows?: MarksAnswer
  /** The right of people whose row names none; see roles-in-text.ts. */
  right_kind?: RightKind
  /** A text of the file or a person's answer says it; else it is only the usual one. */
  right_is_said?: boolean
  /** Rows without a building are of the building above, as below the first of merged cells. */
  takes_building_above?: boolean
  /** The person's answers about this table, by question. */
  answers?: Answers
  /** Comments that may change what a row asks for, by row. */
  comments?: ReadonlyMap<number, string>
  /** The due date of all rows, if no column holds one. */
  due_day?: string | null
}

/** A sheet with its tables: its rows are read once for all of them. */
export type ReadSheet = { rows: AsyncIterable<Row> | Iterable<Row>; tables: ReadTable[] }

/** A condominium by name, tax code and account. */
export type Building = { name?: string; address?: string; fiscal_code?: string; iban?: string }

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
  /** Rows with content that are not read, with what they say, at most `MOST_UNREAD`; the rest is counted. */
  unread: UnreadRow[]
  empty_cells: number
  hidden: { rows: number; columns: number }
  /** Questions about single rows; see row-doubts.ts. */
  doubts: FoundDoubt[]
}

/** A row that is not read because it is a total, a summary, a note, or hidden and left out. */
export type UnreadRow = {
  sheet: string
  row: number
  text: string
  why: 'total' | 'summary' | 'note' | 'hidden' | 'marked'
}
export const MOST_UNREAD = 500

export function emptySummary(): ImportSummary {
  const found = { issues: [], issue_count: 0, warnings: [], warning_count: 0, notices: [] }
  const apart = {
    credits: { count: 0, sum: 0 },
    repeated: 0,
    skipped_totals: 0,
    skipped_notes: 0,
    unread: [],
    empty_cells: 0,
  }
  return { count: 0, sum: 0, ...found, ...apart, hidden: { rows: 0, columns: 0 }, doubts: [] }
}

/** The column index of each field, except fields with many columns. */
export function fieldIndexes<F extends string>(columns: RecognisedColumn[]): Map<F, number> {
  const indexOf = new Map<F, number>()
  for (const { field, index } of columns)
    if (field && !MANY.has(field) && !indexOf.has(field as F)) indexOf.set(field as F, index)
  return indexOf
}
/** Fields that several columns may have. */
export const MANY: ReadonlySet<string> = new Set([
  'instalment',
  'instalment_due',
  'weight',
  'part',
  'paid',
  'second_phone',
  'second_email',
  'also_owner',
  'also_bare_owner',
  'also_usufructuary',
  'also_tenant',
  'also_contact',
  'annex',
])

/** The field of a further column of a contact: read where the first holds nothing, else listed. */
export const FURTHER: Readonly<Record<string, string>> = { phone: 'second_phone', email: 'second_email' }

const MOST_ISSUES = 2_000

/** Adds a row's errors and corrections to the summary, with their cells. */
export function sheetReport(
  { sheet, table, recognised, epoch }: ReadTable,
  indexOf: ReadonlyMap<string, number>,
  summary: ImportSummary,
) {
  const inBrief = briefOf({ table, epoch }, indexOf)
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
      sheet,
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
      ...(list === 'issues' ? { about: inBrief(row) } : {}),
    })
  }
}

/** Reads of a wrong row who, where, when and how much, each if it can be read. */
function briefOf({ table, epoch }: Pick<ReadTable, 'table' | 'epoch'>, indexOf: ReadonlyMap<string, number>) {
  return ({ cells }: Row): RowInBrief => {
    const at = (field: string) => {
      const index = indexOf.get(field)
      return index === undefined ? undefined : cells.find(({ column }) => column === index)
    }
    const text = (field: string) => short(cellText(at(field)))
    const holder = text('holder') || `${text('surname')} ${text('given_name')}`.trim()
    const amount = cellAmount(at('amount') ?? at('opening_balance') ?? at('opening_debt'))
    const due = cellDate(at('due_date'), epoch)
    return {
      ...(table === undefined ? {} : { table }),
      ...(holder ? { holder } : {}),
      ...(text('staircase') ? { staircase: text('staircase') } : {}),
      ...(text('unit') ? { unit: text('unit') } : {}),
      ...(due.ok && due.value !== null ? { due_date: due.value } : {}),
      ...(amount.ok && amount.value !== null ? { amount: amount.value } : {}),
    }
  }
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
