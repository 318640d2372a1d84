import type { Query } from '../../../ui/grid/list.ts'

export type View = { name: string; filters: Query; sort?: string }

/** On which the list opens: what is to be collected, the oldest due date first. */
export const firstView = {
  name: 'Da incassare',
  filters: { money: 'residue' },
  sort: 'next_due_date',
} satisfies View

/** The standard views. *Da incassare* and *Scadute* include payments under way. */
export const standardViews: readonly View[] = [
  firstView,
  { name: 'Scadute', filters: { money: 'overdue' }, sort: 'next_due_date' },
  { name: 'Insolute', filters: { state: 'returned' }, sort: 'next_due_date' },
  { name: 'Tutte', filters: {}, sort: '-issue_date' },
  { name: 'Bozze', filters: { state: 'draft' }, sort: '-issue_date' },
]

/** The view that matches the filters of the address; else the standard view that they narrow; else none. */
export function currentView(filters: Query, saved: readonly View[]): View | undefined {
  return (
    [...saved, ...standardViews].find((view) => sameFilters(view.filters, filters)) ??
    standardViews.find((view) => of(view.filters) === of(filters))
  )
}

/** The filters that distinguish the standard views. */
const of = ({ state = '', money = '' }: Query) => `${state} ${money}`

/** What the view's tab shows: a standard view keeps the other filters of the address, a saved one is as it was saved. */
export function filtersOf(view: View, filters: Query): Query {
  if (!standardViews.includes(view)) return view.filters
  const { state: _state, money: _money, ...others } = filters
  return { ...others, ...view.filters }
}

export const sameFilters = (one: Query, other: Query) => written(one) === written(other)

const written = (filters: Query) =>
  JSON.stringify(
    Object.entries(filters)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, value.split(',').sort().join(',')])
      .sort(),
  )

const key = (whose: string) => `saldo.views.bollette.${whose}`

/** The user's saved views, in this browser. `whose`: the user's id. */
export function savedViews(whose: string): View[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key(whose)) ?? '[]')
    return Array.isArray(kept) ? (kept as View[]) : []
  } catch {
    return []
  }
}

export const saveViews = (whose: string, views: readonly View[]) =>
  localStorage.setItem(key(whose), JSON.stringify(views))
