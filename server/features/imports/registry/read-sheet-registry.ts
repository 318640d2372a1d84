import type { RightKind } from '@saldo/domain/right-holder'
import { leavesOutStruck } from '../doubts/struck-cells.ts'
import { addPlace, type DataRow, dataRows, hasOneTextOnly } from '../read/data-rows.ts'
import { isPageNote, namesAPlace } from '../read/headings.ts'
import { namesNobody } from '../read/no-person.ts'
import type { RecognisedColumn } from '../read/recognise-columns.ts'
import type { Complaint } from '../read/row-checks.ts'
import { type Doubt, rowDoubts } from '../read/row-doubts.ts'
import { type ImportSummary, type ReadTable, sheetReport } from '../read/sheet-reading.ts'
import { totalsChecker } from '../read/totals.ts'
import { type Cell, cellAmount, cellText, columnLetter, type Row } from '../spreadsheet/cells.ts'
import { annexesOf } from './annexes.ts'
import type { CandidateRight } from './candidate-right.ts'
import { saysOnlyARight } from './columns-of-units.ts'
import { furtherPeople } from './further-people.ts'
import { goneReader } from './gone-people.ts'
import { type CellOf, namesOf, peopleOfCell } from './people-of-row.ts'
import type { RegistryField } from './registry-fields.ts'
import { type FurtherCell, type ReadRight, type RightFacts, registryRowReader } from './registry-row.ts'
import { EXAMPLE_HOLDER } from './registry-template.ts'
import { capital, doubtfulRole } from './role-words.ts'
import { rolesOfRows } from './roles-of-rows.ts'
import { ofTenant, tenantCells, withContacts } from './tenant-cells.ts'
import { useOfList } from './unit-words.ts'
import { weightOf } from './weight-cell.ts'
import { arePersons, weightsOfTables } from './weights-of-table.ts'

const PLACE = [
  'condominium_name',
  'condominium_address',
  'condominium_city',
  'condominium_fiscal_code',
  'staircase',
] as const

const BALANCES = new Set<string>([
  'opening_balance',
  'opening_debt',
  'opening_credit',
] satisfies RegistryField[])

/** Whether a field's columns beyond the first are read as well. */
const isFurther = (field: string | null): field is FurtherCell['field'] =>
  field !== null && (field === 'second_phone' || field === 'second_email' || BALANCES.has(field))

/** People beside the owner of a row: their right, what their column is called, and where complaints about them stand. */
type Beside = {
  right_kind: RightKind
  called: string
  column?: RecognisedColumn
  placed?: (complaint: Complaint<RegistryField>) => Complaint<RegistryField>
}

/**
 * Makes the reader of one table of a registry. `read` returns the row's rights: the person's, and the tenant's if another
 * column names one. Everything else is added to `summary`. `finish` returns sentences about totals that do not match.
 */
export function registryReader(table: ReadTable, summary: ImportSummary) {
  const { recognised } = table
  const roles = rolesOfRows(table.right_kind, table.right_is_said)
  const tables = recognised.columns.filter(({ field }) => field === 'weight')
  const balances = recognised.columns.filter(({ field }) => BALANCES.has(field ?? ''))
  const rows = dataRows<RegistryField>(table, summary, {
    amounts: [...balances, ...tables].map(({ index }) => index),
    isExample: ({ of }) => cellText(of('holder')) === EXAMPLE_HOLDER,
    isNote: (data) => {
      const unit = data.of('unit')
      return hasOneTextOnly(data) && (!unit || namesAPlace(cellText(unit)) || isPageNote(cellText(unit)))
    },
    onTotal: checkTotal,
    onHeading: (heading) => roles.take(heading),
  })
  const { indexOf } = rows
  const further = recognised.columns.filter(
    ({ index, field }) => isFurther(field) && indexOf.get(field) !== index,
  )
  const report = sheetReport(table, indexOf, summary)
  const doubts = rowDoubts(table, summary)
  const sharesArePercent = recognised.columns.some(
    ({ field, header }) => field === 'share' && /%|percent/i.test(header),
  )
  const readRow = registryRowReader(table.epoch, doubts, sharesArePercent)
  const goneIn = goneReader(recognised.columns, doubts)
  const people = furtherPeople(recognised.columns)
  const annexes = recognised.columns.filter(({ field }) => field === 'annex')
  const notKept = new Map<string, string[]>()
  const useOfSheet = useOfList(`${table.sheet}\n${recognised.title.text}`)
  const saidRights = new WeakSet<CandidateRight>()
  const sums = weightsOfTables(doubts, recognised.columns, table.answers)
  const totals = totalsChecker()
  const wrongTotals: string[] = []
  let above: Pick<RightFacts, 'building' | 'staircase' | 'unit'> | null = null

  function read(row: Row): CandidateRight[] {
    const data = rows.open(row)
    if (!data) return []
    if (leavesOutStruck(data, doubts)) {
      rows.leaveOutMarked(data)
      return []
    }
    const gone = goneIn(data)
    if (gone.complaint) {
      report(row, 'issues', gone.complaint, gone.column)
      return []
    }
    if (gone.skip) {
      rows.leaveOutMarked(data)
      return []
    }
    const named = peopleOfCell(row.row, withContacts(data.of, recognised.columns), doubts)
    const readings = named.people.map((at, index) =>
      readRow(row.row, at, index === 0 ? furtherCells(data.cells) : []),
    )
    if (named.skip || readings.some(({ skip }) => skip)) {
      rows.leaveOutMarked(data)
      return []
    }
    const rights = readings.flatMap((found, index) => {
      const first = index === 0
      if (first) found.complaints.push(...named.complaints, ...rows.cellErrors(data))
      if (first) found.warnings.push(...data.copied)
      found.warnings.push(...rows.buildingAbove(found.facts))
      placed(row, found, first)
      const saysRight =
        found.facts.right_kind !== undefined ||
        roles.isSaid() ||
        readings.length > 1 ||
        people.some(({ column }) => data.cells[column.index] !== undefined)
      askEmptyRole(row, found)
      roles.give(found)
      found.facts.use ??= useOfSheet
      totals.add(found.facts.amount ?? 0)
      const settledRights = settled(row, found, first ? data.cells : [])
      if (saysRight) for (const right of settledRights) saidRights.add(right)
      return settledRights
    })
    const [owner] = rights
    if (!owner || rights.length !== readings.length) return []
    const all = [...rights, ...tenantsOf(data, owner), ...furtherOf(data, owner)]
    return annexes.length === 0 ? all : [...all, ...annexesOf(annexes, data.cells, all)]
  }

  const furtherCells = (cells: Cell[]): FurtherCell[] =>
    further.flatMap(({ index, field }) =>
      cells[index] ? [{ field: field as FurtherCell['field'], cell: cells[index] }] : [],
    )

  /** The tenants whom another column of the row names, with the contacts that are theirs. The weights are the unit's. */
  function tenantsOf(data: DataRow<RegistryField>, right: CandidateRight): CandidateRight[] {
    const cells = tenantCells(data.of)
    if (right.right_kind === 'tenant' || namesNobody(namesOf(cells))) return []
    return besideOf(data, right, cells, { right_kind: 'tenant', called: 'Inquilino', placed: ofTenant })
  }

  /** The people whom further columns of the row name, as a person said who they are. */
  function furtherOf(data: DataRow<RegistryField>, right: CandidateRight): CandidateRight[] {
    return people.flatMap(({ column, right_kind, cellsOf }) => {
      const cells = cellsOf(data.cells)
      const written = namesOf(cells)
      // `Proprietario`, `sì`: the cell says who lives there, and names nobody.
      if (namesNobody(written) || saysOnlyARight(written)) return []
      const found = besideOf(data, right, cells, { right_kind, called: column.header, column })
      for (const each of found) saidRights.add(each)
      return found
    })
  }

  /** People whom cells beside the owner's name: they have the place of the row, and nothing else of it. */
  function besideOf(
    data: DataRow<RegistryField>,
    right: CandidateRight,
    cells: CellOf,
    { right_kind, called, column, placed: inPlace = (complaint) => complaint }: Beside,
  ): CandidateRight[] {
    const named = peopleOfCell(data.row.row, cells, doubts)
    if (named.skip) {
      rows.leaveOutMarked(data, `${called}: ${namesOf(cells)}`)
      return []
    }
    const place = Object.fromEntries(PLACE.map((field) => [field, right[field]]))
    return named.people.flatMap((at, index) => {
      const { facts, complaints, warnings } = readRow(data.row.row, at)
      const wrong = [...(index === 0 ? named.complaints : []), ...complaints]
      for (const complaint of wrong) report(data.row, 'issues', inPlace(complaint), column)
      for (const warning of warnings) report(data.row, 'warnings', inPlace(warning), column)
      if (wrong.length > 0) return []
      const { sheet, row, unit } = right
      const holder = facts.holder ?? ''
      return { sheet, row, unit, ...place, ...facts, holder, right_kind, amount: 0 }
    })
  }

  /** A row without a role, in a column that has roles. */
  function askEmptyRole(row: Row, { facts, complaints }: ReadRight): void {
    if (facts.right_kind || !indexOf.has('role') || roles.isSaid() || !facts.holder) return
    if (complaints.some(({ field }) => field === 'role')) return
    facts.right_kind = (doubts.ask(row.row, facts.holder, doubtfulRole('')) ?? 'owner') as RightKind
  }

  /** Adds condominium and unit: what the row leaves out comes from the title and from the row above. */
  function placed(row: Row, { facts, warnings }: ReadRight, isFirst: boolean): void {
    addPlace(facts, rows.place)
    if (!facts.unit && !facts.staircase && facts.holder && above) {
      Object.assign(facts, above)
      const message = 'L’unità non è scritta: è quella della riga sopra.'
      if (isFirst) warnings.push({ field: 'unit', code: 'unit_above', message })
    }
    if (facts.unit) takeFromAbove(row, facts)
    if (facts.unit) above = { building: facts.building, staircase: facts.staircase, unit: facts.unit }
    const staircase = [facts.building, facts.staircase].filter(Boolean).join(' ')
    delete facts.building
    if (staircase) facts.staircase = staircase
    for (const [what, value] of facts.not_kept ?? [])
      notKept.set(what, [...(notKept.get(what) ?? []), `${facts.holder} ${value}`])
    delete facts.not_kept
  }

  /** Cells merged over several rows hold their text in the first: building and staircase above count, if a person says so. */
  function takeFromAbove({ row }: Row, facts: RightFacts): void {
    const { unit = '' } = facts
    if (!facts.building && indexOf.has('building') && above?.building)
      if (doubts.ask(row, unit, blockAbove) === 'above') facts.building = above.building
    const sameBlock = facts.building === above?.building
    if (!facts.staircase && indexOf.has('staircase') && above?.staircase && sameBlock)
      if (doubts.ask(row, unit, staircaseAbove) === 'above') facts.staircase = above.staircase
  }

  function settled(row: Row, { facts, complaints, warnings }: ReadRight, cells: Cell[]): CandidateRight[] {
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
    const own = arePersons(table.answers)
    const weights = own && facts.right_kind === 'tenant' ? {} : weightsIn(row, cells)
    for (const complaint of complaints) report(row, 'issues', complaint)
    const { right_kind } = facts
    if (complaints.length > 0 || weights === null || !right_kind) return []
    for (const warning of warnings) report(row, 'warnings', warning)
    const building = facts.condominium_fiscal_code ?? facts.condominium_name ?? ''
    const unit = `${facts.staircase ?? ''} ${facts.unit}`
    sums.add(row.row, { building, unit, is_tenant: right_kind === 'tenant' }, weights)
    return [
      {
        sheet: table.sheet,
        row: row.row,
        ...facts,
        unit: facts.unit ?? '',
        holder: facts.holder ?? '',
        right_kind,
        amount: facts.amount ?? 0,
        ...(Object.keys(weights).length > 0 ? { weights, ...(own ? { weights_add: true } : {}) } : {}),
      },
    ]
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

  function checkTotal({ row, cells, of }: DataRow<RegistryField>): void {
    for (const column of tables) {
      const weight = weightOf(cells[column.index], column.scale)
      if (weight.ok && weight.value !== null) sums.checkTotal(row.row, column, weight.value)
    }
    const index = indexOf.get('opening_balance')
    const amount = cellAmount(of('opening_balance'))
    if (index === undefined || !amount.ok || amount.value === null) return
    const sentence = totals.check(amount.value)
    if (sentence) wrongTotals.push(`${table.sheet}, cella ${columnLetter(index)}${row.row}. ${sentence}`)
  }

  function finish(): string[] {
    summary.hidden.columns += rows.hiddenColumnsUsed()
    const weights = sums.finish()
    doubts.finish()
    return [...wrongTotals, ...weights, ...[...notKept].map(notKeptInWords)].slice(0, 50)
  }

  const columnOf = (name: string) => tables.find(({ header }) => header === name)

  const rightIsSaid = (right: CandidateRight): boolean => saidRights.has(right)

  return { read, report, finish, columnOf, doubts, rightIsSaid }
}

const blockAbove: Doubt = {
  question: 'rows:block_above',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} la palazzina non è scritta (interni ${examples}): è quella sopra?`,
  options: [
    { value: 'above', label: 'Sì, quella della riga sopra', detail: 'come nelle celle unite' },
    { value: 'none', label: 'No, sono senza palazzina', detail: null },
  ],
  proposal: 'above',
}

const staircaseAbove: Doubt = {
  question: 'rows:staircase_above',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} la scala non è scritta (interni ${examples}): è quella sopra?`,
  options: [
    { value: 'above', label: 'Sì, quella della riga sopra', detail: 'come nelle celle unite' },
    { value: 'none', label: 'No, sono senza scala', detail: null },
  ],
  proposal: 'above',
}

/** Lists the values that Saldo has no place for: the first of each kind. */
const notKeptInWords = ([what, values]: [string, string[]]): string =>
  `Non importo, perché Saldo non ha dove metterli, ${values.length} dati (${what}): ${values.slice(0, MOST_NAMED).join('; ')}${values.length > MOST_NAMED ? ' …' : ''}.`
const MOST_NAMED = 10
