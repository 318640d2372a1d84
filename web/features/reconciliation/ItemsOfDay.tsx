import { useQuery } from '@tanstack/react-query'
import { useRefusalReason } from '../../session/permissions/permission.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { ItemCard } from './ItemCard.tsx'
import styles from './Items.module.css'
import { itemsOfDayQuery } from './reconciliation-query.ts'

const groups = [
  { state: 'open', title: 'Da spiegare' },
  { state: 'explained', title: 'Spiegate' },
  { state: 'resolved', title: 'Risolte' },
] as const

/** Differences of a day; nothing if the books agreed from the start. */
export function ItemsOfDay({ day }: { day: string }) {
  const { data, ...query } = useQuery(itemsOfDayQuery(day))
  const mayNot = useRefusalReason('payments:write')
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare le differenze"
        onRetry={() => void query.refetch()}
      />
    )
  if (!data)
    return (
      <Loading what="le differenze">
        <TextSkeleton lines={3} />
      </Loading>
    )
  return (
    <>
      {groups.map(({ state, title }) => {
        const items = data.items.filter((item) => item.state === state)
        return items.length === 0 ? null : (
          <Section key={state} title={title} level={3}>
            {state === 'open' && mayNot && <p className={styles.none}>{mayNot}</p>}
            <ul className={styles.items}>
              {items.map((item) => (
                <ItemCard key={item.item_id} item={item} />
              ))}
            </ul>
            {data.next_cursor && <p className={styles.none}>Qui sono le {data.items.length} più grandi.</p>}
          </Section>
        )
      })}
    </>
  )
}
