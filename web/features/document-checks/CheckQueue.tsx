import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo, useEffect, useRef } from 'react'
import { paths } from '../../paths.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import type { Query } from '../../ui/grid/list.ts'
import type { DocumentToCheck } from './check-query.ts'
import { kindOf, waitingSince, whoseOf } from './check-words.ts'
import { stateInQueue } from './checks-list.tsx'
import styles from './DocumentChecks.module.css'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

/** The documents that wait, each a link that opens it. */
export function CheckQueue({
  rows,
  pages,
  openId,
  search,
}: {
  rows: readonly DocumentToCheck[]
  pages: Pages
  openId: string | null
  /** Filters and sort of the address, to which a row's link adds its id. */
  search: Query
}) {
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another open row
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [openId])
  return (
    <>
      <ul ref={list} className={styles.rows} aria-label="Documenti da verificare">
        {rows.map((row) => (
          <Row key={row.document_id} row={row} search={search} current={String(row.document_id) === openId} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <div className={styles.more}>
          <Button
            variant="default"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            Mostra altri documenti
          </Button>
        </div>
      )}
    </>
  )
}

const Row = memo(function Row({
  row,
  search,
  current,
}: {
  row: DocumentToCheck
  search: Query
  current: boolean
}) {
  return (
    <li className={styles.row} data-current={current || undefined}>
      <Link
        {...paths.documentChecks({ ...search, open: String(row.document_id) })}
        className={styles.document}
        activeOptions={{ exact: true }}
        aria-current={current ? 'true' : undefined}
        resetScroll={false}
      >
        <span className={styles.office}>{row.customer_name}</span>
        <span className={styles.since}>{waitingSince(row)}</span>
        <span className={styles.kind}>{kindOf(row)}</span>
        <span className={styles.whose}>{whoseOf(row)}</span>
        {row.scan === 'waiting' && (
          <span className={styles.scan}>
            <StateLabel state={stateInQueue(row)} />
          </span>
        )}
      </Link>
    </li>
  )
})
