import {
  type AboutSheet,
  byIndex,
  cellAt,
  missingOf,
  namedColumns,
  type RecognisedTable,
  type Required,
  recogniseAtHeader,
  release,
  settleNames,
  titleAbove,
  unnamedColumns,
} from '../read/recognise-columns.ts'
import type { SheetTitle } from '../read/sheet-title.ts'
import { cellText, nearestAmount, type Row } from '../spreadsheet/cells.ts'
import { type Field, fieldOfHeader } from './field-names.ts'
import { type Instalments, instalmentsIn } from './instalment-columns.ts'

/** How to read a table of bills. */
export type BillColumns = RecognisedTable<Field | 'instalment' | 'instalment_due'>
type Column = BillColumns['columns'][number]

/** The fields about which a person is asked when several columns may hold them. */
const asked = {
  always: ['amount', 'due_date', 'holder'],
  among_equals: ['condominium_name', 'fiscal_code', 'number', 'unit'],
} as const

/**
 * Proposes how to read a table from its first rows (`SAMPLE_ROWS` are enough). The header is the given row, or the
 * first row with several known names. Null when there is none: then the person must choose.
 */
export function recogniseSheet(rows: Row[], about: AboutSheet): BillColumns | null {
  return recogniseAtHeader(rows, about.header_row, (header, at) => {
    const columns: Column[] = [
      ...settleNames(
        namedColumns<Field | 'instalment' | 'instalment_due'>(
          rows,
          at,
          fieldOfHeader,
          asked,
          about.hidden_columns,
        ),
      ),
      ...unnamedColumns<Field | 'instalment' | 'instalment_due'>(rows, at, rows.slice(at + 1)),
    ].sort(byIndex)
    amountsCalledRata(columns, rows.slice(at + 1))
    const title = titleAbove(rows, at, about.sheet_name)
    const instalments = instalmentsIn(rows, at, columns, title)
    if (instalments) return monthsLayout(rows, at, columns, title, instalments)
    const fields = new Set(columns.map(({ field }) => field).filter((field) => field !== null))
    const listed =
      fields.size >= 3 ||
      (fields.size === 2 && (fields.has('amount') || fields.has('due_date')) && header.cells.length <= 4)
    return listed || about.header_row ? listLayout(rows, at, columns, title) : null
  })
}

/** What a table of bills must say. With instalments side by side their columns are amounts and due dates. */
export const requiredOfBills = (layout: RecognisedTable['layout']): Required<Field | 'instalment'> => [
  layout === 'months'
    ? { fields: ['instalment'], ask: 'Indica le colonne con le rate.' }
    : { fields: ['amount'], ask: 'Indica la colonna con l’importo.' },
  ...(layout === 'months'
    ? []
    : [{ fields: ['due_date'] as const, ask: 'Indica la colonna con la scadenza.' }]),
  {
    fields: ['holder', 'surname'],
    ask: 'Indica la colonna con l’intestatario; se il foglio non ce l’ha, aggiungila e carica di nuovo il file.',
  },
]

function listLayout(rows: Row[], at: number, columns: Column[], title: SheetTitle): BillColumns {
  const header = rows[at]!
  leaveDebtorsIbans(columns, rows.slice(at + 1))
  const named = columns.filter(({ field }) => field !== null)
  const sure = named.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, named.length)
  const missing = missingOf(columns, requiredOfBills('list')).length > 0
  return {
    layout: 'list',
    header_row: header.row,
    first_row: header.row + 1,
    ...wholeSheet,
    confidence: missing ? sure / 2 : sure,
    columns,
    title,
  }
}

/** A column `Rata` with cents, or more than there are instalments in a year, holds amounts and not numbers of instalments. */
function amountsCalledRata(columns: Column[], data: Row[]): void {
  const column = columns.find(({ header }) => /^rata\W*(?:€|euro?)?\W*$/i.test(header.trim()))
  if (!column || column.field === 'amount') return
  const numbers = data.flatMap((row) => {
    const read = nearestAmount(cellAt(row, column.index))
    return read.ok && read.value !== null ? [read.value] : []
  })
  if (!numbers.some((cents) => cents > 2_400 || cents % 100 !== 0)) return
  const amount = columns.some(({ field }) => field === 'amount')
  Object.assign(
    column,
    amount ? { field: null, confidence: 0, tied: 'amount' } : { field: 'amount', confidence: 0.7 },
  )
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

function monthsLayout(
  rows: Row[],
  at: number,
  columns: Column[],
  title: SheetTitle,
  { dues, pairs, sure, derived, below }: Instalments,
): BillColumns {
  const header = rows[at]!
  for (const column of columns) {
    const date = dues.get(column.index)
    const pair = pairs.find(({ due, amount }) => due === column.index || amount === column.index)
    if (pair) column.pair = pair.due === column.index ? 'due' : 'amount'
    if (column.tied === 'amount' || column.tied === 'due_date') delete column.tied
    if (column.pair === 'due') Object.assign(column, { field: 'instalment_due', confidence: 1 })
    else if (date !== undefined)
      Object.assign(column, {
        field: 'instalment',
        confidence: date || pairs.length > 0 ? 1 : 0.5,
        due_date: date,
      })
    else if (column.field === 'amount' || column.field === 'due_date' || column.field === 'description')
      release(column)
  }
  return {
    layout: 'months',
    header_row: header.row,
    first_row: below ? rows[at + 1]!.row + 1 : header.row + 1,
    ...wholeSheet,
    confidence: derived ? 0.7 : 1,
    columns,
    title,
    ...(derived ? { dues_derived: true } : {}),
    ...(sure ? {} : { pairs_unsure: true }),
  }
}

const wholeSheet = { last_row: null, first_column: 0, last_column: null }
