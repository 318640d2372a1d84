import { Button } from '@mantine/core'
import { formatDate, relativeDay, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { paths } from '../../paths.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { Amount } from '../../ui/data/Amount.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Bar, Loading } from '../../ui/feedback/Skeleton.tsx'
import { formatCountOf, type Query } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './DaysList.module.css'
import { booksAgree, dayState } from './item-states.ts'
import { type DayFilters, type DaySums, daysQuery } from './reconciliation-query.ts'
import { itemWords } from './reconciliation-words.ts'
import { TwoBooks } from './TwoBooks.tsx'

/** Days, newest first, each with the lines of its books; arrow keys move. */
export function DaysList({
  filters,
  day,
  onClear,
}: {
  filters: DayFilters
  day: string | null
  onClear: () => void
}) {
  const days = useInfiniteQuery(daysQuery(filters))
  const rows = days.data?.pages.flatMap(({ items }) => items) ?? []
  if (days.isPending)
    return (
      <Loading what="i giorni">
        {Array.from({ length: 8 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical bars that never move
          <div key={row} className={styles.skeleton}>
            <Bar width="40%" />
            <Bar />
          </div>
        ))}
      </Loading>
    )
  if (days.isError)
    return (
      <div className={styles.message}>
        <QueryError
          error={days.error}
          what="Non riesco a mostrare i giorni"
          onRetry={() => void days.refetch()}
        />
      </div>
    )
  if (rows.length === 0) return <NoDays filtered={Object.keys(filters).length > 0} onClear={onClear} />
  return (
    <>
      <ul className={styles.days} aria-label="Giorni" onKeyDown={step}>
        {rows.map((sums) => (
          <DayRow key={sums.day} sums={sums} current={sums.day === day} />
        ))}
      </ul>
      {days.hasNextPage && (
        <div className={styles.more}>
          <Button
            variant="default"
            loading={days.isFetchingNextPage}
            onClick={() => void days.fetchNextPage()}
          >
            Mostra i giorni prima
          </Button>
        </div>
      )}
    </>
  )
}

function DayRow({ sums, current }: { sums: DaySums; current: boolean }) {
  const search = useSearch({ strict: false }) as Query
  const closed = sums.open_items === 0
  return (
    <li>
      <Link
        {...paths.reconciliation({ ...search, day: sums.day })}
        className={styles.day}
        aria-current={current ? 'true' : undefined}
      >
        <span className={styles.when}>
          {formatDate(sums.day)}
          <small>{relativeDay(sums.day, today())}</small>
        </span>
        <span className={styles.amount}>
          <Amount cents={sums.provider_amount} size="strong" />
        </span>
        <TwoBooks provider={sums.provider_amount} ours={sums.our_amount} closed={booksAgree(sums)} />
        <span className={styles.left} data-danger={!closed || undefined}>
          {!closed && <Icon of={dayState(sums).icon} />}
          {closed
            ? dayState(sums).word.toLowerCase()
            : `${formatEuro(sums.unexplained)}, ${formatCountOf(sums.open_items, itemWords)}`}
        </span>
      </Link>
    </li>
  )
}

function NoDays({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <div className={styles.message}>
      {filtered ? (
        <EmptyState
          title="Nessun giorno con questi filtri"
          action={
            <Button variant="default" onClick={onClear}>
              Togli i filtri
            </Button>
          }
        />
      ) : (
        <EmptyState title="Nessun movimento da confrontare">
          Ogni notte confronto il libro del provider con pagamenti e scritture.
          <IfPermitted permission="payments:write"> Per farlo adesso usa “Confronta adesso”.</IfPermitted>
        </EmptyState>
      )}
    </div>
  )
}

function step(event: KeyboardEvent<HTMLUListElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!by) return
  const all = [...event.currentTarget.querySelectorAll('a')]
  const at = all.indexOf(document.activeElement as HTMLAnchorElement)
  const next = all[at + by]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
  next.click()
}
