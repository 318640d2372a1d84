import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import type { Query } from '../../ui/grid/list.ts'
import { ViewLinks } from '../../ui/layout/ViewLinks.tsx'

const all: readonly { name: string; filters: Query; of?: 'bills' | 'people' }[] = [
  { name: 'Tutte', filters: {} },
  { name: 'Senza millesimi', filters: { weight: 'without' } },
  { name: 'Senza recapito', filters: { contact: 'without' }, of: 'people' },
  { name: 'Con scaduto', filters: { debt: 'overdue' }, of: 'bills' },
]

/** The usual views of the units. */
export function UnitViews({
  account_id,
  filters,
  ...seen
}: {
  account_id: number
  filters: Query
  bills: boolean
  people: boolean
}) {
  const { search, ...page } = paths.accountPage(account_id, 'unita')
  return (
    <ViewLinks>
      {all
        .filter(({ of }) => !of || seen[of])
        .map((view) => (
          <Link
            key={view.name}
            {...page}
            search={{ ...search, ...view.filters }}
            activeOptions={{ exact: true }}
            aria-current={isSame(view.filters, filters) ? 'page' : undefined}
          >
            {view.name}
          </Link>
        ))}
    </ViewLinks>
  )
}

const isSame = (view: Query, filters: Query) =>
  Object.keys(filters).length === Object.keys(view).length &&
  Object.entries(view).every(([name, value]) => filters[name] === value)
