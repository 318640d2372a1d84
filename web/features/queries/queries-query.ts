import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type SavedQuery = Reply<'GET /v1/queries'>['items'][number]
export type SavedQueryDetail = Reply<'GET /v1/queries/{id}'>
export type QueryVersion = SavedQueryDetail['versions'][number]
export type QueryParameter = QueryVersion['parameters'][number]
export type QueryChart = NonNullable<QueryVersion['chart']>
export type QueryResult = Reply<'POST /v1/query-runs'>
export type QueryPlan = Reply<'POST /v1/query-runs/plan'>
export type QueryRun = Reply<'GET /v1/query-runs'>['items'][number]

export const savedQueryQuery = (id: number) =>
  queryOptions({
    queryKey: ['queries', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/queries/{id}', { params: { id }, signal }),
  })

export const queryTablesQuery = queryOptions({
  queryKey: ['queries', 'tables'],
  queryFn: ({ signal }) => api('GET /v1/queries/tables', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const queryAuthorsQuery = queryOptions({
  queryKey: ['query-authors'],
  queryFn: ({ signal }) => api('GET /v1/query-authors', { signal }),
})

/** The version that runs; null: none is approved. */
export const approvedOf = ({ versions, version }: SavedQueryDetail): QueryVersion | null =>
  versions.find((each) => each.version === version) ?? null
