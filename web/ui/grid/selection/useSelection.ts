import { useMemo, useRef, useState } from 'react'
import type { ListDefinition, Query, Totals } from '../list.ts'
import {
  emptySelection,
  isSelected,
  selectionAfterQuery,
  setSelected,
  sumSelection,
  wholeResult,
} from './selection.ts'

/** The selection of a list, its count and cents, and its operations. */
export function useSelection<Row>(list: ListDefinition<Row>, filters: Query, totals: Totals | undefined) {
  const [stored, setStored] = useState(emptySelection)
  const anchor = useRef<string | null>(null)
  const query = JSON.stringify(filters)
  const selection = selectionAfterQuery(stored, query)
  const cents = list.amount ? (totals?.[list.amount.total] ?? 0) : 0

  return useMemo(() => {
    const entry = (row: Row) => [list.rowId(row), list.amount?.of(row) ?? 0] as const
    return {
      selection,
      ...sumSelection(selection, { count: totals?.count ?? 0, cents }),
      has: (id: string) => isSelected(selection, id),
      toggle: (row: Row) => {
        const id = list.rowId(row)
        anchor.current = id
        setStored((now) =>
          setSelected(
            selectionAfterQuery(now, query),
            [entry(row)],
            !isSelected(selectionAfterQuery(now, query), id),
          ),
        )
      },
      /** Sets the row, and all rows between it and the last toggled one, to the same state. */
      toggleTo: (row: Row, rows: readonly Row[]) => {
        const from = rows.findIndex((each) => list.rowId(each) === anchor.current)
        const to = rows.indexOf(row)
        const between = from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1)
        setStored((now) =>
          setSelected(
            selectionAfterQuery(now, query),
            between.map(entry),
            from < 0 || isSelected(now, list.rowId(rows[from]!)),
          ),
        )
      },
      markAll: (rows: readonly Row[], selected: boolean) =>
        setStored((now) => setSelected(selectionAfterQuery(now, query), rows.map(entry), selected)),
      selectEverything: () => setStored(wholeResult(query)),
      clear: () => setStored(emptySelection),
    }
  }, [list, query, selection, totals, cents])
}

export type ListSelection<Row> = ReturnType<typeof useSelection<Row>>
