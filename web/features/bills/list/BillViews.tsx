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
import { currentView, sameFilters, savedViews, saveViews, standardViews, type View } from './bill-views.ts'
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
  const known = [...saved, ...standardViews].some((view) => sameFilters(view.filters, filters))

  return (
    <ViewLinks wide>
      {[...standardViews, ...saved].map((view) => (
        <Link
          key={view.name}
          {...paths.bills({ ...view.filters, ...(view.sort && { sort: view.sort }) })}
          activeOptions={{ exact: true }}
          aria-current={view === current ? 'page' : undefined}
        >
          {view.name}
          {view === current && <Count filters={filters} />}
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

/** The number of bills in the current view; same query as the header. */
function Count({ filters }: { filters: Query }) {
  const totals = useQuery({
    queryKey: ['bills', 'summary', filters],
    queryFn: ({ signal }) => api('GET /v1/bills/summary', { query: filters as never, signal }),
  })
  return totals.data && <span className={styles.count}>{formatCount(totals.data.count)}</span>
}
