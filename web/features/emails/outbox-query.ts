import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type OutboxMail = Reply<'GET /v1/outbox'>['items'][number]
export type OutboxMailDetail = Reply<'GET /v1/outbox/{id}'>

export const outboxQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['outbox', 'list', q],
    queryFn: ({ pageParam, signal }) =>
      api('GET /v1/outbox', { query: { q: q || undefined, limit: 30, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    // Mails are written by jobs: those of a moment ago are looked for at each visit.
    staleTime: 0,
  })

export const outboxMailQuery = (id: number) =>
  queryOptions({
    queryKey: ['outbox', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/outbox/{id}', { params: { id }, signal }),
  })
