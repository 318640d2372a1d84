import { fold } from '@saldo/domain/fold'
import { saysOtherMatter } from '../doubts/other-matter.ts'
import { type Cell, cellDate, cellText, type Row } from '../spreadsheet/cells.ts'
import { buildingIn } from './building-name.ts'
import { isTotalLabel } from './header-words.ts'
import type { RecognisedTable } from './recognise-columns.ts'
import { rolesIn } from './roles-in-text.ts'
import { readTitle, type SheetTitle } from './sheet-title.ts'

/**
 * What a row of text between the rows of a table says of the rows below it: another building, a staircase, perhaps a
 * building (`unclear`, which a person decides) or nothing of them (`note`). A `block` holds staircases.
 */
export type Heading =
  | { kind: 'building'; title: SheetTitle }
  | { kind: 'staircase' | 'block'; name: string }
  | { kind: 'unclear'; text: string }
  | { kind: 'note' }

/** The text of a row that holds nothing but text in one or two cells, such as `Condominio | Aurora`; else null. */
export function headingText({ cells }: Row): string | null {
  if (cells.length === 0 || cells.length > 2 || !cells.every((cell) => cell.kind === 'text')) return null
  const [first, second] = cells.map(cellText)
  if (second === undefined) return first ?? null
  return LABEL.test(fold(first ?? '')) ? `${first?.replace(/:$/, '')} ${second}` : null
}
const LABEL = /^(?:condominio|cond\.?|stabile|edificio|fabbricato|scala|palazzina) ?:?$/

/**
 * The text of a row that is a heading: nothing but text, or the name of a building or a staircase where a unit would stand,
 * with a sum or a tax code beside it (`Condominio Corso Garibaldi 18 | | | 631,50`). A row with a due date is none; in a
 * table without due dates (`dated` false) neither is one with a person.
 */
export function headingAmong(
  row: Row,
  { of, hasAmount, dated }: { of: (field: string) => Cell | undefined; hasAmount: boolean; dated: boolean },
): string | null {
  const text = headingText(row)
  if (text !== null && !hasAmount) return text
  const [first] = row.cells
  const someone = of('holder') ?? of('surname')
  if (first?.kind !== 'text' || first === of('condominium_name') || isDue(of('due_date'))) return null
  // A condominium may be a member of another one: then it has a unit or a code.
  if (someone === first && (of('unit') || of('fiscal_code') || of('number'))) return null
  if (someone && someone !== first && !dated) return null
  const { kind } = headingOf([cellText(first)])
  if (kind === 'note' || (kind === 'unclear' && (someone || !buildingIn(cellText(first))))) return null
  return row.cells
    .filter(({ kind }) => kind === 'text')
    .map(cellText)
    .join('   ')
}

const isDue = (cell: Cell | undefined): boolean => {
  const read = cellDate(cell, 1900)
  return read.ok && read.value !== null
}

/** Reads a heading; rows of text directly below each other are one heading. */
export function headingOf(lines: readonly string[]): Heading {
  const title = readTitle([...lines], '')
  if (lines.some((line) => MENTIONS.test(line))) return { kind: 'unclear', text: lines[0] ?? '' }
  if (title.condominium_name || (title.condominium_fiscal_code && title.buildings.length <= 1))
    return { kind: 'building', title }
  for (const line of lines) {
    const [, what = '', name = ''] = PART.exec(line.trim()) ?? []
    if (name) return { kind: /^scala/i.test(what) ? 'staircase' : 'block', name: name.toUpperCase() }
  }
  const text = lines.find((line) => !isPlainNote(line))
  return text === undefined ? { kind: 'note' } : { kind: 'unclear', text }
}

/** A sentence that mentions a building is not its heading. */
const MENTIONS =
  /^\W*(?:vedi|si veda|cfr|come|nota|n\.? ?b\b|attenzione|per (?:il|la|i)\b|anche|ex)\b.*\bcond/i

/** Whether a lone text names a building or a part of one, whichever column it stands in. */
export const namesAPlace = (text: string): boolean =>
  ['building', 'staircase', 'block'].includes(headingOf([text]).kind)

/** `SCALA A`, `Palazzina 2 – lato strada`: a part of a building. */
const PART = /^(scala|palazzina|corpo|blocco|torre)\s+([a-z]|\d{1,3}|[ivx]{1,4})(?=\s*$|\s*[-–—,(:])/i

/** Texts that never name a building. */
function isPlainNote(line: string): boolean {
  if (buildingIn(line)) return false
  if (saysOtherMatter(line)) return false
  if (rolesIn(line)) return true
  const text = fold(line).trim()
  return isTotalLabel(line) || text.length < 3 || text.length > 80 || NOTE.test(text) || !/[a-z]/.test(text)
}
/** Whether a text is printed on each page of a list, in whichever column it stands. */
export const isPageNote = (text: string): boolean => PAGE_NOTE.test(fold(text).trim())
const PAGE_NOTE = /^(?:pag(?:ina|\.)? ?\d|stampat|data (?:di )?stampa|segue\b|continua\b)/

/** Texts below which the rows are like those above: whatever says another matter is asked about. */
const NOTE =
  /^(?:[*(]|\d+\)|n\.? ?b\.?\b|not[ae] ?(?::|$)|pag(?:ina|\.)? ?\d|stampat|data (?:di )?stampa|segue|continua|piano\b|i? ?sottoscritt|l'amministrator|il presente|importi (?:in|espressi))/

/**
 * Whether the row repeats the header, as on later pages of a printed list. Most cells are enough: the name of a weight
 * table may be made of two header rows.
 */
export function isHeaderAgain(row: Row, columns: readonly { index: number; header: string }[]): boolean {
  const same = row.cells.filter((cell) =>
    columns.some(({ index, header }) => index === cell.column && header === cellText(cell)),
  )
  return (
    same.length >= 2 &&
    same.length * 5 >= row.cells.length * 3 &&
    row.cells.every(({ kind }) => kind === 'text' || kind === 'date')
  )
}

/** The cells of a row that belong to a table. */
export function inColumns(
  row: Row,
  { first_column, last_column }: Pick<RecognisedTable, 'first_column' | 'last_column'>,
): Row {
  if (first_column === 0 && last_column === null) return row
  const last = last_column ?? Number.POSITIVE_INFINITY
  return { ...row, cells: row.cells.filter(({ column }) => column >= first_column && column <= last) }
}

/** The cells of a row by column. */
export function cellsOf(row: Row): Cell[] {
  const cells: Cell[] = []
  for (const cell of row.cells) cells[cell.column] = cell
  return cells
}
