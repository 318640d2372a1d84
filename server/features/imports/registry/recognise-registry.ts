import { fold } from '@saldo/domain/fold'
import { isTotalLabel, normalHeader } from '../read/header-words.ts'
import {
  type AboutSheet,
  byIndex,
  cellAt,
  missingOf,
  namedColumns,
  type RecognisedColumn,
  type RecognisedTable,
  type Required,
  recogniseAtHeader,
  release,
  settleNames,
  titleAbove,
  unnamedColumns,
} from '../read/recognise-columns.ts'
import { FURTHER } from '../read/sheet-reading.ts'
import { type Cell, cellAmount, cellDate, cellText, type Row } from '../spreadsheet/cells.ts'
import { balanceTimes } from './balance-days.ts'
import { contactsOfWhom } from './contacts-of-whom.ts'
import { type RegistryField, registryFieldOf } from './registry-fields.ts'
import { rightOf } from './role-words.ts'
import { scaleOf, weightOf } from './weight-cell.ts'

/** How to read a table of units and people; the header of a `weight` column is its table's name. */
export type RegistryColumns = RecognisedTable<RegistryField | 'weight'>
type Column = RecognisedColumn<RegistryField | 'weight'>

/**
 * Proposes how to read a registry from its first rows. The header is the given row, or the first row with several known
 * names. Names of weight tables may be in it, below a heading that spans them, or in a row of their own. Null when
 * there is no header: the person must choose.
 */
export function recogniseRegistry(rows: Row[], about: AboutSheet): RegistryColumns | null {
  return recogniseAtHeader(rows, about.header_row, (_, at) => {
    const named = latestBalance(
      furtherContacts(
        contactsOfWhom(
          settleTenantNames(
            settleNames(
              namedColumns<RegistryField | 'weight'>(rows, at, registryFieldOf, asked, about.hidden_columns),
            ),
          ),
        ),
      ),
    )
    const fields = new Set(named.map(({ field }) => field).filter((field) => field !== null))
    const hasPerson = fields.has('holder') || fields.has('surname')
    // A unit and a person are enough: weights and balances may stand under headers that name no field.
    const lists =
      fields.size >= (fields.has('unit') && hasPerson ? 2 : 3) && (fields.has('unit') || hasPerson)
    return lists || about.header_row ? unitsLayout(rows, at, named, about.sheet_name) : null
  })
}

/** `Nome inquilino` is the whole name, unless another column holds the surname. */
function settleTenantNames(columns: Column[]): Column[] {
  const of = (field: RegistryField) => columns.find((column) => column.field === field)
  const [whole, surname, given] = [of('tenant'), of('tenant_surname'), of('tenant_given_name')]
  if (surname && whole && !given && /\bnome\b/.test(normalHeader(whole.header)))
    whole.field = 'tenant_given_name'
  if (given && !surname && !whole) given.field = 'tenant'
  return columns
}

/** The fields about which a person is asked when several columns may hold them. */
const asked = {
  always: ['holder', 'opening_balance', 'opening_debt'],
  among_equals: [
    'condominium_name',
    'fiscal_code',
    'unit',
    'staircase',
    'floor',
    'role',
    'share',
    'email',
    'pec',
    'phone',
    'address',
    'zip_code',
    'city',
    'province',
    'since',
    'until',
  ],
} as const

/**
 * Columns of telephones and e-mails beyond the first are read where that one is empty. Those that are named after somebody
 * else, or of which nothing says whose they are, are not.
 */
function furtherContacts(columns: Column[]): Column[] {
  for (const column of columns) {
    const meant = registryFieldOf(column.header)
    if (!meant || meant.confidence < 1 || column.field !== null || column.whose) continue
    const field = FURTHER[meant.field] ?? meant.field
    if (field !== 'second_phone' && field !== 'second_email') continue
    const isTenants = columns.some(({ field }) => field === 'tenant' || field === 'tenant_surname')
    if (!isTenants || meant.field === field) Object.assign(column, { field, confidence: 0.6 })
  }
  return columns
}

/** If several balance columns have a day or a year in the header, proposes the latest; the others stay tied with it. */
function latestBalance(columns: Column[]): Column[] {
  const taken = columns.find(({ field }) => field === 'opening_balance' || field === 'opening_debt')
  if (!taken || balanceTimes(taken.header).length === 0) return columns
  const field = taken.field as 'opening_balance' | 'opening_debt'
  const dated = columns
    .filter(
      (column) => column === taken || (!column.field && registryFieldOf(column.header)?.field === field),
    )
    .flatMap((column) => balanceTimes(column.header).map((time) => ({ time, column })))
    .sort((a, b) => b.time.localeCompare(a.time))
  if (dated.length < 2) return columns
  const latest = dated[0]!.column
  if (latest !== taken) {
    release(taken)
    taken.tied = field
    delete latest.tied
    Object.assign(latest, { field, confidence: 0.6 })
  }
  return columns
}

function unitsLayout(rows: Row[], at: number, named: Column[], sheetName: string): RegistryColumns {
  const header = rows[at]!
  const below = subHeader(rows[at + 1], named)
  const data = rows.slice(at + (below ? 2 : 1))
  const columns = [...named, ...unnamedColumns<RegistryField | 'weight'>(rows, at, data)].sort(byIndex)
  nameWeights(columns, { header, above: rows[at - 1], below, data })
  tellApart(columns)
  nameRoles(columns, data)
  markWeakUnit(columns)
  dropSingleBuildingColumn(columns, data)
  readMisnamedBalanceColumn(columns, data)
  const sure = columns.filter(({ field }) => field !== null)
  const missing = missingOf(columns, requiredOfRegistry).length > 0
  const confidence = sure.reduce((sum, column) => sum + column.confidence, 0) / Math.max(1, sure.length)
  return {
    layout: 'units',
    header_row: header.row,
    first_row: (below ?? header).row + 1,
    last_row: null,
    first_column: 0,
    last_column: null,
    confidence: missing ? confidence / 2 : confidence,
    columns,
    title: titleAbove(rows, at, sheetName),
  }
}

/** The second header row: only texts, under columns whose header is empty or a group's name. */
function subHeader(row: Row | undefined, named: Column[]): Row | undefined {
  const taken = new Set(
    named.filter(({ header, field }) => field !== null || !isGroup(header)).map(({ index }) => index),
  )
  const isNames =
    row !== undefined &&
    row.cells.length > 0 &&
    row.cells.every((cell) => cell.kind === 'text' && !taken.has(cell.column))
  return isNames ? row : undefined
}

type Around = { header: Row; above: Row | undefined; below: Row | undefined; data: Row[] }

/** Columns of numbers under a table's name or a heading for tables are weights, headed by the table's name. */
function nameWeights(columns: Column[], { header, above, below, data }: Around): void {
  for (const column of columns) {
    const group = groupOf(below ? header : above, column.index)
    const mayBeWeight = column.field === null || (group !== '' && MISLED.has(column.field))
    if (!mayBeWeight || !holdsWeights(data, column.index)) continue
    const own = cellText((below && cellAt(below, column.index)) ?? cellAt(header, column.index))
    if (NO_WEIGHTS.test(fold(own)) || isTotalLabel(own) || (!isTable(own) && (group === '' || own === '')))
      continue
    Object.assign(column, {
      field: 'weight',
      header: tableName(own, group),
      confidence: isTable(own) ? 1 : 0.8,
      scale: scaleOf(data.map((row) => cellAt(row, column.index))),
    })
  }
}

/** `Scala` and `Quota` below a heading for tables are tables. */
const MISLED: ReadonlySet<string> = new Set(['staircase', 'share', 'unit', 'floor'] satisfies RegistryField[])
/** Amounts and readings below the name of a table. */
const NO_WEIGHTS =
  /€|\b(?:euro?|import[oi]|spes[ae]|quota euro|mc|kwh|consum[oi]|lettur[ae]|rat[ae]|dovuto)\b/

/** Tables of one name are told apart by the heading above them, else by the column. */
function tellApart(columns: Column[]): void {
  const tables = columns.filter(({ field }) => field === 'weight')
  for (const column of tables) {
    const twins = tables.filter(({ header }) => fold(header) === fold(column.header))
    if (twins.length < 2) continue
    const byGroup = new Set(twins.map(({ group }) => group)).size === twins.length
    for (const twin of twins)
      twin.header = byGroup && twin.group ? `${twin.group} ${twin.header}` : `${twin.header} (${twin.letter})`
  }
}

/** The heading that spans a column: the nearest to its left, because merged cells keep it there. */
function groupOf(row: Row | undefined, index: number): string {
  const heading = row?.cells.filter((cell) => cell.column <= index).at(-1)
  const text = cellText(heading)
  return isGroup(text) ? text : ''
}

const TABLE = /^(?:tab(?:ella)?|mill(?:esimi)?|mm|carature?)\b/
const isTable = (header: string) => TABLE.test(normalHeader(header))
const isGroup = (header: string) =>
  /\b(?:tabelle|tabella|tab|millesimi|mill|millesimali|carature)\b/.test(normalHeader(header))

/** `A` below `Tabelle` is `Tabella A`; other names stay as they are. */
function tableName(own: string, group: string): string {
  if (group === '' || isTable(own)) return own
  return own.length <= 2 ? `Tabella ${own}` : own
}

function holdsWeights(data: Row[], index: number): boolean {
  const cells = data.map((row) => cellAt(row, index)).filter((cell): cell is Cell => cell !== undefined)
  const scale = scaleOf(cells)
  const weights = cells.filter((cell) => {
    const read = weightOf(cell, scale)
    return read.ok && read.value !== null
  })
  return weights.length > 0 && weights.length * 2 >= cells.length
}

/** A column whose cells are all words for rights (`P`, `I`) says the role, whatever its header. */
function nameRoles(columns: Column[], data: Row[]): void {
  if (columns.some(({ field }) => field === 'role')) return
  const column = columns.find(({ field, index }) => {
    const texts = data.map((row) => cellText(cellAt(row, index))).filter((text) => text !== '')
    return (
      field === null && texts.length > 0 && texts.every((text) => /^c$/i.test(text) || rightOf(text) !== null)
    )
  })
  if (column) Object.assign(column, { field: 'role', confidence: 0.6 })
}

/** A column headed `N.` or `Codice` may count the rows: other columns that no field takes may be the unit as well. */
function markWeakUnit(columns: Column[]): void {
  const unit = columns.find(({ field }) => field === 'unit')
  if (!unit || unit.confidence > 0.5) return
  for (const column of columns)
    if (
      column.field === null &&
      !column.tied &&
      /\b(?:interno|int|appartamento|alloggio|unita|porta)\b/.test(normalHeader(column.header))
    )
      column.tied = 'unit'
}

/** Drops the building column if every row has the same building. */
function dropSingleBuildingColumn(columns: Column[], data: Row[]): void {
  const column = columns.find(({ field }) => field === 'building')
  if (!column || !columns.some(({ field }) => field === 'staircase')) return
  const said = new Set(data.map((row) => cellText(cellAt(row, column.index))).filter((text) => text !== ''))
  if (said.size <= 1) release(column)
}

/** A column headed “Saldo al” that holds amounts and no days is the balance. */
function readMisnamedBalanceColumn(columns: Column[], data: Row[]): void {
  const column = columns.find(({ field }) => field === 'opening_date')
  if (!column || columns.some(({ field }) => field === 'opening_balance' || field === 'opening_debt')) return
  const cells = data.map((row) => cellAt(row, column.index)).filter((cell) => cell !== undefined)
  const says = (read: { ok: boolean; value?: unknown }) => read.ok && read.value !== null
  if (cells.some((cell) => says(cellAmount(cell))) && !cells.some((cell) => says(cellDate(cell, 1900))))
    column.field = 'opening_balance'
}

/** What a table of units must say. */
export const requiredOfRegistry: Required<RegistryField> = [
  { fields: ['unit'], ask: 'Indica la colonna con l’interno o il numero dell’unità.' },
  {
    fields: ['holder', 'surname'],
    ask: 'Indica la colonna con il nome delle persone; se il foglio non ce l’ha, aggiungila e carica di nuovo il file.',
  },
]
