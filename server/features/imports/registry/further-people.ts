import type { RightKind } from '@saldo/domain/right-holder'
import type { RecognisedColumn } from '../read/recognise-columns.ts'
import type { Cell } from '../spreadsheet/cells.ts'
import type { CellOf } from './people-of-row.ts'
import { contactOf } from './person-headers.ts'

/** The fields of columns that name further people of the unit, with their right; and of what is theirs. */
export type FurtherField = keyof typeof FURTHER_RIGHTS | 'also_contact'
export const FURTHER_RIGHTS = {
  also_owner: 'owner',
  also_bare_owner: 'bare_owner',
  also_usufructuary: 'usufructuary',
  also_tenant: 'tenant',
} as const satisfies Record<string, RightKind>

/** A column of further people: their right, and the cells of a row that are theirs. */
export type FurtherPeople = {
  column: RecognisedColumn
  right_kind: RightKind
  cellsOf: (cells: readonly (Cell | undefined)[]) => CellOf
}

/** The columns of a table that name further people of each unit, in their order. */
export function furtherPeople(columns: readonly RecognisedColumn[]): FurtherPeople[] {
  const named = columns.filter(({ field }) => field !== null && field in FURTHER_RIGHTS)
  return named.map((column) => {
    const next = named.find(({ index }) => index > column.index)?.index ?? Number.POSITIVE_INFINITY
    const indexes = new Map<string, number>([['holder', column.index]])
    for (const { index, field, header } of columns) {
      const contact = contactOf(header)
      if (
        field === 'also_contact' &&
        contact &&
        index > column.index &&
        index < next &&
        !indexes.has(contact)
      )
        indexes.set(contact, index)
    }
    return {
      column,
      right_kind: FURTHER_RIGHTS[column.field as keyof typeof FURTHER_RIGHTS],
      cellsOf: (cells) => (field) => cells[indexes.get(field) ?? -1],
    }
  })
}
