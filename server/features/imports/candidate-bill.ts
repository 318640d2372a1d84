import type { IssueCode } from './bill-row.ts'
import type { Epoch, Row } from './cells.ts'
import type { Field } from './field-names.ts'
import type { RecognisedSheet } from './recognise-bills.ts'

/** A bill as a sheet says it, every field checked; `amount` in positive cents, dates `yyyy-mm-dd`, codes normal. */
export type CandidateBill = {
  sheet: string
  row: number
  condominium_name?: string
  condominium_fiscal_code?: string
  iban?: string
  holder: string
  fiscal_code?: string
  email?: string
  phone?: string
  unit?: string
  staircase?: string
  number?: string
  description?: string
  issue_date?: string
  due_date: string
  amount: number
  creditor_reference?: string
  address?: string
  zip_code?: string
  city?: string
  province?: string
  notes?: string
}

/**
 * Something wrong in one cell. `row` is the physical row of the spreadsheet, `record` counts data rows from 1,
 * `line` is the line of a CSV file. `value` is what the cell shows, at most 60 characters; `message` is Italian.
 */
export type Issue = {
  sheet: string
  row: number
  record: number
  line?: number
  column: string | null
  ref: string | null
  header: string | null
  field: Field | 'instalment'
  value: string
  code: IssueCode
  message: string
}

export type BillSheet = {
  name: string
  rows: AsyncIterable<Row> | Iterable<Row>
  epoch: Epoch
  hidden_columns: number[]
  recognised: RecognisedSheet
}

/** The condominium that rows belong to when they name none. */
export type ImportContext = { condominium?: { name?: string; fiscal_code?: string; iban?: string } }

export type ImportSummary = {
  count: number
  sum: number
  issues: Issue[]
  /** Beyond this many only the count goes on. */
  issue_count: number
  warnings: Issue[]
  warning_count: number
  notices: string[]
  credits: { count: number; sum: number }
  repeated: number
  skipped_totals: number
  /** Rows that only say something (a heading, a footnote), and cells without amount beside others with one. */
  skipped_notes: number
  empty_cells: number
  hidden: { rows: number; columns: number }
}
