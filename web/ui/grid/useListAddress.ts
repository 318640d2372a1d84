import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { usePreferences } from '../theme/preferences.ts'
import { namesOf } from './filters/filter-names.ts'
import type { ListDefinition, Query } from './list.ts'
import { openedSearch, ownParameters, writtenSearch } from './list-search.ts'

/**
 * The state of a list, all in the URL: `q` and the filters by their server names, `sort`, `columns` (visible ones, in
 * order), `open` (the record beside the list), `rows` (`compact`). Columns and row height that are not in the URL come
 * from the user's preferences.
 */
export function useListAddress<Row>(list: ListDefinition<Row>) {
  const address = useSearch({ strict: false }) as Query
  const search = useMemo(() => openedSearch(list, address), [list, address])
  const navigate = useNavigate()
  const preferred = usePreferences()

  const filters = useMemo(() => {
    const names = ['q', ...list.filters.flatMap(namesOf)]
    return Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])))
  }, [list, search])

  /** The grid works for any list route, so the router's types do not apply here. */
  const go = useCallback(
    (next: (before: Query) => Query, replace: boolean) =>
      navigate({ to: '.', replace, search: next as never }),
    [navigate],
  )
  /** Changes parameters; null removes one. `replace` adds no history entry. */
  const change = useCallback(
    (changes: Record<string, string | null>, replace = false) =>
      go((before) => {
        const all = Object.entries<string | null>({ ...openedSearch(list, before), ...changes })
        return writtenSearch(
          list,
          Object.fromEntries(all.filter((entry): entry is [string, string] => !!entry[1])),
        )
      }, replace),
    [go, list],
  )

  return {
    filters,
    sort: search.sort ?? list.defaultSort,
    columns: search.columns?.split(',') ?? preferred.columns[list.source.noun] ?? null,
    open: search.open ?? null,
    compact: (search.rows ?? preferred.density) === 'compact',
    change,
    /** Removes all filters and the search text; columns and row height stay. */
    clearFilters: () =>
      go(
        (before) =>
          writtenSearch(
            list,
            Object.fromEntries(ownParameters.flatMap((name) => (before[name] ? [[name, before[name]]] : []))),
          ),
        false,
      ),
  }
}

export type ListAddress = ReturnType<typeof useListAddress>
