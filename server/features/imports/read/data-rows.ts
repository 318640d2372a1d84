import { fold } from '@saldo/domain/fold'
import { asWritten } from '../doubts/written-forms.ts'
import { type Cell, cellText, type Row } from '../spreadsheet/cells.ts'
import { buildingIn, sameAddress, saysStreet, wholeName } from './building-name.ts'
import { dittoMarks } from './ditto-marks.ts'
import { cellsOf, headingAmong, headingOf, inColumns, isHeaderAgain } from './headings.ts'
import { mergedDown } from './merged-cells.ts'
import { isSummaryRow, whyNobody } from './no-person.ts'
import type { RecognisedColumn } from './recognise-columns.ts'
import { type Complaint, errorComplaint } from './row-checks.ts'
import { centsIn, marksApplied } from './row-marks.ts'
import {
  type Building,
  fieldIndexes,
  type ImportSummary,
  MOST_UNREAD,
  type ReadTable,
  type UnreadRow,
} from './sheet-reading.ts'
import { isTotalRow } from './totals.ts'

/**
 * A row with data: its cells by column, and the cell of each field. `copied` warns of cells taken from the row above,
 * `wrong` are complaints about cells that name nothing.
 */
export type DataRow<F extends string> = {
  row: Row
  cells: Cell[]
  of: (field: F) => Cell | undefined
  copied: Complaint<F>[]
  wrong: Complaint<F>[]
}

/**
 * Tells the rows of a table that hold data from the others: `open` counts headers, totals and notes in the summary and
 * returns null for them. `amounts` are the columns that a total may stand in. `place` is what the headings between the
 * rows say so far.
 */
export function dataRows<F extends string>(
  table: ReadTable,
  summary: ImportSummary,
  kind: {
    amounts: readonly number[]
    isExample: (data: DataRow<F>) => boolean
    isNote: (data: DataRow<F>) => boolean
    onTotal?: (data: DataRow<F>) => void
    /** The answer of the person about a row that may be a total or a note; null: nobody was asked. */
    decide?: (data: DataRow<F>) => 'data' | 'left_out' | null
    /** The cell as it counts if its format shows something else; null: the row is left out. */
    asShown?: (cell: Cell, row: number, column: RecognisedColumn) => Cell | null
    /** Cells that are merged downwards hold for all rows that they cover; amounts and buildings are asked about instead. */
    readsMerged?: boolean
    /** Takes a row of text that says something of the rows below it, besides their building; whether it does. */
    onHeading?: (heading: string) => boolean
  },
) {
  const { recognised, hidden_columns } = table
  const indexOf = fieldIndexes<F>(recognised.columns)
  const fillMarks = dittoMarks(indexOf)
  const merged = mergedDown(recognised.columns)
  const hiddenColumns = new Set(hidden_columns)
  const hiddenUsed = new Set<number>()
  const marks = table.marked_rows ? marksApplied(recognised.columns, table.marked_rows) : null
  const place = headingsAbove(table, indexOf.has('condominium_name' as F))

  function open(whole: Row): DataRow<F> | null {
    if (whole.row < recognised.first_row || whole.row > (recognised.last_row ?? Number.POSITIVE_INFINITY))
      return null
    const row = inColumns(whole, recognised)
    if (row.cells.length === 0 || isHeaderAgain(row, recognised.columns)) return null
    const cells = cellsOf(row)
    if (table.written_as)
      for (const { index, field } of recognised.columns)
        if (cells[index]) cells[index] = asWritten(cells[index], field, table.written_as)
    for (const { column } of row.cells) if (hiddenColumns.has(column)) hiddenUsed.add(column)
    if (row.hidden && !table.skips_hidden_rows) summary.hidden.rows++
    const of = (field: string) => {
      const index = indexOf.get(field as F)
      return index === undefined ? undefined : cells[index]
    }
    const data: DataRow<F> = { row, cells, of, copied: [], wrong: [] }
    const hasAmount = kind.amounts.some((index) => cells[index] !== undefined)
    const decided = table.left_out ? 'left_out' : (kind.decide?.(data) ?? null)
    if (decided === 'left_out') {
      leaveOut(data, 'marked')
      return null
    }
    const isBill = decided === 'data'
    if (!isBill && isTotalRow(row, of, hasAmount)) {
      kind.onTotal?.(data)
      leaveOut(data, 'total')
      return null
    }
    if (!isBill && isSummaryRow(of)) {
      leaveOut(data, 'summary')
      return null
    }
    const heading = headingAmong(row, { of, hasAmount, dated: indexOf.has('due_date' as F) })
    const taken = heading === null ? 'unclear' : headingTaken(heading, data)
    // A heading that says where the rows below belong was read: only notes are listed as left out.
    if (taken === 'note') leaveOut(data, 'note')
    if (taken !== 'unclear') return null
    if (kind.isExample(data)) return null
    if (kind.isNote(data)) {
      leaveOut(data, 'note')
      return null
    }
    if (kind.readsMerged) merged(data)
    place.endOfHeading()
    if (place.isLeftOut()) {
      leaveOut(data, 'marked')
      return null
    }
    if (row.hidden && table.skips_hidden_rows) {
      leaveOut(data, 'hidden')
      return null
    }
    if (
      marks?.leavesOut(cells) ||
      !recognised.columns.every((column) => keepsRow(column, cells[column.index]))
    ) {
      leaveOut(data, 'marked')
      return null
    }
    if (!countsAsShown(data)) {
      leaveOut(data, 'marked')
      return null
    }
    marks?.sign(cells)
    return withMarks(data)
  }

  /** Gives the cells whose format shows something else what a person says that they hold; false: the row is left out. */
  function countsAsShown({ row, cells }: DataRow<F>): boolean {
    for (const column of recognised.columns) {
      const cell = cells[column.index]
      const counted = cell && kind.asShown ? kind.asShown(cell, row.row, column) : cell
      if (counted === null) return false
      if (counted) cells[column.index] = counted
    }
    return true
  }

  /** The row with the values above its ditto marks. */
  function withMarks({ row, cells: written }: DataRow<F>): DataRow<F> {
    const { cells, copied, unknown } = fillMarks(written)
    const of = (field: F) => cells[indexOf.get(field) ?? -1]
    const nobody = whyNobody(of)
    return { row, cells, of, copied, wrong: nobody ? [...unknown, nobody as Complaint<F>] : unknown }
  }

  function headingTaken(heading: string, data: DataRow<F>): 'place' | 'note' | 'unclear' {
    const said = kind.onHeading?.(heading) ?? false
    const mayBePlace = said || data.row.cells.length > 1 || kind.isNote(data)
    const taken = mayBePlace ? place.take(heading) : 'unclear'
    return said ? 'place' : taken
  }

  function leaveOut({ row }: DataRow<F>, why: UnreadRow['why'], said?: string): void {
    if (why === 'total' || why === 'summary') summary.skipped_totals++
    else summary.skipped_notes++
    if (summary.unread.length >= MOST_UNREAD) return
    const text = (said ?? row.cells.map(cellText).join(' · ')).slice(0, 200)
    summary.unread.push({ sheet: table.sheet, row: row.row, text, why })
  }

  /** The complaints about a row's cells, among them spreadsheet errors such as #N/D. */
  function cellErrors({ cells, wrong }: DataRow<F>): Complaint<F>[] {
    const errors = [...indexOf].flatMap(([field, index]) => {
      const cell = cells[index]
      return cell?.kind === 'error' ? [errorComplaint(field, cell)] : []
    })
    return [...wrong, ...errors]
  }

  /** The cents that are paid already, written with or without a minus, and that the bills of the row do not ask for. */
  const paid = ({ cells }: DataRow<F>): number =>
    recognised.columns.reduce(
      (sum, { field, index }) => sum + (field === 'paid' ? Math.abs(centsIn(cells[index]) ?? 0) : 0),
      marks?.paid(cells) ?? 0,
    )
  /** Counts a row, or what is `said` of one person in it, as left out by a person's answer. */
  const leaveOutMarked = (data: DataRow<F>, said?: string): void => leaveOut(data, 'marked', said)

  const buildingAbove = aboveBuilding(table, indexOf.has('condominium_name' as F))

  return {
    open,
    cellErrors,
    buildingAbove,
    paid,
    leaveOutMarked,
    indexOf,
    place,
    hiddenColumnsUsed: () => hiddenUsed.size,
  }
}

/** Whether a column, as a person says, lets a row be asked for. */
function keepsRow({ keeps }: RecognisedColumn, cell: Cell | undefined): boolean {
  if (keeps === undefined) return true
  if (keeps === 'skip_filled') return cell === undefined
  if (keeps === 'skip_empty') return cell !== undefined
  return keeps === `only:${cellText(cell).slice(0, 40)}`
}

/** Whether a text is all that the row holds, as in a heading or a footnote. */
export const hasOneTextOnly = <F extends string>({ row }: DataRow<F>): boolean =>
  row.cells.length === 1 && row.cells[0]?.kind === 'text'

type Place = {
  condominium_name?: string
  condominium_address?: string
  condominium_city?: string
  condominium_fiscal_code?: string
  iban?: string
  staircase?: string
  unit?: string
}

/**
 * What the rows of text between the rows say of those below them. `take` reads one and returns what it is: a `place`
 * of the rows below, a note, or perhaps data. With a column of condominiums headings name none.
 */
function headingsAbove(table: ReadTable, namedInColumn: boolean) {
  let building = table.building
  let block: string | undefined
  let staircase: string | undefined
  let lines: string[] = []
  let leftOut = false
  return {
    take(text: string): 'place' | 'note' | 'unclear' {
      lines = [...lines, text].slice(-10)
      const heading = headingOf(lines)
      if (heading.kind !== 'note') leftOut = heading.kind === 'unclear' && table.skips_below_headings === true
      if (heading.kind === 'staircase') staircase = heading.name
      if (heading.kind === 'block') [block, staircase] = [heading.name, undefined]
      const named =
        heading.kind === 'building'
          ? {
              name: heading.title.condominium_name,
              address: heading.title.condominium_address,
              fiscal_code: heading.title.condominium_fiscal_code,
              iban: heading.title.iban,
            }
          : heading.kind === 'unclear' && table.headings_are_buildings
            ? { name: buildingIn(heading.text)?.name ?? heading.text }
            : null
      if (named && !namedInColumn)
        [building, block, staircase] = [told(named, building), undefined, undefined]
      if (heading.kind === 'staircase' || heading.kind === 'block') return 'place'
      if (named !== null) return namedInColumn ? 'note' : 'place'
      return heading.kind === 'unclear' ? 'unclear' : 'note'
    },
    endOfHeading(): void {
      lines = []
    },
    /** Whether the rows below the latest heading are left out, as a person says. */
    isLeftOut: () => leftOut,
    building: () => building,
    staircase: () => [block, staircase].filter(Boolean).join(' ') || undefined,
  }
}

/** The building that a heading names: the one so far when it says nothing else, with its address when only that differs. */
function told(named: Building, before: Building | undefined): Building {
  const { name, address } = named
  const sameName = name && before?.name && fold(before.name).startsWith(fold(name))
  if (!sameName || !address || !before.address) return named
  return sameAddress(address, before.address) ? before : { ...named, name: wholeName({ name, address }) }
}

/**
 * Gives a row without a building the one above it, if the person says that the column means that, and returns a warning:
 * it is never taken in silence.
 */
function aboveBuilding({ takes_building_above }: ReadTable, hasColumn: boolean) {
  let above: Pick<Place, 'condominium_name' | 'condominium_fiscal_code' | 'iban'> | null = null
  return (facts: Place): Complaint<'condominium_name'>[] => {
    if (!hasColumn || !takes_building_above) return []
    const { condominium_name, condominium_fiscal_code, iban } = facts
    if (condominium_name) above = { condominium_name, condominium_fiscal_code, iban }
    if (condominium_name || condominium_fiscal_code || !above) return []
    for (const [key, value] of Object.entries(above))
      if (value !== undefined) Object.assign(facts, { [key]: value })
    const message = `Il condominio non è scritto: è quello sopra, ${above.condominium_name}.`
    return [{ field: 'condominium_name', code: 'building_above', message }]
  }
}

/** Adds the table's condominium and staircase to a row that names none. */
export function addPlace(
  facts: Place,
  place: { building: () => Building | undefined; staircase: () => string | undefined },
): void {
  if (!facts.staircase && place.staircase()) facts.staircase = place.staircase()
  const own = place.building()
  if (!own || facts.condominium_name || facts.condominium_fiscal_code) return
  if (own.name) facts.condominium_name = own.name
  if (own.address) facts[saysStreet(own.address) ? 'condominium_address' : 'condominium_city'] = own.address
  if (own.fiscal_code) facts.condominium_fiscal_code = own.fiscal_code
  if (own.iban && !facts.iban) facts.iban = own.iban
}

/** `A2` in a sheet without staircases means staircase A, unit 2, so that rows of all sheets match. */
export function splitUnit(facts: Place): void {
  const found = /^([A-Z])[ \-/.]?(\d+[a-z]?)$/i.exec(facts.unit ?? '')
  if (found) Object.assign(facts, { staircase: found[1]?.toUpperCase(), unit: found[2] })
}
