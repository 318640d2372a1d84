import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../../api.ts'

export type Situation = Reply<'GET /v1/accounts/situation/{id}'>
export type Owed = NonNullable<Situation['owed']>
export type Debtor = Reply<'GET /v1/accounts/debtors'>['items'][number]

/** How a condominium stands today. Its key begins with `bills`: payments and new bills make open pages read it again. */
export const situationQuery = (account_id: number) =>
  queryOptions({
    queryKey: ['bills', 'situation', account_id],
    queryFn: ({ signal }) => api('GET /v1/accounts/situation/{id}', { params: { id: account_id }, signal }),
  })

/** Who owes something in the condominium, a page at a time. */
export const debtorsQuery = (account_id: number) =>
  infiniteQueryOptions({
    queryKey: ['bills', 'debtors', account_id],
    queryFn: ({ pageParam, signal }) =>
      api('GET /v1/accounts/debtors', {
        query: { account_id, limit: 50, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
