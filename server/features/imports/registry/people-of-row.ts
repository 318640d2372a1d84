import { whyCodeDoesNotFit } from '@saldo/domain/registry/name-and-code'
import { namesNobody } from '../read/no-person.ts'
import type { Complaint } from '../read/row-checks.ts'
import type { RowDoubts } from '../read/row-doubts.ts'
import { type Cell, cellCode, cellText } from '../spreadsheet/cells.ts'
import { doubtAboutNames, FIX, isDoubleSurname, namesInColumns, TWO } from './names-in-cell.ts'
import type { RegistryField } from './registry-fields.ts'
import { SKIP } from './role-words.ts'

export type CellOf = (field: RegistryField) => Cell | undefined

/** The people whom cells of a row name, each with the cells that are theirs; `skip`: the row is left out. */
export type PeopleOfRow = { people: CellOf[]; complaints: Complaint<RegistryField>[]; skip: boolean }

/**
 * The people whom a cell of names names, as a person answered where it is not one plain name. What is written once for
 * several people is the first one's; tax codes and contacts written once for each are shared out.
 */
export function peopleOfCell(row: number, at: CellOf, doubts: RowDoubts): PeopleOfRow {
  const named = namesOf(at)
  const isOne =
    namesNobody(named.replace(/\s+/g, ' ')) ||
    (!at('holder') && isDoubleSurname(cellText(at('surname')), cellText(at('given_name'))))
  const found = isOne ? null : doubtAboutNames(named, cellCode(at('fiscal_code')))
  const one: PeopleOfRow = { people: [at], complaints: [], skip: false }
  if (!found) return one
  const answer = doubts.ask(row, named.replace(/\s+/g, ' ').trim(), found.doubt)
  if (answer === SKIP) return { ...one, skip: true }
  if (answer === FIX) return { ...one, complaints: [{ field: 'holder', code: 'names', message: TO_FIX }] }
  if (answer !== TWO) return one
  return { ...one, people: found.people.map((_, index) => cellsOfOne(at, found.people, index)) }
}
const TO_FIX = 'Scrivi qui solo il nome di una persona o di una società, oppure lascia fuori la riga.'

/** The text that names somebody, with its line breaks. */
export function namesOf(at: CellOf): string {
  const cell = at('holder')
  if (cell) return rawText(cell)
  return namesInColumns(rawText(at('surname')), rawText(at('given_name')))
}

const rawText = (cell: Cell | undefined): string =>
  cell?.kind === 'text' && /[\n\r]/.test(cell.value) ? cell.value : cellText(cell)

/** The cells of one of several people in a row. */
function cellsOfOne(at: CellOf, people: readonly string[], index: number): CellOf {
  return (field) => {
    const cell = at(field)
    if (field === 'holder') return textCell(people[index] ?? '')
    if (field === 'surname' || field === 'given_name') return undefined
    if (field === 'share') return isWhole(cellText(cell)) ? undefined : cell
    if (!cell || !OF_ONE_PERSON.has(field)) return cell
    const parts = partsOf(cell)
    if (parts.length === people.length) return textCell(parts[index] ?? '')
    return index === ownerOf(field, cellText(cell), people) ? cell : undefined
  }
}

const partsOf = (cell: Cell): string[] =>
  (cell.kind === 'text' ? cell.value : cellText(cell))
    .split(/\s*[/;,|\n\r]+\s*|\s+(?:e|-)\s+/)
    .filter((part) => part.trim() !== '')

/** Whose a value is that is written once: a tax code says it itself, else it is the first person's. */
function ownerOf(field: RegistryField, text: string, people: readonly string[]): number {
  if (field !== 'fiscal_code') return 0
  const fitting = people.findIndex((name) => whyCodeDoesNotFit(name, text.toUpperCase()) === null)
  return Math.max(0, fitting)
}

const OF_ONE_PERSON = new Set<RegistryField>([
  'fiscal_code',
  'vat_number',
  'email',
  'phone',
  'second_phone',
  'holder_iban',
  'opening_balance',
  'opening_debt',
  'opening_credit',
  'opening_date',
])

const isWhole = (share: string): boolean =>
  /^(?:1|1\/1|100 ?%?|100,0+ ?%?|1000\/1000|100\/100|intera?|intero)$/i.test(share)

export const textCell = (value: string): Cell => ({ column: -1, kind: 'text', value })
