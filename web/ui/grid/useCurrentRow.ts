import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'

/**
 * The row that the keyboard is on. It is in a ref and marked in the DOM directly, so that holding an arrow key causes
 * no rendering. Follows the open record.
 */
export function useCurrentRow<Row>({
  grid,
  gridId,
  rows,
  indexOf,
  rowId,
  scrollTo,
  openId,
}: {
  grid: RefObject<HTMLElement | null>
  gridId: string
  rows: readonly Row[]
  indexOf: ReadonlyMap<string, number>
  rowId: (row: Row) => string
  scrollTo: (index: number) => void
  openId: string | null
}) {
  const currentId = useRef<string | null>(null)

  /**
   * Sets `aria-activedescendant`, only while the row is rendered: an id of a missing element is an error for screen
   * readers.
   */
  const describe = useCallback(() => {
    const domId = `${gridId}-${currentId.current}`
    if (currentId.current !== null && document.getElementById(domId))
      grid.current?.setAttribute('aria-activedescendant', domId)
    else grid.current?.removeAttribute('aria-activedescendant')
  }, [grid, gridId])

  const set = useCallback(
    (id: string | null) => {
      const before = grid.current?.querySelector('[data-current]')
      before?.removeAttribute('data-current')
      currentId.current = id
      if (id !== null) document.getElementById(`${gridId}-${id}`)?.setAttribute('data-current', '')
      describe()
    },
    [grid, gridId, describe],
  )
  const is = useCallback((id: string) => currentId.current === id, [])
  // Rows are added and removed by scrolling, filters and loading, so this runs after every rendering.
  useLayoutEffect(describe)

  useEffect(() => {
    const index = openId === null ? undefined : indexOf.get(openId)
    if (openId === null || index === undefined || is(openId)) return
    set(openId)
    scrollTo(index)
  }, [openId, indexOf, is, set, scrollTo])

  return useMemo(() => {
    const index = () => (currentId.current === null ? -1 : (indexOf.get(currentId.current) ?? -1))
    return {
      set,
      is,
      index,
      /** The current row, if it is still in the list. */
      row: () => rows[index()],
      /** Moves to a row, at most to the list's ends, and scrolls it into view. */
      moveTo: (wanted: number) => {
        const to = Math.max(0, Math.min(rows.length - 1, wanted))
        const row = rows[to]
        if (!row) return undefined
        set(rowId(row))
        scrollTo(to)
        return row
      },
      /** When the grid gets the focus: the last current row, else the first in the list. */
      show: () => {
        const row = rows[Math.max(0, index())]
        if (row) set(rowId(row))
      },
    }
  }, [rows, indexOf, rowId, scrollTo, set, is])
}

export type CurrentRow<Row> = ReturnType<typeof useCurrentRow<Row>>
