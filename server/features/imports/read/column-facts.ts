import { fold } from '@saldo/domain/fold'
import { maskIbansIn } from '@saldo/domain/iban'
import {
  type Cell,
  cellAmount,
  cellCode,
  cellDate,
  cellText,
  nearestAmount,
  type Read,
  type Row,
} from '../spreadsheet/cells.ts'
import type { RecognisedColumn } from './recognise-columns.ts'

/**
 * What a column holds in all rows of its table, totals left out. `sum` in cents of the cells that are amounts;
 * `with_cents` counts those that are no whole numbers; `codes` counts tax codes and IBANs; `written_total` is the file's own total. `differs`: at least one row says something else
 * than the column that was chosen for the same field.
 */
export type ColumnFacts = {
  filled: number
  amounts: number
  sum: number
  /** The positive and the negative part of the sum. */
  positive: number
  negative: number
  with_cents?: number
  /** Texts such as `98.40`, which are amounts only with a point before the cents. */
  points?: number
  /** The numbers count the rows: 1, 2, 3 … */
  counts?: boolean
  codes: number
  /** Cells without a word of three letters: `1`, `A`, `C01`. */
  wordless?: number
  dates: number
  /** Texts that may be names of people: two words or more, no digits. */
  names: number
  /** Rows in which the column is empty. */
  empty: number
  first_row: number
  examples: string[]
  /** The different texts, unless they are many. */
  values?: { text: string; rows: number }[]
  written_total?: number
  differs?: boolean
}

const EXAMPLES = 3
const CODE = /^(?:[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]|\d{11}|[A-Z]{2}\d{2}[A-Z0-9]{11,30})$/

/** Collects the facts of the columns; see `ColumnFacts`. */
export function columnFacts(columns: readonly RecognisedColumn[]) {
  const chosenFor = new Map(
    columns.flatMap((column) => {
      const rival = column.tied && columns.find(({ field }) => field === column.tied)
      return rival ? [[column, rival] as const] : []
    }),
  )
  for (const column of columns)
    column.facts = {
      filled: 0,
      amounts: 0,
      sum: 0,
      positive: 0,
      negative: 0,
      codes: 0,
      dates: 0,
      names: 0,
      empty: 0,
      values: [],
      first_row: 0,
      examples: [],
    }

  return {
    addRow(row: Row, cells: readonly (Cell | undefined)[]): void {
      for (const { index, field, facts } of columns)
        if (facts) addCell(facts, cells[index], row.row, OWED.has(field ?? '') ? nearestAmount : cellAmount)
      for (const [column, chosen] of chosenFor)
        if (column.facts && !column.facts.differs && differ(cells[column.index], cells[chosen.index], column))
          column.facts.differs = true
    },
    addTotal(cells: readonly (Cell | undefined)[]): void {
      for (const { index, facts } of columns) {
        const read = nearestAmount(cells[index])
        // The last total of a table is the whole one; those before are subtotals.
        if (facts && read.ok && read.value !== null) facts.written_total = read.value
      }
    },
  }
}

const OWED: ReadonlySet<string> = new Set(['amount', 'instalment', 'part', 'paid'])

/** Fields in which a total may stand. */
export const AMOUNT_FIELDS: ReadonlySet<string> = new Set([
  'amount',
  'instalment',
  'part',
  'opening_balance',
  'opening_debt',
  'opening_credit',
  'weight',
])

/** Whether the numbers of a column are money: its header says so, or they have cents; weights and shares have decimals, too. */
export function holdsMoney({
  header,
  group,
  facts,
}: Pick<RecognisedColumn, 'header' | 'group' | 'facts'>): boolean {
  const words = fold(`${group} ${header}`)
  if (NOT_MONEY.test(words)) return false
  return MONEY.test(words) || (facts?.with_cents ?? 0) > 0
}
const MONEY =
  /€|\b(?:euro?|import[oi]|quot[ae]|sald[oi]|debit[oi]|credit[oi]|arretrat[oi]|residu[oi]|spes[ae]|dovut[oi]|conguagli[oi]|accont[oi]|pagat[oi]|versat[oi]|incassat[oi]|dare|avere|lordo|netto|imponibile|iva|bollo|mora|interessi|fondo|cauzione)\b/
const NOT_MONEY =
  /%|\b(?:mill|millesimi|millesimali|tab|tabella|carature|percentual[ei]|perc|numer[oi]|nr?|num)\b/

function addCell(
  facts: ColumnFacts,
  cell: Cell | undefined,
  row: number,
  amountOf: (cell: Cell) => Read<number>,
): void {
  if (!cell) {
    facts.empty++
    return
  }
  facts.filled++
  countValue(facts, cell)
  if (facts.counts !== false) facts.counts = cellText(cell).replace(/[.)°]$/, '') === String(facts.filled)
  if (cell.kind === 'text' && /^\D{0,3}\d[\d,]*\.\d{1,2}$/.test(cell.value.trim()))
    facts.points = (facts.points ?? 0) + 1
  if (cell.kind === 'number' || !/\p{L}{3}/u.test(cellText(cell))) facts.wordless = (facts.wordless ?? 0) + 1
  if (facts.first_row === 0) facts.first_row = row
  if (facts.examples.length < EXAMPLES) {
    const text = maskIbansIn(cellText(cell)).slice(0, 60)
    if (!facts.examples.includes(text)) facts.examples.push(text)
  }
  const read = cell.kind === 'text' && !/\d/.test(cell.value) ? null : amountOf(cell)
  if (read?.ok && read.value !== null) {
    facts.amounts++
    facts.sum += read.value
    if (read.value % 100 !== 0) facts.with_cents = (facts.with_cents ?? 0) + 1
    if (read.value < 0) facts.negative += read.value
    else facts.positive += read.value
  } else if (cell.kind === 'date') facts.dates++
  else if (cell.kind === 'text') {
    if (!/\d/.test(cell.value)) facts.names += NAME.test(cell.value.trim()) ? 1 : 0
    else if (CODE.test(cellCode(cell))) facts.codes++
    else if (cellDate(cell, 1900).ok) facts.dates++
  }
}
const NAME = /^\p{Lu}[\p{L}.'’]*(?: +[\p{L}.'’&-]+){1,5}$/u

function countValue(facts: ColumnFacts, cell: Cell): void {
  if (!facts.values) return
  const text = cellText(cell).slice(0, 40)
  const known = facts.values.find((value) => value.text === text)
  if (known) known.rows++
  else if (facts.values.length < MOST_VALUES) facts.values.push({ text, rows: 1 })
  else delete facts.values
}
const MOST_VALUES = 6

/** Whether a person must choose: of contacts the first that there is counts, unless both are there. */
const differ = (one: Cell | undefined, other: Cell | undefined, { field }: RecognisedColumn): boolean =>
  field !== null && (!one || !other) ? false : !same(one, other)

function same(one: Cell | undefined, other: Cell | undefined): boolean {
  if (!one || !other) return one === other
  return one.kind === other.kind ? one.value === other.value : cellText(one) === cellText(other)
}
