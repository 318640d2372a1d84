import { errorComplaint } from '../read/row-checks.ts'
import {
  cellsOf,
  fieldIndexes,
  type ImportContext,
  type ImportSummary,
  isHeaderAgain,
  type ReadSheet,
  sheetReport,
} from '../read/sheet-reading.ts'
import { isTotalRow, totalsChecker } from '../read/totals.ts'
import { type Cell, cellAmount, cellText, columnLetter, type Row } from '../spreadsheet/cells.ts'
import type { CandidateRight } from './candidate-right.ts'
import type { RegistryField } from './registry-fields.ts'
import { type ReadRight, type RightFacts, registryRowReader } from './registry-row.ts'
import { EXAMPLE_HOLDER } from './registry-template.ts'
import { weightOf } from './weight-cell.ts'

/**
 * Makes the reader of one sheet of a registry. `read` returns the row's right, or null, and adds everything else to
 * `summary`. `finish` returns sentences about totals that do not match.
 */
export function registrySheetReader(
  sheet: ReadSheet,
  own: ImportContext['condominium'],
  summary: ImportSummary,
) {
  const { recognised } = sheet
  const indexOf = fieldIndexes<RegistryField>(recognised.columns)
  const report = sheetReport(sheet, indexOf, summary)
  const tables = recognised.columns.filter(({ field }) => field === 'weight')
  const readRow = registryRowReader(sheet.epoch)
  const balances = totalsChecker()
  const hiddenColumns = new Set(sheet.hidden_columns)
  const hiddenUsed = new Set<number>()
  const wrongTotals: string[] = []
  let above: Pick<RightFacts, 'building' | 'staircase' | 'unit'> | null = null

  function read(row: Row): CandidateRight | null {
    if (row.row < recognised.first_row || row.cells.length === 0) return null
    const cells = cellsOf(row)
    for (const { column } of row.cells) if (hiddenColumns.has(column)) hiddenUsed.add(column)
    if (row.hidden) summary.hidden.rows++
    const of = (field: string) => {
      const index = indexOf.get(field as RegistryField)
      return index === undefined ? undefined : cells[index]
    }
    if (isHeaderAgain(row, recognised.columns)) return null
    const hasAmount = [of('opening_balance'), of('opening_debt'), ...tables.map(({ index }) => cells[index])]
    if (
      isTotalRow(
        row,
        of,
        hasAmount.some((cell) => cell !== undefined),
      )
    ) {
      skipTotal(row, of)
      return null
    }
    if (isNote(row, of)) {
      summary.skipped_notes++
      return null
    }
    const found = readRow(of)
    for (const [field, index] of indexOf) {
      const cell = cells[index]
      if (cell?.kind === 'error') found.complaints.push(errorComplaint(field, cell))
    }
    placed(found)
    balances.add(found.facts.amount ?? 0)
    return settled(row, found, cells)
  }

  /** Adds condominium and unit: what the row leaves out comes from the title and from the row above. */
  function placed({ facts, warnings }: ReadRight): void {
    if (own && !facts.condominium_name && !facts.condominium_fiscal_code) {
      if (own.name) facts.condominium_name = own.name
      if (own.fiscal_code) facts.condominium_fiscal_code = own.fiscal_code
      if (own.iban && !facts.iban) facts.iban = own.iban
    }
    const split = indexOf.has('staircase') ? null : /^([A-Z])[ \-/.]?(\d+[a-z]?)$/i.exec(facts.unit ?? '')
    if (split) Object.assign(facts, { staircase: split[1]?.toUpperCase(), unit: split[2] })
    if (!facts.unit && !facts.staircase && facts.holder && above) {
      Object.assign(facts, above)
      const message = 'L’unità non è scritta: è quella della riga sopra.'
      warnings.push({ field: 'unit', code: 'unit_above', message })
    }
    if (facts.unit) above = { building: facts.building, staircase: facts.staircase, unit: facts.unit }
    const staircase = [facts.building, facts.staircase].filter(Boolean).join(' ')
    delete facts.building
    if (staircase) facts.staircase = staircase
  }

  function settled(
    row: Row,
    { facts, complaints, warnings }: ReadRight,
    cells: Cell[],
  ): CandidateRight | null {
    const missing = (field: RegistryField, message: string) => {
      if (complaints.every((complaint) => complaint.field !== field))
        complaints.push({ field, code: 'missing', message })
    }
    if (!facts.holder) missing('holder', 'Manca il nome: scrivi nome e cognome o ragione sociale.')
    if (!facts.unit) missing('unit', 'Manca l’interno: scrivi il numero dell’unità.')
    if (!facts.condominium_name && !facts.condominium_fiscal_code)
      missing(
        'condominium_name',
        'Manca il condominio: scrivilo nella riga o scegline uno per tutto il file.',
      )
    const weights = weightsIn(row, cells)
    for (const complaint of complaints) report(row, 'issues', complaint)
    if (complaints.length > 0 || weights === null) return null
    for (const warning of warnings) report(row, 'warnings', warning)
    return {
      sheet: sheet.name,
      row: row.row,
      ...facts,
      unit: facts.unit ?? '',
      holder: facts.holder ?? '',
      right_kind: facts.right_kind ?? 'owner',
      amount: facts.amount ?? 0,
      ...(Object.keys(weights).length > 0 ? { weights } : {}),
    }
  }

  function weightsIn(row: Row, cells: Cell[]): Record<string, number> | null {
    const weights: Record<string, number> = {}
    let right = true
    for (const column of tables) {
      const weight = weightOf(cells[column.index])
      if (!weight.ok) {
        report(row, 'issues', { field: 'weight', code: 'weight', message: weight.reason }, column)
        right = false
      } else if (weight.value !== null) weights[column.header || `Tabella ${column.letter}`] = weight.value
    }
    return right ? weights : null
  }

  function skipTotal(row: Row, of: (field: string) => Cell | undefined): void {
    summary.skipped_totals++
    const index = indexOf.get('opening_balance')
    const amount = cellAmount(of('opening_balance'))
    if (index === undefined || !amount.ok || amount.value === null) return
    const sentence = balances.check(amount.value)
    if (sentence) wrongTotals.push(`${sheet.name}, cella ${columnLetter(index)}${row.row}. ${sentence}`)
  }

  function finish(): string[] {
    summary.hidden.columns += hiddenUsed.size
    return wrongTotals.slice(0, 50)
  }

  return { read, report, finish }
}

/** Whether the row is a heading, a footnote, or an example of our template. */
function isNote(row: Row, of: (field: string) => Cell | undefined): boolean {
  if (cellText(of('holder')) === EXAMPLE_HOLDER) return true
  return row.cells.length === 1 && row.cells[0]?.kind === 'text' && !of('unit')
}
