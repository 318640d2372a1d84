import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Xmark } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { meQuery } from '../../../session/queries.ts'
import { IconButton } from '../../../ui/buttons/PlainButton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { formatCount, type Query } from '../../../ui/grid/list.ts'
import { useListAddress } from '../../../ui/grid/useListAddress.ts'
import { ViewLinks } from '../../../ui/layout/ViewLinks.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import styles from './BillViews.module.css'
import {
  currentView,
  filtersOf,
  sameFilters,
  savedViews,
  saveViews,
  standardViews,
  type View,
} from './bill-views.ts'
import { billsList } from './bills-list.tsx'

const NameView = lazyWithRetry(() => import('./NameView.tsx'))

/** Standard and saved views of the bills, as links with filters. */
export function BillViews() {
  const { data: user } = useSuspenseQuery(meQuery)
  const { filters, sort } = useListAddress(billsList)
  const whose = String(user.user_id)
  const [saved, setSaved] = useState(() => savedViews(whose))
  const [naming, setNaming] = useState(false)
  const current = currentView(filters, saved)
  const keep = (views: readonly View[]) => {
    saveViews(whose, views)
    setSaved([...views])
  }
  const remove = (view: View) => {
    keep(saved.filter((each) => each !== view))
    toast(`Vista «${view.name}» tolta`, () => keep(saved))
  }
  const views = [...standardViews, ...saved].map((view) => ({ view, shows: filtersOf(view, filters) }))
  const counts = useCounts(views.map(({ shows }) => shows))
  const known = [...saved, ...standardViews].some((view) => sameFilters(view.filters, filters))

  return (
    <ViewLinks wide>
      {views.map(({ view, shows }, place) => (
        <Link
          key={view.name}
          {...paths.bills({ ...shows, ...(view.sort && { sort: view.sort }) })}
          activeOptions={{ exact: true }}
          aria-current={view === current ? 'page' : undefined}
        >
          {view.name} <Count of={counts.of?.[place]} stale={counts.stale} />
        </Link>
      ))}
      {current && saved.includes(current) && (
        <IconButton icon={Xmark} label={`Togli la vista ${current.name}`} onClick={() => remove(current)} />
      )}
      {!known && (
        <IconButton icon={Plus} label="Salva questi filtri come vista" onClick={() => setNaming(true)} />
      )}
      {naming && (
        <Suspense>
          <NameView
            taken={[...standardViews, ...saved].map(({ name }) => name)}
            onClose={() => setNaming(false)}
            onName={(name) => {
              const order = sort === billsList.defaultSort ? {} : { sort }
              keep([...saved, { name, filters, ...order }])
              setNaming(false)
            }}
          />
        </Suspense>
      )}
    </ViewLinks>
  )
}

/** The server counts so many queries at once. */
const mostCounted = 50

/** The number of bills that each tab shows, in their order, from one query. */
function useCounts(shown: readonly Query[]) {
  const queries = shown.slice(0, mostCounted).map((filters) => new URLSearchParams(filters).toString())
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['bills', 'counts', queries],
    queryFn: ({ signal }) => api('POST /v1/bills/counts', { body: { queries }, signal }),
    // While new counts load, the ones before keep their place, unseen, unless the number of tabs has changed.
    placeholderData: (before) => (before?.counts.length === queries.length ? before : undefined),
  })
  return { of: data?.counts, stale: isPlaceholderData }
}

/** `stale`: counted for other filters. */
const Count = ({ of, stale }: { of: number | null | undefined; stale: boolean }) =>
  of !== null &&
  of !== undefined && (
    <span className={styles.count} data-stale={stale || undefined}>
      {formatCount(of)}
    </span>
  )
