import { formatDate } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { useRefusalReason } from '../../session/permissions/permission.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import type { Query } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import day from './Day.module.css'
import { ItemCard } from './ItemCard.tsx'
import styles from './Items.module.css'
import { type DayFilters, itemsOfPartQuery, type Part } from './reconciliation-query.ts'
import { partTitle } from './reconciliation-words.ts'

/** The differences behind a part of the summary, of all days, each with its day. */
export function ItemsOfPart({ part, filters, back }: { part: Part; filters: DayFilters; back: Query }) {
  const { data, ...query } = useQuery(itemsOfPartQuery(part, filters))
  const mayNot = useRefusalReason('payments:write')
  const days = data && [...new Set(data.items.map((item) => item.day))]
  return (
    <article aria-label={partTitle(part)}>
      <Link {...paths.reconciliation(back)} className={`${links.link} ${day.back}`}>
        Tutti i giorni
      </Link>
      <header className={day.dayHead}>
        <h2>{partTitle(part)}</h2>
      </header>
      {query.isPending && (
        <Loading what="le differenze">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare le differenze"
          onRetry={() => void query.refetch()}
        />
      )}
      {data?.items.length === 0 && <p className={styles.none}>Non ce ne sono più.</p>}
      {mayNot && data && data.items.length > 0 && <p className={styles.none}>{mayNot}</p>}
      {days?.map((each) => (
        <Section
          key={each}
          title={formatDate(each)}
          level={3}
          action={
            <Link {...paths.reconciliation({ ...back, day: each })} className={links.link}>
              Tutto il giorno
            </Link>
          }
        >
          <ul className={styles.items}>
            {data?.items
              .filter((item) => item.day === each)
              .map((item) => (
                <ItemCard key={item.item_id} item={item} />
              ))}
          </ul>
        </Section>
      ))}
      {data?.next_cursor && <p className={styles.none}>Qui sono le {data.items.length} più grandi.</p>}
    </article>
  )
}
