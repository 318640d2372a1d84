import { fold } from '@saldo/domain/fold'
import { isTotalLabel } from '../read/header-words.ts'
import { cellAt, type RecognisedColumn } from '../read/recognise-columns.ts'
import type { SheetTitle } from '../read/sheet-title.ts'
import { type Cell, nearestAmount, type Row } from '../spreadsheet/cells.ts'
import { type Field, fieldOfHeader } from './field-names.ts'
import { type DueHeader, dayOfMonth, daysIn, dueHeaderOf } from './month-columns.ts'

type Column = RecognisedColumn<Field | 'instalment' | 'instalment_due'>

/**
 * Instalments side by side. `dues`: the due date of each instalment column, null when the sheet does not say it. With
 * `pairs` each has a column of due dates beside it instead; `sure` is false when the pairs may be something else than
 * instalments. `derived`: dates were worked out from month names or from the title, or are not in order. `below`: the dates stand in the row
 * below the header.
 */
export type Instalments = {
  dues: Map<number, string | null>
  pairs: { due: number; amount: number }[]
  sure: boolean
  derived: boolean
  below: boolean
}

/** Finds instalments in the columns of a header row; null when it has none. */
export function instalmentsIn(
  rows: Row[],
  at: number,
  columns: readonly Column[],
  title: SheetTitle,
): Instalments | null {
  const who = columns.some(({ field }) => ['holder', 'surname', 'unit', 'fiscal_code'].includes(field ?? ''))
  if (!who) return null
  const data = rows.slice(at + 1)
  return pairsIn(columns, data) ?? sideBySide(rows, at, columns, data, title)
}

/** `Scadenza | Importo | Scadenza | Importo`: each amount with a column of due dates. */
function pairsIn(columns: readonly Column[], data: Row[]): Instalments | null {
  const kinds = columns.flatMap((column): { column: Column; kind: 'due' | 'amount' }[] => {
    const meant = fieldOfHeader(column.header)?.field
    if (meant === 'due_date' && !holdsAmounts(data, column.index)) return [{ column, kind: 'due' }]
    return meant === 'amount' && !isTotalLabel(column.header) ? [{ column, kind: 'amount' }] : []
  })
  const pairs = kinds.filter(({ kind }) => kind === 'due').length
  if (pairs < 2 || kinds.length !== pairs * 2) return null
  if (kinds.some(({ kind }, index) => kind !== kinds[index % 2]?.kind)) return null
  if (kinds[0]?.kind === kinds[1]?.kind) return null
  const first = kinds[0]?.kind === 'due' ? 0 : 1
  const found = Array.from({ length: pairs }, (_, index) => ({
    due: kinds[index * 2 + first]!.column.index,
    amount: kinds[index * 2 + 1 - first]!.column.index,
  }))
  const sure = kinds.every(({ column }) => ordinalIn(column.group) ?? ordinalIn(column.header))
  const dues = new Map(found.map(({ amount }) => [amount, null]))
  return { dues, pairs: found, sure, derived: false, below: false }
}

/** Columns of amounts under a date, a month or `2ª rata`: in the header, in the heading above it, or in the row beside it. */
function sideBySide(
  rows: Row[],
  at: number,
  columns: readonly Column[],
  data: Row[],
  title: SheetTitle,
): Instalments | null {
  const free = columns.filter((column) => isFree(column, data))
  const beside = [rows[at + 1], rows[at - 1]]
    .map((row) => ({ row, dues: completeOnly(dueHeaders(row, free)) }))
    .find(({ dues }) => dues.size >= 2)
  const below = beside !== undefined && beside.row === rows[at + 1]
  const values = below ? data.slice(1) : data
  const dues = new Map<number, DueHeader | null>()
  const romans = romanColumns(free)
  const clean = free.filter(({ header, group }) => !SAYS_OTHER.test(fold(`${group} ${header}`)))
  for (const column of clean) {
    const due = beside?.dues.get(column.index) ?? dueIn(rows[at], column)
    const numbered = ordinalIn(column.header) ?? ordinalIn(column.group) ?? romans.get(column.index)
    if ((due || numbered) && (due || holdsAmounts(values, column.index))) dues.set(column.index, due)
  }
  const isList =
    columns.some(({ field, header }) => field === 'due_date' && !ordinalIn(header)) &&
    columns.some(
      ({ field, header, confidence }) => field === 'amount' && confidence === 1 && !ordinalIn(header),
    )
  if (dues.size < 2 || isList) return null
  const complete = dated(
    [...dues].sort(([a], [b]) => a - b),
    title,
  )
  return {
    dues: complete.dues,
    derived: complete.derived || !inOrder(clean, complete.dues),
    pairs: [],
    sure: true,
    below,
  }
}

/** Whether later instalments of one heading are due later: else a year may be mistyped. */
function inOrder(columns: readonly Column[], dues: ReadonlyMap<number, string | null>): boolean {
  const dated = columns.flatMap((column) => {
    const due = dues.get(column.index)
    return due ? [{ due, group: column.group, number: ordinalIn(column.header) }] : []
  })
  return dated.every(({ due, group, number }, at) => {
    const before = dated[at - 1]
    if (!before || before.group !== group) return true
    if (number === null || before.number === null) return before.due <= due
    return number <= before.number || before.due < due
  })
}

/** Columns that may hold instalments: without a known name, or known only as a total, or as a date that they do not hold. */
function isFree({ field, header, index }: Column, data: Row[]): boolean {
  if (isTotalLabel(header)) return false
  if (field === null || field === 'description' || field === 'amount') return true
  return (field === 'due_date' || field === 'issue_date') && holdsAmounts(data, index)
}

/** A day in such a header is not when an instalment is due: balances, payments and costs of that day. */
const SAYS_OTHER =
  /\b(?:al|fino|dal|credit[oi]|debit[oi]|arretrat[oi]|versament[oi]|versat[oi]|incass\w+|pagat[oi]|bonific\w+|ricevut[oi]|morosita|consuntivo|preventivo|conguaglio|mora|interessi|lettur[ae]|consum[oi]|approvato|acconti)\b/

function dueIn(header: Row | undefined, { index, group }: Column): DueHeader | null {
  const own = header && dueHeaderOf(cellAt(header, index))
  return own ?? (group === '' ? null : dueHeaderOf({ column: index, kind: 'text', value: group }))
}

function dueHeaders(row: Row | undefined, columns: readonly Column[]): Map<number, DueHeader> {
  const found = new Map<number, DueHeader>()
  if (!row) return found
  for (const { index } of columns) {
    const due = dueHeaderOf(cellAt(row, index))
    if (due) found.set(index, due)
  }
  return found
}

const completeOnly = (dues: Map<number, DueHeader>): Map<number, DueHeader> =>
  new Map([...dues].filter(([, due]) => 'date' in due))

/**
 * Completes the due dates: the missing year comes from the title (after December the next year), the missing day is the
 * title's or the last of the month, and instalments that are only numbered take the title's days if there are as many.
 */
function dated(
  dues: [number, DueHeader | null][],
  title: SheetTitle,
): { dues: Map<number, string | null>; derived: boolean } {
  const dates = new Map<number, string | null>()
  if (dues.every(([, due]) => due === null)) {
    const days = [...new Set(daysIn(fold(title.text)).map(({ day }) => day))]
    const fits = days.length === dues.length && days.every((day, i) => i === 0 || day > (days[i - 1] ?? ''))
    for (const [i, [index]] of dues.entries()) dates.set(index, (fits && days[i]) || null)
    return { dues: dates, derived: true }
  }
  let year = title.years.length > 0 ? Math.min(...title.years) : null
  let previous = 0
  for (const [index, due] of dues) {
    if (due === null || 'date' in due) {
      dates.set(index, due ? due.date : null)
      continue
    }
    if (due.year) year = due.year
    else if (year && due.month < previous) year++
    previous = due.month
    dates.set(index, year ? dayOfMonth(year, due.month, due.day ?? title.due_day ?? 31) : null)
  }
  // All on the first of a month: spreadsheets store `nov-25` so, and the day means nothing.
  const firsts = dues.every(([, due]) => due !== null && 'date' in due && due.date.endsWith('-01'))
  return { dues: dates, derived: firsts || dues.some(([, due]) => due === null || !('date' in due)) }
}

const ORDINALS =
  'prima seconda terza quarta quinta sesta settima ottava nona decima undicesima dodicesima'.split(' ')
const ROMAN = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ')

/** The number of the instalment that a header names: `1^ rata`, `Rata n. 2`, `III RATA`, `Quarta rata`; null without one. */
export function ordinalIn(header: string): number | null {
  const words = fold(header.replace(/[°ºª^.]/g, ' '))
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  const found =
    /\b(\d{1,2}) ?[a^]? rata\b/.exec(words) ??
    /\brata (?:n(?:r|um(?:ero)?)? ?)?(\d{1,2})\b/.exec(words) ??
    /^([ivx]+) rata\b/.exec(words) ??
    /\brata ([ivx]+)\b/.exec(words) ??
    /^(\p{L}+) rata\b/u.exec(words)
  const said = found?.[1]
  if (!said) return null
  if (/^\d+$/.test(said)) return Number(said)
  const number = Math.max(ROMAN.indexOf(said), ORDINALS.indexOf(said)) + 1
  return number > 0 ? number : null
}

/** Columns headed only `I`, `II`, `III`: instalments if they count from one. */
function romanColumns(columns: readonly Column[]): Map<number, number> {
  const numbered = columns.flatMap(({ index, header }) => {
    const number = ROMAN.indexOf(header.trim().toLowerCase()) + 1
    return number > 0 ? [[index, number] as const] : []
  })
  const counts = numbered.length > 1 && numbered.every(([, number], at) => number === at + 1)
  return new Map(counts ? numbered : [])
}

/** Whether the column holds amounts, and not mostly days or words. */
function holdsAmounts(data: Row[], index: number): boolean {
  const cells = data.map((row) => cellAt(row, index)).filter((cell): cell is Cell => cell !== undefined)
  const amounts = cells.filter((cell) => {
    const read = nearestAmount(cell)
    return read.ok && read.value !== null
  })
  return amounts.length > 0 && amounts.length * 2 >= cells.length
}
