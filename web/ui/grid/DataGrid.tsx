import { Button } from '@mantine/core'
import { type ReactNode, Suspense, useMemo, useRef } from 'react'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { QueryError } from '../feedback/QueryError.tsx'
import type { HelpTopic } from '../help/help-texts.ts'
import { PageTitle } from '../layout/PageTitle.tsx'
import { lazyWithRetry } from '../lazy-with-retry.ts'
import { type PanelSteps, panelWidth } from '../overlay/DetailPanel.tsx'
import { fittingColumns } from './columns/fitting-columns.ts'
import { useColumns } from './columns/useColumns.ts'
import styles from './DataGrid.module.css'
import { ExportMenu } from './ExportMenu.tsx'
import { FilterBar } from './filters/FilterBar.tsx'
import { GridTable } from './GridTable.tsx'
import { type BulkAction, formatCount, formatCountOf, type ListDefinition, type Query } from './list.ts'
import { PaperList } from './PaperList.tsx'
import { printAll } from './print-all.ts'
import type { GridSelectionBar as GridSelectionBarOf } from './selection/GridSelectionBar.tsx'
import { useSelection } from './selection/useSelection.ts'
import { useLetters } from './useLetters.ts'
import { useListAddress } from './useListAddress.ts'
import { useListKeys } from './useListKeys.ts'
import { useListPages } from './useListPages.ts'
import { useNarrow } from './useNarrow.ts'
import { useRoom } from './useRoom.ts'

// No part of the first load. `lazy` forgets that the component is generic.
const GridSelectionBar = lazyWithRetry(() =>
  import('./selection/GridSelectionBar.tsx').then(({ GridSelectionBar }) => ({ default: GridSelectionBar })),
) as unknown as typeof GridSelectionBarOf

/** Props of the panel beside the list: the record's id, its row if loaded, previous and next. */
export type OpenRecord<Row> = { id: string; row: Row | undefined; steps: PanelSteps }

/**
 * A list of records: title and totals, filters, rows loaded on scrolling, selection over the whole result, export, and
 * the open record beside it. All its state is in the URL. Define `list` outside of components. `detail` renders the
 * open record; without it, opening a row calls `onOpen`. `onExpand` opens the record's own page.
 */
export function DataGrid<Row extends object>({
  list,
  title,
  printed = title,
  help,
  actions,
  start,
  above,
  empty,
  bulkActions = [],
  views,
  detail,
  onOpen,
  onExpand,
}: {
  list: ListDefinition<Row>
  title: string
  /** The title on paper, if not `title`. */
  printed?: string
  help?: HelpTopic
  actions?: ReactNode
  /** The main action, if `empty` offers it too: above the list once there are records. */
  start?: ReactNode
  /** Above the title: the path back to the list of which this one is a record. */
  above?: ReactNode
  /** Shown when there are no records at all, regardless of filters. */
  empty: ReactNode
  bulkActions?: readonly BulkAction<Row>[]
  /** The usual views of the list, above its filters. */
  views?: ReactNode
  detail?: (open: OpenRecord<Row>) => ReactNode
  onOpen?: (row: Row) => void
  onExpand?: (id: string) => void
}) {
  const address = useListAddress(list)
  const { pages, rows, totals, allCount, filtered } = useListPages(list, address.filters, address.sort)
  const { shown: chosen, sorting } = useColumns(list, address, totals)
  const selection = useSelection(list, address.filters, totals)
  const { cards, flows } = useNarrow()
  const letters = useLetters()
  useListKeys()

  const indexOf = useMemo(() => new Map(rows.map((row, index) => [list.rowId(row), index])), [list, rows])
  const openId = detail ? address.open : null
  const body = useRef<HTMLDivElement>(null)
  const room = useRoom(body)
  const shown = useMemo(
    () => (openId === null || address.columns ? chosen : fittingColumns(chosen, room - panelWidth, letters)),
    [chosen, openId, address.columns, room, letters],
  )
  const open = (id: string | null, replace = false) => void address.change({ open: id }, replace)
  const openIndex = openId === null ? -1 : (indexOf.get(openId) ?? -1)
  const step = (by: number) => {
    const row = openIndex < 0 ? undefined : rows[openIndex + by]
    return row ? () => open(list.rowId(row), true) : undefined
  }

  const none = allCount === 0

  return (
    <div className={styles.page} data-flows={flows || undefined}>
      <div className={styles.head} data-print="away">
        {above}
        <PageTitle
          title={title}
          help={help}
          summary={
            totals &&
            !none && (
              <Summary
                list={list}
                totals={totals}
                allCount={allCount}
                filters={filtered ? address.filters : null}
              />
            )
          }
          actions={
            <>
              {!none && (
                <ExportMenu
                  list={list}
                  query={{ ...address.filters, sort: address.sort }}
                  shown={chosen}
                  disabled={totals?.count === 0}
                  iconOnly={cards}
                  onPrint={() => void printAll(pages)}
                />
              )}
              {actions}
              {!none && start}
            </>
          }
        />
        {views}
        {none ? (
          <div className={styles.apart} />
        ) : (
          <FilterBar list={list} address={address} shown={chosen} cards={cards} />
        )}
      </div>

      <div ref={body} className={styles.body}>
        <div className={styles.list}>
          {pages.isError && rows.length === 0 ? (
            <div className={styles.message}>
              <QueryError
                error={pages.error}
                what={`Non riesco a mostrare l’elenco: ${title}`}
                onRetry={() => void pages.refetch()}
              />
            </div>
          ) : pages.isSuccess && rows.length === 0 ? (
            <div className={styles.message}>
              {filtered && allCount !== 0 ? (
                <NoMatches list={list} allCount={allCount} onClear={() => void address.clearFilters()} />
              ) : (
                empty
              )}
            </div>
          ) : (
            <GridTable
              list={list}
              title={title}
              sorting={sorting}
              shown={shown}
              rows={rows}
              indexOf={indexOf}
              pages={pages}
              count={totals?.count}
              cards={cards}
              flows={flows}
              letters={letters}
              compact={address.compact}
              selection={selection}
              openId={openId}
              onOpen={(row, again) => {
                const id = list.rowId(row)
                if (!detail) onOpen?.(row)
                else if (again) onExpand?.(id)
                else open(id, openId !== null)
              }}
              onClose={() => open(null)}
            />
          )}
          {selection.count > 0 && (
            <Suspense>
              <GridSelectionBar
                list={list}
                selection={selection}
                totals={totals}
                query={{ ...address.filters, sort: address.sort }}
                shown={chosen}
                rows={rows}
                actions={bulkActions}
              />
            </Suspense>
          )}
        </div>
        {openId !== null && detail && (
          <div className={styles.panel}>
            {detail({
              id: openId,
              row: rows[openIndex],
              steps: { onPrevious: step(-1), onNext: step(1), onClose: () => open(null) },
            })}
          </div>
        )}
      </div>
      <PaperList
        list={list}
        title={printed}
        filters={address.filters}
        shown={chosen}
        rows={rows}
        totals={totals}
      />
    </div>
  )
}

/** “28 di 1.284 · residuo 8.214,35 €” */
function Summary<Row>({
  list,
  totals,
  allCount,
  filters,
}: {
  list: ListDefinition<Row>
  totals: { count: number } & Record<string, number>
  allCount: number | undefined
  /** Null: the whole list. */
  filters: Query | null
}) {
  const many =
    filters && allCount !== undefined
      ? `${formatCount(totals.count)} di ${formatCount(allCount)}`
      : formatCountOf(totals.count, list.words)
  const sum = list.summary?.(totals, filters ?? {})
  return (
    <span aria-live="polite">
      {many}
      {sum && <> · {sum}</>}
    </span>
  )
}

/** No record passes the filters. */
function NoMatches<Row>({
  list,
  allCount = 0,
  onClear,
}: {
  list: ListDefinition<Row>
  allCount: number | undefined
  onClear: () => void
}) {
  return (
    <EmptyState
      title={`${list.words.feminine ? 'Nessuna' : 'Nessun'} ${list.words.one} con questi filtri`}
      action={
        <Button variant="default" onClick={onClear}>
          Togli i filtri
        </Button>
      }
    >
      {allCount > 0 && `Senza filtri: ${formatCountOf(allCount, list.words)}.`}
    </EmptyState>
  )
}
