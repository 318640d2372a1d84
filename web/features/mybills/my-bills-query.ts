import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type MyBill = Reply<'GET /v1/mybills'>['items'][number]
export type Together = Reply<'GET /v1/mybills/together'>

/** What one can pay, the oldest due first; the noun comes first, so that live changes reach it. */
export const myBillsQuery = infiniteQueryOptions({
  queryKey: ['bills', 'mine'],
  queryFn: ({ pageParam, signal }) => api('GET /v1/mybills', { query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
})

/** Asked anew when it is opened and when the form finds it changed, and never behind the back of who fills it in. */
export const togetherQuery = (ids: string) =>
  queryOptions({
    queryKey: ['mybills', 'together', ids],
    queryFn: ({ signal }) => api('GET /v1/mybills/together', { query: { ids }, signal }),
    staleTime: Infinity,
    gcTime: 0,
  })
