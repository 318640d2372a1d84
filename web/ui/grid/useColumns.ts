import {
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Column, ListDefinition } from './list.ts'
import type { ListAddress } from './useListAddress.ts'

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature, rowSortingFeature })

/** Which columns show, in which order, and how the list is sorted, all taken from the address. */
export function useColumns<Row extends object>(list: ListDefinition<Row>, rows: Row[], address: ListAddress) {
  const byId = useMemo(() => new Map(list.columns.map((column) => [column.id, column])), [list])
  const columns = useMemo(
    () =>
      list.columns.map((column) => ({
        id: column.id,
        header: column.header,
        enableHiding: !column.fixed,
        enableSorting: Boolean(column.sort),
        accessorFn: () => null,
        sortDescFirst: column.align === 'right',
      })),
    [list],
  )
  const chosen = useMemo(() => shownColumns(list.columns, address.columns), [list, address.columns])
  const state = useMemo(
    () => ({
      columnOrder: chosen,
      columnVisibility: Object.fromEntries(list.columns.map(({ id }) => [id, chosen.includes(id)])),
      sorting: [...byId.values()]
        .filter((column) => sortName(column) === address.sort.replace(/^-/, ''))
        .map((column) => ({ id: column.id, desc: address.sort.startsWith('-') })),
    }),
    [list, byId, chosen, address.sort],
  )
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: list.rowId,
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    state,
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(state.sorting) : update
      const column = next && byId.get(next.id)
      if (!column) return
      const sort = `${next.desc ? '-' : ''}${sortName(column)}`
      address.change({ sort: sort === list.defaultSort ? null : sort })
    },
  })
  const shown = useMemo(() => chosen.flatMap((id) => byId.get(id) ?? []), [chosen, byId])
  return { table, shown }
}

const sortName = <Row>(column: Column<Row>) => (column.sort === true ? column.id : column.sort || null)

/** The chosen columns that exist, fixed ones always among them; without a choice, those not hidden at first. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | null,
): string[] {
  const known = chosen?.filter((id) => columns.some((column) => column.id === id)) ?? []
  if (known.length === 0) return columns.filter((column) => !column.hidden).map((column) => column.id)
  const missing = columns
    .filter((column) => column.fixed && !known.includes(column.id))
    .map((column) => column.id)
  return [...missing, ...new Set(known)]
}
