import { addPlace, type DataRow, dataRows, hasOneTextOnly, splitUnit } from '../read/data-rows.ts'
import { namesAPlace } from '../read/headings.ts'
import { namesNobody } from '../read/no-person.ts'
import { type ImportSummary, type ReadTable, sheetReport } from '../read/sheet-reading.ts'
import { totalsChecker } from '../read/totals.ts'
import { type Cell, cellAmount, cellText, columnLetter, type Row } from '../spreadsheet/cells.ts'
import type { CandidateRight } from './candidate-right.ts'
import type { RegistryField } from './registry-fields.ts'
import { type ReadRight, type RightFacts, registryRowReader } from './registry-row.ts'
import { EXAMPLE_HOLDER } from './registry-template.ts'
import { rolesOfRows } from './roles-of-rows.ts'
import { weightOf } from './weight-cell.ts'

const BALANCES = new Set<string>(['opening_balance', 'opening_debt'] satisfies RegistryField[])

/**
 * Makes the reader of one table of a registry. `read` returns the row's rights: the person's, and the tenant's if another
 * column names one. Everything else is added to `summary`. `finish` returns sentences about totals that do not match.
 */
export function registryReader(table: ReadTable, summary: ImportSummary) {
  const { recognised } = table
  const roles = rolesOfRows(table.right_kind)
  const tables = recognised.columns.filter(({ field }) => field === 'weight')
  const balances = recognised.columns.filter(({ field }) => BALANCES.has(field ?? ''))
  const rows = dataRows<RegistryField>(table, summary, {
    amounts: [...balances, ...tables].map(({ index }) => index),
    isExample: ({ of }) => cellText(of('holder')) === EXAMPLE_HOLDER,
    isNote: (data) => hasOneTextOnly(data) && (!data.of('unit') || namesAPlace(cellText(data.of('unit')))),
    onTotal: checkTotal,
    onHeading: (heading) => roles.take(heading),
  })
  const { indexOf } = rows
  const report = sheetReport(table, indexOf, summary)
  const readRow = registryRowReader(table.epoch)
  const totals = totalsChecker()
  const wrongTotals: string[] = []
  let above: Pick<RightFacts, 'building' | 'staircase' | 'unit'> | null = null

  function read(row: Row): CandidateRight[] {
    const data = rows.open(row)
    if (!data) return []
    const found = readRow(data.of)
    found.complaints.push(...rows.cellErrors(data))
    found.warnings.push(...data.copied)
    found.warnings.push(...rows.buildingAbove(found.facts))
    placed(found)
    roles.give(found)
    totals.add(found.facts.amount ?? 0)
    const right = settled(row, found, data.cells)
    return right ? [right, ...tenantOf(data, right)] : []
  }

  /** The tenant whom another column of the row names. The weights are the unit's and the codes and contacts the owner's. */
  function tenantOf({ of }: DataRow<RegistryField>, right: CandidateRight): CandidateRight[] {
    const tenant = cellText(of('tenant')).slice(0, 500)
    if (namesNobody(tenant) || right.right_kind === 'tenant') return []
    const { sheet, row, staircase, unit, condominium_name, condominium_fiscal_code } = right
    const { condominium_address, condominium_city } = right
    const place = {
      sheet,
      row,
      condominium_name,
      condominium_address,
      condominium_city,
      condominium_fiscal_code,
      staircase,
      unit,
    }
    return [{ ...place, holder: tenant, right_kind: 'tenant', amount: 0 }]
  }

  /** Adds condominium and unit: what the row leaves out comes from the title and from the row above. */
  function placed({ facts, warnings }: ReadRight): void {
    addPlace(facts, rows.place)
    if (!indexOf.has('staircase')) splitUnit(facts)
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
    const { right_kind } = facts
    if (complaints.length > 0 || weights === null || !right_kind) return null
    for (const warning of warnings) report(row, 'warnings', warning)
    return {
      sheet: table.sheet,
      row: row.row,
      ...facts,
      unit: facts.unit ?? '',
      holder: facts.holder ?? '',
      right_kind,
      amount: facts.amount ?? 0,
      ...(Object.keys(weights).length > 0 ? { weights } : {}),
    }
  }

  function weightsIn(row: Row, cells: Cell[]): Record<string, number> | null {
    const weights: Record<string, number> = {}
    let right = true
    for (const column of tables) {
      const weight = weightOf(cells[column.index], column.scale)
      if (!weight.ok) {
        report(row, 'issues', { field: 'weight', code: 'weight', message: weight.reason }, column)
        right = false
      } else if (weight.value !== null) weights[column.header || `Tabella ${column.letter}`] = weight.value
    }
    return right ? weights : null
  }

  function checkTotal({ row, of }: DataRow<RegistryField>): void {
    const index = indexOf.get('opening_balance')
    const amount = cellAmount(of('opening_balance'))
    if (index === undefined || !amount.ok || amount.value === null) return
    const sentence = totals.check(amount.value)
    if (sentence) wrongTotals.push(`${table.sheet}, cella ${columnLetter(index)}${row.row}. ${sentence}`)
  }

  function finish(): string[] {
    summary.hidden.columns += rows.hiddenColumnsUsed()
    return wrongTotals.slice(0, 50)
  }

  const columnOf = (name: string) => tables.find(({ header }) => header === name)

  return { read, report, finish, columnOf }
}
