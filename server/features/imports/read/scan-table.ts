import { columnSums } from '../doubts/column-sums.ts'
import { oddRows } from '../doubts/odd-rows.ts'
import { isLegend } from '../doubts/other-matter.ts'
import { owedByPerson } from '../doubts/repeated-tables.ts'
import { doubtColumns } from '../doubts/unused-columns.ts'
import { writtenForms } from '../doubts/written-forms.ts'
import type { Cell, Row } from '../spreadsheet/cells.ts'
import { AMOUNT_FIELDS, columnFacts } from './column-facts.ts'
import { cellsOf, headingAmong, headingOf, inColumns, isHeaderAgain } from './headings.ts'
import { isSummaryRow } from './no-person.ts'
import type { RecognisedTable } from './recognise-columns.ts'
import { rowMarks } from './row-marks.ts'
import { fieldIndexes } from './sheet-reading.ts'
import { isTotalRow } from './totals.ts'

type Of = (field: string) => Cell | undefined

/**
 * Follows the rows of a table while its sheet is read once: `add` takes a row of the sheet; `end` writes what was found into
 * the table: the facts of its columns, texts between its rows, and whatever a person must be asked about.
 */
export function scanTable(table: RecognisedTable) {
  const facts = columnFacts(table.columns)
  const odd = oddRows(table)
  const data = dataScan(table)
  const headings = headingScan(table)
  const indexOf = fieldIndexes(table.columns)
  const amounts = table.columns
    .filter(({ field }) => field !== null && AMOUNT_FIELDS.has(field))
    .map(({ index }) => index)

  function add(whole: Row): void {
    if (whole.row < table.first_row) return
    const row = inColumns(whole, table)
    if (row.cells.length === 0 || isHeaderAgain(row, table.columns)) return
    const cells = cellsOf(row)
    const of: Of = (field) => cells[indexOf.get(field) ?? -1]
    const hasAmount = amounts.some((index) => cells[index] !== undefined)
    const text = headingAmong(row, { of, hasAmount, dated: indexOf.has('due_date') })
    if (text !== null) {
      headings.add(row.row, text)
      return
    }
    const apart = isTotalRow(row, of, hasAmount) ? 'total' : isSummaryRow(of) ? 'summary' : null
    if (apart && !odd.isOddTotal(row, cells, of)) {
      if (apart === 'summary') return
      facts.addTotal(cells)
      odd.total(row, cells)
      headings.drop()
      return
    }
    headings.settle()
    facts.addRow(row, cells)
    data.add(row, cells, of)
    if (!apart) odd.add(row, cells, of)
  }

  return {
    table,
    add,
    /** `last_row`: the last row of the table; null: it goes to the sheet's end. */
    end(last_row: number | null): void {
      table.last_row = last_row
      headings.end(last_row)
      data.end()
      const oddOnes = odd.end()
      if (oddOnes) table.odd_rows = oddOnes
    },
  }
}

/** Collects from the rows with data what their columns leave open. */
function dataScan(table: RecognisedTable) {
  const marks = rowMarks(table.columns)
  const sums = columnSums(table.columns)
  const forms = writtenForms(table)
  const owed = owedByPerson(table)
  let hidden = 0
  let named = false
  let gaps: { count: number; first_row: number } | null = null
  return {
    add(row: Row, cells: readonly (Cell | undefined)[], of: Of): void {
      if (row.hidden) hidden++
      marks.add(cells)
      sums.add(cells)
      forms.add(cells)
      owed.add(cells, of)
      if (of('condominium_name')) named = true
      else if (named && !of('condominium_fiscal_code'))
        gaps = { count: (gaps?.count ?? 0) + 1, first_row: gaps?.first_row ?? row.row }
    },
    end(): void {
      if (hidden > 0) table.hidden_rows = hidden
      const marked = marks.end()
      if (marked) table.marks = marked
      const added = sums.end()
      if (added.length > 0) table.sums = added
      // The sums explain columns; which of the others hold amounts is known only then.
      doubtColumns(table)
      owed.end()
      const written = forms.end()
      if (written && table.layout !== 'units') table.forms = written
      if (gaps) table.building_gaps = gaps
    },
  }
}

/** Collects the texts between the rows that may name another building, and those below the last row. */
function headingScan(table: RecognisedTable) {
  const unclear: { row: number; text: string }[] = []
  let count = 0
  let open: { row: number; lines: string[] } | null = null
  let hasRows = false
  return {
    add(row: number, text: string): void {
      open = { row: open?.row ?? row, lines: [...(open?.lines ?? []), text].slice(0, 10) }
    },
    drop(): void {
      open = null
    },
    /** A row with data follows: the texts above it are its heading. */
    settle(): void {
      if (open) {
        const said = headingOf(open.lines)
        if (said.kind === 'building' && !hasRows) table.headed = true
        if (said.kind === 'unclear' && ++count <= 5)
          unclear.push({ row: open.row, text: said.text.slice(0, 100) })
      }
      hasRows = true
      open = null
    },
    end(last_row: number | null): void {
      // Texts below `last_row` are the title of the next table.
      if (open && open.row <= (last_row ?? open.row)) settleFooter(table, open.lines)
      if (count > 0) table.headings = { count, first: unclear }
    },
  }
}

/** Takes the texts below the last row: a legend of marks, or a building, which the rows above may be of. */
function settleFooter(table: RecognisedTable, lines: readonly string[]): void {
  const legends = lines.filter(isLegend)
  if (legends.length > 0) table.mentions = legends
  const said = headingOf(lines)
  const name = said.kind === 'building' ? said.title.condominium_name : undefined
  if (name) table.title.below = name
}
