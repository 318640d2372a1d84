import { useMediaQuery } from '@mantine/hooks'
import { isDay } from '@saldo/domain/dates'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { useChosenCustomer } from '../../session/customer/useChosenCustomer.ts'
import type { Query } from '../../ui/grid/list.ts'
import { formatCountOf } from '../../ui/grid/list.ts'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { BooksSummary } from './BooksSummary.tsx'
import { DayBooks } from './DayBooks.tsx'
import { DayFilterBar, PrintedDayFilters } from './DayFilterBar.tsx'
import { DaysList } from './DaysList.tsx'
import { ExportDays } from './ExportDays.tsx'
import { ItemsOfPart } from './ItemsOfPart.tsx'
import styles from './Reconciliation.module.css'
import { RunNow } from './RunNow.tsx'
import { type DayFilters, daysQuery, summaryQuery } from './reconciliation-query.ts'
import { dayWords, isPart } from './reconciliation-words.ts'

/**
 * Reconciliation of the provider's book, our payments and the ledger, day by day: the differences and what to do about
 * them.
 */
export function ReconciliationPage() {
  useChosenCustomer()
  const search = useSearch({ strict: false }) as Query
  const navigate = useNavigate()
  const { day: asked = '', voci, ...rest } = search
  // The address may contain anything.
  const day = isDay(asked) ? asked : null
  const part = day === null && isPart(voci) ? voci : null
  const filters = filtersOf(rest)
  const { data: sums } = useQuery(summaryQuery(filters))
  const opened = useFirstDay(filters)
  const shown = day ?? (part ? null : opened)
  const change = (to: Query) =>
    void navigate({ ...paths.reconciliation(clean({ ...search, ...to })), replace: true })
  return (
    <div className={styles.page} data-print="flows" data-open={day !== null || part !== null || undefined}>
      <title>Quadratura · Saldo</title>
      <div className={styles.head}>
        <PageTitle
          title="Quadratura"
          help="reconciliation"
          summary={
            sums &&
            (sums.days === 0
              ? 'Il libro del provider, i pagamenti e le scritture, giorno per giorno'
              : formatCountOf(sums.days, dayWords))
          }
          actions={
            <>
              <ExportDays filters={filters} disabled={!sums || sums.count === 0} />
              <RunNow />
            </>
          }
        />
        <BooksSummary filters={filters} search={search} />
        <DayFilterBar filters={filters} onChange={change} />
        <PrintedDayFilters filters={filters} />
      </div>
      <div className={styles.body} data-print="flows">
        {/* On paper what was chosen stands alone. */}
        <div className={styles.list} data-print={day || part ? 'away' : 'flows'}>
          <DaysList filters={filters} day={shown} onClear={() => void navigate(paths.reconciliation())} />
        </div>
        <div className={styles.detail} data-print={day || part ? 'flows' : 'away'}>
          {part ? (
            <ItemsOfPart key={part} part={part} filters={filters} back={rest} />
          ) : (
            shown && <DayBooks key={shown} day={shown} back={paths.reconciliation(rest)} />
          )}
        </div>
      </div>
    </div>
  )
}

/** On wide screens a day stands beside the list at once: the newest with something to explain, else the newest. */
function useFirstDay(filters: DayFilters): string | null {
  const wide = useMediaQuery('(min-width: 900px)', undefined, { getInitialValueInEffect: false })
  const { data } = useInfiniteQuery(daysQuery(filters))
  const days = data?.pages.flatMap(({ items }) => items) ?? []
  if (!wide) return null
  return (days.find(({ open_items }) => open_items > 0) ?? days[0])?.day ?? null
}

const filtersOf = ({ day_from, day_to, account_id, open }: Query): DayFilters => ({
  ...(day_from ? { day_from } : {}),
  ...(day_to ? { day_to } : {}),
  ...(account_id ? { account_id } : {}),
  ...(open ? { open } : {}),
})

const clean = (search: Query): Query =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ''))
