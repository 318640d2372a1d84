import { useMemo } from 'react'
import type { Column, ListDefinition, Totals } from '../list.ts'
import type { ListAddress } from '../useListAddress.ts'

/** The sort of the list, and what a click on a column's header does. */
export type Sorting<Row> = {
  /** null: the list is not sorted by this column. */
  directionOf: (column: Column<Row>) => 'asc' | 'desc' | null
  toggle: (column: Column<Row>) => void
}

/** Visible columns, their order, and the sort, all from the address. */
export function useColumns<Row extends object>(
  list: ListDefinition<Row>,
  address: ListAddress,
  totals?: Totals,
) {
  const shown = useMemo(() => {
    const byId = new Map(list.columns.map((column) => [column.id, column]))
    return shownColumns(list.columns, address.columns, totals).flatMap((id) => byId.get(id) ?? [])
  }, [list, address.columns, totals])
  const sorting: Sorting<Row> = {
    directionOf: (column) => sortDirection(column, address.sort),
    toggle: (column) => {
      const sort = toggledSort(column, address.sort)
      address.change({ sort: sort === list.defaultSort ? null : sort })
    },
  }
  return { shown, sorting }
}

const sortName = <Row>(column: Column<Row>) => (column.sort === true ? column.id : column.sort || null)

/** `sort` is a name, with a minus before it if descending. */
export function sortDirection<Row>(column: Column<Row>, sort: string): 'asc' | 'desc' | null {
  if (sort.replace(/^-/, '') !== sortName(column)) return null
  return sort.startsWith('-') ? 'desc' : 'asc'
}

/** The sort after a click on the header. The first click on a column of amounts puts the largest first. */
export function toggledSort<Row>(column: Column<Row>, sort: string): string {
  const first = column.align === 'right' ? 'desc' : 'asc'
  const current = sortDirection(column, sort)
  const next = current === null ? first : current === 'asc' ? 'desc' : 'asc'
  return `${next === 'desc' ? '-' : ''}${sortName(column)}`
}

/**
 * The chosen columns that exist, always with the fixed ones; by default all that are not hidden, without the sparse ones
 * whose total is not known or is zero.
 */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | null,
  totals?: Totals,
): string[] {
  const known = chosen?.filter((id) => columns.some((column) => column.id === id)) ?? []
  if (known.length === 0)
    return columns
      .filter(
        ({ hidden, sparse, total }) => !hidden && !(sparse && typeof total === 'string' && !totals?.[total]),
      )
      .map((column) => column.id)
  const missing = columns
    .filter((column) => column.fixed && !known.includes(column.id))
    .map((column) => column.id)
  return [...missing, ...new Set(known)]
}
