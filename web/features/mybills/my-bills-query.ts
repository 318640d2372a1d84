import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type MyBill = Reply<'GET /v1/mybills'>['items'][number]
export type MyOwed = Reply<'GET /v1/mybills/owed'>
export type Together = Reply<'GET /v1/mybills/together'>
/** Bills of one person in one condominium: one payment. */
export type Group = Together['groups'][number]

/** Payable bills, the oldest due first. The key begins with the noun, for live updates. */
export const myBillsQuery = infiniteQueryOptions({
  queryKey: ['bills', 'mine', 'list'],
  queryFn: ({ pageParam, signal }) => api('GET /v1/mybills', { query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
})

/** What is owed in all. It needs no bill, so that the first page shows it first. */
export const myOwedQuery = queryOptions({
  queryKey: ['bills', 'mine', 'owed'],
  queryFn: ({ signal }) => api('GET /v1/mybills/owed', { signal }),
  initialData: () => globalThis.saldoFirstHome?.owed,
  initialDataUpdatedAt: () => globalThis.saldoFirstHome?.at,
})

/**
 * These bills, or everything that is due now. Refetched on opening, when the bills have changed, and when somebody comes back to
 * this tab: they may have been paid in another. What was typed stays.
 */
export const togetherQuery = (ids: string | undefined) =>
  queryOptions({
    queryKey: ['mybills', 'together', ids ?? 'due'],
    queryFn: ({ signal }) =>
      api('GET /v1/mybills/together', { query: ids === undefined ? {} : { ids }, signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  })
