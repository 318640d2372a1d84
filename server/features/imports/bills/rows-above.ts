import { formatDate } from '@saldo/domain/dates'
import { DUE_ABOVE, NAME_ABOVE } from '../doubts/doubts-of-rows.ts'
import type { DataRow } from '../read/data-rows.ts'
import type { RowDoubts } from '../read/row-doubts.ts'
import type { ReadRow, RowFacts } from './bill-row.ts'
import type { Field } from './field-names.ts'

/** What a row without a name has from the person above, unless it says it itself. */
const OF_THE_PERSON = [
  'holder',
  'fiscal_code',
  'email',
  'phone',
  'staircase',
  'unit',
  'address',
  'zip_code',
  'city',
  'province',
] as const

/**
 * Gives rows without a name or a due date those of the row above, if a person says so: lists of instalments name a person
 * once. A row with a unit of its own is of somebody else.
 */
export function rowsAbove(doubts: RowDoubts, indexOf: ReadonlyMap<string, number>) {
  let person: RowFacts | null = null
  let due: string | null = null
  return ({ row: { row }, of }: DataRow<Field>, { facts, complaints }: ReadRow): void => {
    const isWrong = (field: Field) => complaints.some((complaint) => complaint.field === field)
    const sameUnit = facts.unit === undefined || facts.unit === person?.unit
    const mayBeAbove = person && sameUnit && !facts.fiscal_code && !isWrong('holder')
    if (facts.holder) person = facts
    else if (mayBeAbove && doubts.ask(row, person?.holder ?? '', NAME_ABOVE) === 'above')
      for (const field of OF_THE_PERSON) if (person?.[field] !== undefined) facts[field] ??= person[field]
    if (facts.due_date) due = facts.due_date
    else if (due && indexOf.has('due_date') && !of('due_date') && !isWrong('due_date')) {
      if (doubts.ask(row, formatDate(due), DUE_ABOVE) === 'above') facts.due_date = due
    }
  }
}
