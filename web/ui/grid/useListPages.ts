import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ListDefinition, Query, Totals } from './list.ts'

const firstPage = 50
/** Page size when scrolling; the server returns at most 200. */
const laterPages = 200

/** The loaded rows of a list, and its totals with and without filters. */
export function useListPages<Row>(list: ListDefinition<Row>, filters: Query, sort: string) {
  const { source } = list
  const pages = useInfiniteQuery({
    queryKey: [source.noun, 'list', { ...source.fixed, ...filters }, sort],
    queryFn: ({ pageParam, signal }) =>
      source.load(
        { ...filters, sort },
        { cursor: pageParam, limit: pageParam ? laterPages : firstPage },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data])
  const totals = useTotals(list, filters)
  const filtered = Object.keys(filters).length > 0
  const all = useTotals(list, noFilters, filtered)
  return {
    pages,
    rows,
    totals: totals.data,
    allCount: filtered ? all.data?.count : totals.data?.count,
    filtered,
  }
}

const noFilters: Query = {}

function useTotals<Row>({ source }: ListDefinition<Row>, filters: Query, enabled = true) {
  return useQuery<Totals>({
    queryKey: [source.noun, 'summary', { ...source.fixed, ...filters }],
    queryFn: ({ signal }) => source.summarise(filters, signal),
    placeholderData: keepPreviousData,
    enabled,
  })
}
