import type { Cell, Row } from '../spreadsheet/cells.ts'
import { type Complaint, errorComplaint } from './row-checks.ts'
import {
  cellsOf,
  fieldIndexes,
  type ImportContext,
  type ImportSummary,
  isHeaderAgain,
  type ReadSheet,
} from './sheet-reading.ts'
import { isTotalRow } from './totals.ts'

/** A row with data: its cells by column, and the cell of each field. */
export type DataRow<F extends string> = { row: Row; cells: Cell[]; of: (field: F) => Cell | undefined }

/**
 * Tells the rows of a sheet that hold data from the others: `open` counts headers, totals and notes in the summary and
 * returns null for them. `amounts` are the columns that a total may stand in.
 */
export function dataRows<F extends string>(
  { recognised, hidden_columns }: ReadSheet,
  summary: ImportSummary,
  kind: {
    amounts: readonly number[]
    isNote: (data: DataRow<F>) => boolean
    onTotal: (data: DataRow<F>) => void
  },
) {
  const indexOf = fieldIndexes<F>(recognised.columns)
  const hiddenColumns = new Set(hidden_columns)
  const hiddenUsed = new Set<number>()

  function open(row: Row): DataRow<F> | null {
    if (row.row < recognised.first_row || row.cells.length === 0) return null
    const cells = cellsOf(row)
    for (const { column } of row.cells) if (hiddenColumns.has(column)) hiddenUsed.add(column)
    if (row.hidden) summary.hidden.rows++
    const of = (field: string) => {
      const index = indexOf.get(field as F)
      return index === undefined ? undefined : cells[index]
    }
    const data = { row, cells, of }
    if (isHeaderAgain(row, recognised.columns)) return null
    const hasAmount = kind.amounts.some((index) => cells[index] !== undefined)
    if (isTotalRow(row, of, hasAmount)) {
      summary.skipped_totals++
      kind.onTotal(data)
      return null
    }
    if (kind.isNote(data)) {
      summary.skipped_notes++
      return null
    }
    return data
  }

  /** A complaint for each field whose cell holds a spreadsheet error, such as #N/D. */
  function cellErrors({ cells }: DataRow<F>): Complaint<F>[] {
    return [...indexOf].flatMap(([field, index]) => {
      const cell = cells[index]
      return cell?.kind === 'error' ? [errorComplaint(field, cell)] : []
    })
  }

  return { open, cellErrors, indexOf, hiddenColumnsUsed: () => hiddenUsed.size }
}

/** Whether a text is all that the row holds, as in a heading or a footnote. */
export const hasOneTextOnly = <F extends string>({ row }: DataRow<F>): boolean =>
  row.cells.length === 1 && row.cells[0]?.kind === 'text'

type Place = {
  condominium_name?: string
  condominium_fiscal_code?: string
  iban?: string
  staircase?: string
  unit?: string
}

/** Adds the sheet's condominium to a row that names none. */
export function addCondominium(facts: Place, own: ImportContext['condominium']): void {
  if (!own || facts.condominium_name || facts.condominium_fiscal_code) return
  if (own.name) facts.condominium_name = own.name
  if (own.fiscal_code) facts.condominium_fiscal_code = own.fiscal_code
  if (own.iban && !facts.iban) facts.iban = own.iban
}

/** `A2` in a sheet without staircases means staircase A, unit 2, so that rows of all sheets match. */
export function splitUnit(facts: Place): void {
  const found = /^([A-Z])[ \-/.]?(\d+[a-z]?)$/i.exec(facts.unit ?? '')
  if (found) Object.assign(facts, { staircase: found[1]?.toUpperCase(), unit: found[2] })
}
