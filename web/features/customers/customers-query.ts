import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, type Reply } from '../../api.ts'

export type Customer = Reply<'GET /v1/customers'>['items'][number]

const firstPage = 50
/** Page size when scrolling; the server returns at most 200. */
const laterPages = 200

/** Customers that match the search, as far as loaded, and their number. */
export function useCustomers(typed: string) {
  const q = typed || undefined
  const pages = useInfiniteQuery({
    queryKey: ['customers', 'list', typed],
    queryFn: ({ pageParam, signal }) =>
      api('GET /v1/customers', {
        query: { q, limit: pageParam ? laterPages : firstPage, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data])
  return { pages, rows, found: useCount(typed), all: useCount('') }
}

function useCount(typed: string) {
  const { data } = useQuery({
    queryKey: ['customers', 'summary', typed],
    queryFn: ({ signal }) => api('GET /v1/customers/summary', { query: { q: typed || undefined }, signal }),
    placeholderData: keepPreviousData,
  })
  return data?.count
}
