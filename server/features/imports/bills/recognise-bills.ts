import { isTotalLabel } from '../read/header-words.ts'
import {
  byIndex,
  cellAt,
  firstRows,
  missingOf,
  namedColumns,
  type RecognisedColumn,
  type RecognisedSheet,
  recogniseAtHeader,
  release,
  settleNames,
  titleAbove,
  unnamedColumns,
} from '../read/recognise-columns.ts'
import type { SheetTitle } from '../read/sheet-title.ts'
import { cellText, type Row } from '../spreadsheet/cells.ts'
import type { Workbook } from '../spreadsheet/read-workbook.ts'
import { type Field, fieldOfHeader } from './field-names.ts'
import { type DueHeader, dayOfMonth, dueHeaderOf } from './month-columns.ts'

/** How to read a sheet of bills. */
export type BillColumns = RecognisedSheet<Field | 'instalment'>
type Column = RecognisedColumn<Field | 'instalment'>

/**
 * Proposes how to read a sheet from its first rows (`SAMPLE_ROWS` are enough). The header is the given row, or the
 * first row with several known names. Null when there is none: then the person must choose.
 */
export function recogniseSheet(
  rows: Row[],
  about: { sheet_name: string; header_row?: number },
): BillColumns | null {
  return recogniseAtHeader(rows, about.header_row, (header, at) => {
    const columns = [
      ...settleNames(namedColumns<Field | 'instalment'>(header, fieldOfHeader)),
      ...unnamedColumns<Field | 'instalment'>(header, rows.slice(at + 1)),
    ].sort(byIndex)
    const months = monthsLayout(rows, at, columns, about.sheet_name)
    if (months) return months
    const fields = new Set(columns.map(({ field }) => field).filter((field) => field !== null))
    const listed =
      fields.size >= 3 ||
      (fields.size === 2 && (fields.has('amount') || fields.has('due_date')) && header.cells.length <= 4)
    return listed || about.header_row ? listLayout(rows, at, columns, about.sheet_name) : null
  })
}

/** The same for every sheet of a workbook, in order. */
export async function recogniseWorkbook(workbook: Workbook): Promise<(BillColumns | null)[]> {
  const recognised: (BillColumns | null)[] = []
  for (const sheet of workbook.sheets) {
    recognised.push(recogniseSheet(await firstRows(sheet), { sheet_name: sheet.name }))
  }
  return recognised
}

function listLayout(rows: Row[], at: number, columns: Column[], sheetName: string): BillColumns {
  const header = rows[at]!
  const data = rows.slice(at + 1)
  leaveDebtorsIbans(columns, data)
  const named = columns.filter(({ field }) => field !== null)
  const sure = named.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, named.length)
  const warnings = missingOf(columns, required)
  return {
    layout: 'list',
    header_row: header.row,
    first_row: header.row + 1,
    confidence: warnings.length > 0 ? sure / 2 : sure,
    columns,
    title: titleAbove(rows, at, sheetName),
    warnings,
  }
}

/**
 * A column headed only "IBAN" holds the condominium's account if values repeat, the debtors' accounts if they never do.
 */
function leaveDebtorsIbans(columns: Column[], data: Row[]): void {
  const column = columns.find(({ field, confidence }) => field === 'iban' && confidence < 1)
  if (!column) return
  const values = data.map((row) => cellText(cellAt(row, column.index))).filter((text) => text !== '')
  if (values.length >= 3 && new Set(values).size > values.length / 2) release(column)
}

const required: { fields: Field[]; ask: string }[] = [
  { fields: ['amount'], ask: 'Indica la colonna con l’importo.' },
  { fields: ['due_date'], ask: 'Indica la colonna con la scadenza.' },
  { fields: ['holder', 'surname'], ask: 'Indica la colonna con l’intestatario.' },
]

/**
 * Finds instalments side by side: columns without a known name, or known only as a total, with a month or a date in the
 * header, or in the row below or above.
 */
function monthsLayout(rows: Row[], at: number, columns: Column[], sheetName: string): BillColumns | null {
  const who = columns.some(({ field }) => ['holder', 'surname', 'unit', 'fiscal_code'].includes(field ?? ''))
  const isList =
    columns.some(({ field }) => field === 'due_date') && columns.some(({ field }) => field === 'amount')
  if (!who || isList) return null
  const header = rows[at]!
  const free = columns.filter(
    (c) => (c.field === null || c.field === 'description' || c.field === 'amount') && !isTotalLabel(c.header),
  )
  const named = (row: Row | undefined) => dueHeaders(row, free)
  const inHeader = named(header)
  const adjacent = [rows[at + 1], rows[at - 1]].map((row) => ({ row, dues: completeOnly(named(row)) }))
  const beside = adjacent.find(({ dues }) => dues.size >= 2)
  if (inHeader.size < 2 && !beside) return null

  const below = beside !== undefined && beside.row === rows[at + 1]
  const title = titleAbove(rows, at, sheetName)
  const warnings: string[] = []
  const due = new Map([...inHeader, ...(beside?.dues ?? [])])
  const dates = completed(
    [...due].sort(([a], [b]) => a - b),
    title,
    warnings,
  )
  for (const column of columns) {
    const date = dates.get(column.index)
    if (date === undefined) {
      if (column.field === 'amount' || column.field === 'description') release(column)
      continue
    }
    Object.assign(column, { field: 'instalment', confidence: date ? 1 : 0.5, due_date: date })
  }
  const first_row = below ? rows[at + 1]!.row + 1 : header.row + 1
  return {
    layout: 'months',
    header_row: header.row,
    first_row,
    confidence: warnings.length > 0 ? 0.7 : 1,
    columns,
    title,
    warnings,
  }
}

function dueHeaders(row: Row | undefined, columns: Column[]): Map<number, DueHeader> {
  const found = new Map<number, DueHeader>()
  if (!row) return found
  for (const { index } of columns) {
    const due = dueHeaderOf(cellAt(row, index))
    if (due) found.set(index, due)
  }
  return found
}

function completeOnly(dues: Map<number, DueHeader>): Map<number, DueHeader> {
  return new Map([...dues].filter(([, due]) => 'date' in due))
}

/** Adds the missing year (from the title; after December the next year) and the missing day (the last of the month). */
function completed(
  dues: [number, DueHeader][],
  title: SheetTitle,
  warnings: string[],
): Map<number, string | null> {
  const dates = new Map<number, string | null>()
  let year = title.years.length > 0 ? Math.min(...title.years) : null
  let previous = 0
  for (const [index, due] of dues) {
    if ('date' in due) {
      dates.set(index, due.date)
      continue
    }
    if (due.year) year = due.year
    else if (year && due.month < previous) year++
    previous = due.month
    dates.set(index, year ? dayOfMonth(year, due.month, due.day ?? title.due_day ?? 31) : null)
  }
  const months = dues.some(([, due]) => !('date' in due))
  if ([...dates.values()].includes(null))
    warnings.push('Indica l’anno delle scadenze: il foglio non lo dice.')
  else if (months) warnings.push('Le scadenze sono state ricavate dai nomi dei mesi: controllale.')
  return dates
}
