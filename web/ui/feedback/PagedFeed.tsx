import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './PagedFeed.module.css'
import { QueryError } from './QueryError.tsx'
import { Loading } from './Skeleton.tsx'

/** The parts of an infinite query that a feed shows. */
type Pages = {
  isPending: boolean
  isError: boolean
  error: unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}

/** What is read from the newest on, page by page: loading, failure, nothing, the items, and a button for earlier ones. */
export function PagedFeed({
  query,
  what,
  skeleton,
  items,
  label,
  empty,
}: {
  query: Pages
  /** “i messaggi” */
  what: string
  skeleton: ReactNode
  items: readonly ReactNode[]
  /** The list's name: “Messaggi”. */
  label: string
  empty: ReactNode
}) {
  if (query.isPending) return <Loading what={what}>{skeleton}</Loading>
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what={`Non riesco a mostrare ${what}`}
        onRetry={() => void query.refetch()}
      />
    )
  if (items.length === 0) return empty
  return (
    <>
      <ul className={styles.feed} aria-label={label}>
        {items}
      </ul>
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Mostra {what} prima
          </Button>
        </div>
      )}
    </>
  )
}
