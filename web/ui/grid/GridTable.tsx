// biome-ignore-all lint/a11y/useSemanticElements: a <table> cannot hold absolutely placed, virtual rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its current row
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { selectWidth, widthOf } from './columns/fitting-columns.ts'
import type { Sorting } from './columns/useColumns.ts'
import { GridErrorRow, GridSkeletonRow } from './GridEdgeRows.tsx'
import { GridHeader } from './GridHeader.tsx'
import { GridRow } from './GridRow.tsx'
import styles from './GridTable.module.css'
import type { Column, ListDefinition } from './list.ts'
import {
  contentOf,
  observeScrollerOffset,
  observeScrollerRect,
  scrollerAround,
  topIn,
} from './scroller-or-document.ts'
import type { ListSelection } from './selection/useSelection.ts'
import { useCurrentRow } from './useCurrentRow.ts'
import { useGridKeys } from './useGridKeys.ts'

/** In pixels, with letters of the usual size. */
const headerHeight = 40
const heights = { row: 44, compact: 36, card: 72 }
/** Fetch the next page when so many rows from the end are visible. */
const fetchAhead = 25
const skeletons = { first: 12, next: 6 }

/** Virtual rows: only visible ones are in the document. The grid has the focus; a ref holds the current row. */
export function GridTable<Row extends object>({
  list,
  title,
  sorting,
  shown,
  rows,
  indexOf,
  pages,
  count,
  cards,
  flows,
  letters,
  compact,
  selection,
  openId,
  onOpen,
  onClose,
}: {
  list: ListDefinition<Row>
  title: string
  sorting: Sorting<Row>
  shown: readonly Column<Row>[]
  rows: Row[]
  indexOf: ReadonlyMap<string, number>
  pages: UseInfiniteQueryResult
  count: number | undefined
  cards: boolean
  flows: boolean
  /** As in `useLetters`. */
  letters: number
  compact: boolean
  selection: ListSelection<Row>
  openId: string | null
  /** `again`: the row was already open. */
  onOpen: (row: Row, again: boolean) => void
  onClose: () => void
}) {
  const gridId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const height = Math.round(letters * (cards ? heights.card : compact ? heights.compact : heights.row))
  // With larger letters a row is as high as its text: there is no width left for all of it in one line.
  const grows = letters > 1
  const { virtual, items, scroller, scrollMargin } = useVirtualRows({
    list,
    rows,
    pages,
    cards,
    flows,
    height,
    header: headerHeight * letters,
    frame,
    body,
  })

  const current = useCurrentRow({
    grid: frame,
    gridId,
    rows,
    indexOf,
    rowId: list.rowId,
    scrollTo: virtual.scrollToIndex,
    openId,
  })
  const onKeyDown = useGridKeys({
    grid: frame,
    rows,
    current,
    page: () => Math.max(1, Math.floor((scroller()?.clientHeight ?? height) / height) - 2),
    selection,
    openId,
    rowId: list.rowId,
    onOpen,
    onClose,
  })

  const rowAt = (target: EventTarget) => {
    const index = (target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index
    return index === undefined ? undefined : rows[Number(index)]
  }

  return (
    <div className={styles.frame}>
      <div
        ref={frame}
        className={styles.grid}
        role="grid"
        aria-label={title}
        aria-rowcount={count === undefined ? -1 : count + 1}
        aria-colcount={cards ? 2 : shown.length + 1}
        aria-multiselectable
        aria-busy={pages.isPending}
        tabIndex={0}
        data-cards={cards || undefined}
        data-grows={grows || undefined}
        data-open={openId !== null || undefined}
        data-scroller={!flows || undefined}
        style={
          {
            '--columns': template(shown, letters),
            '--width': `${widthOf(shown, letters)}px`,
            '--height': `${height}px`,
          } as React.CSSProperties
        }
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target === event.currentTarget && current.show()}
        onClick={(event) => {
          const row = rowAt(event.target)
          if (!row || isTextSelected()) return
          const box = (event.target as HTMLElement).closest('[data-select]')
          // While a record is open it stays the current row, whatever is selected meanwhile.
          if (!box || openId === null) current.set(list.rowId(row))
          if (!box) return onOpen(row, false)
          if (event.shiftKey) selection.toggleTo(row, rows)
          else selection.toggle(row)
        }}
      >
        {!cards && (
          <GridHeader sorting={sorting} rowId={list.rowId} shown={shown} rows={rows} selection={selection} />
        )}
        <div ref={body} role="rowgroup" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index]
            const top = item.start - scrollMargin
            if (!row) {
              return pages.isFetchNextPageError ? (
                <GridErrorRow
                  key={item.key}
                  top={top}
                  columns={shown.length + 1}
                  onRetry={() => void pages.fetchNextPage()}
                />
              ) : (
                <GridSkeletonRow key={item.key} top={top} shown={shown} cards={cards} />
              )
            }
            const id = list.rowId(row)
            return (
              <GridRow
                key={item.key}
                domId={`${gridId}-${id}`}
                list={list}
                row={row}
                index={item.index}
                top={top}
                shown={shown}
                card={cards}
                selected={selection.has(id)}
                isCurrent={current.is}
                height={height}
                measure={grows ? virtual.measureElement : undefined}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** The rows in sight, with those of the next page fetched in time. */
function useVirtualRows<Row>({
  list,
  rows,
  pages,
  cards,
  flows,
  height,
  header,
  frame,
  body,
}: {
  list: ListDefinition<Row>
  rows: Row[]
  pages: UseInfiniteQueryResult
  cards: boolean
  flows: boolean
  height: number
  header: number
  frame: React.RefObject<HTMLDivElement | null>
  body: React.RefObject<HTMLDivElement | null>
}) {
  const scroller = () => (flows ? scrollerAround(frame.current) : frame.current)
  const scrollMargin = useScrollMargin(flows, scroller, body, cards, header)

  const extra = pages.isPending
    ? skeletons.first
    : pages.isFetchNextPageError
      ? 1
      : pages.hasNextPage
        ? skeletons.next
        : 0
  const virtual = useVirtualizer<HTMLElement, Element>({
    count: rows.length + extra,
    getScrollElement: scroller,
    estimateSize: () => height,
    getItemKey: (index) => (rows[index] ? list.rowId(rows[index]) : `edge-${index}`),
    overscan: 8,
    scrollMargin,
    scrollPaddingStart: cards ? 0 : header,
    observeElementRect: observeScrollerRect,
    observeElementOffset: observeScrollerOffset,
    useFlushSync: false,
  })
  // Before the effects in which rows of another height measure themselves again: forgets what was measured, and has the
  // places reckoned at once, as a measure equal to one still reckoned with would not be kept.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height makes every measure wrong
  useLayoutEffect(() => {
    virtual.measure()
    virtual.getTotalSize()
  }, [virtual, height])

  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const wantsMore =
    pages.hasNextPage && !pages.isFetching && !pages.isFetchNextPageError && last >= rows.length - fetchAhead
  const { fetchNextPage } = pages
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])
  return { virtual, items, scroller, scrollMargin }
}

const template = (
  shown: readonly Column<never>[] | readonly { width: number; grow?: number }[],
  letters: number,
) => {
  const columns = shown.map(({ width, grow }) => {
    const least = `${width * letters}px`
    return grow ? `minmax(${least}, ${grow}fr)` : least
  })
  return [`${selectWidth}px`, ...columns].join(' ')
}

const isTextSelected = () => (getSelection()?.toString() ?? '') !== ''

/** Where the rows begin inside the scroller: below the header, or below everything above the list. */
function useScrollMargin(
  flows: boolean,
  scroller: () => HTMLElement | null,
  body: React.RefObject<HTMLDivElement | null>,
  cards: boolean,
  header: number,
) {
  const [margin, setMargin] = useState(cards ? 0 : header)
  // biome-ignore lint/correctness/useExhaustiveDependencies: refs, and a scroller found anew when the layout changes
  useLayoutEffect(() => {
    if (!flows) return setMargin(header)
    const around = scroller()
    const measure = () => {
      if (around && body.current) setMargin(Math.round(topIn(around, body.current)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    const content = contentOf(around)
    if (content) observer.observe(content)
    for (const above of body.current?.closest('[data-flows]')?.children ?? []) observer.observe(above)
    return () => observer.disconnect()
  }, [flows, cards, header])
  return margin
}
