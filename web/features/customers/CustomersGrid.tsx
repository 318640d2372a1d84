// biome-ignore-all lint/a11y/useSemanticElements: a <table> cannot hold absolutely placed, virtual rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the search box has the focus and names the current row
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Bar, Loading } from '../../ui/feedback/Skeleton.tsx'
import styles from './CustomerChooser.module.css'
import { CustomerRow, columns } from './CustomerRow.tsx'
import type { useCustomers } from './customers-query.ts'

export type Grid = { scrollTo: (index: number) => void /** Rows in sight. */; page: () => number }

const headerHeight = 37
const heights = { row: 38, card: 112 }
/** Fetch the next page when so many rows from the end are visible. */
const fetchAhead = 30

/** Virtual rows: only visible ones are in the document; on phones each is a card. */
export function CustomersGrid({
  ref,
  id,
  customers: { pages, rows, found },
  typed,
  currentId,
  busyId,
  onChoose,
  onClear,
}: {
  ref: Ref<Grid>
  id: string
  customers: ReturnType<typeof useCustomers>
  typed: string
  currentId: number | null
  busyId: number | null
  onChoose: (id: number) => void
  onClear: () => void
}) {
  const cards = useMediaQuery('(max-width: 639.9px)', undefined, { getInitialValueInEffect: false }) === true
  const frame = useRef<HTMLDivElement>(null)
  const height = cards ? heights.card : heights.row
  const margin = cards ? 0 : headerHeight
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.customer_id ?? index,
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: margin,
    useFlushSync: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height makes every measure wrong
  useEffect(() => virtual.measure(), [virtual, height])
  useImperativeHandle(ref, () => ({
    scrollTo: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
    page: () => Math.max(1, Math.floor((frame.current?.clientHeight ?? height) / height) - 2),
  }))

  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const wantsMore =
    pages.hasNextPage && !pages.isFetching && !pages.isFetchNextPageError && last >= rows.length - fetchAhead
  const { fetchNextPage } = pages
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users outside the search box scroll from here
    <section ref={frame} className={styles.frame} tabIndex={0} aria-label="Elenco dei clienti">
      <div
        id={id}
        role="grid"
        aria-label="Clienti"
        aria-rowcount={found === undefined ? -1 : found + 1}
        aria-busy={pages.isFetching}
      >
        {!cards && (
          <div role="row" aria-rowindex={1} className={styles.headRow}>
            {columns.map(({ header }) => (
              <div key={header} role="columnheader">
                {header}
              </div>
            ))}
          </div>
        )}
        <div role="rowgroup" className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const customer = rows[item.index]
            return (
              customer && (
                <CustomerRow
                  key={item.key}
                  domId={`${id}-${customer.customer_id}`}
                  customer={customer}
                  index={item.index}
                  top={item.start - margin}
                  typed={typed}
                  card={cards}
                  current={customer.customer_id === currentId}
                  busy={customer.customer_id === busyId}
                  onChoose={onChoose}
                />
              )
            )
          })}
        </div>
      </div>
      <div className={styles.edge}>
        {pages.isPending && (
          <Loading what="i clienti">
            {skeletons.map((row) => (
              <div key={row} className={styles.skeleton} style={{ height }}>
                <Bar width="80%" />
              </div>
            ))}
          </Loading>
        )}
        {pages.isSuccess && rows.length === 0 && (
          <EmptyState
            title="Nessun dato disponibile"
            action={
              typed !== '' && (
                <Button variant="default" onClick={onClear}>
                  Togli la ricerca
                </Button>
              )
            }
          >
            {typed !== '' && `Nessun cliente contiene “${typed}”.`}
          </EmptyState>
        )}
        {pages.isError && rows.length === 0 && (
          <QueryError
            error={pages.error}
            what="Non riesco a mostrare i clienti"
            onRetry={() => void pages.refetch()}
          />
        )}
        {pages.isFetchNextPageError && (
          <p>
            Gli altri clienti non sono arrivati.{' '}
            <LinkButton onClick={() => void fetchNextPage()}>Riprova</LinkButton>
          </p>
        )}
      </div>
    </section>
  )
}

const skeletons = Array.from({ length: 12 }, (_, row) => row)
