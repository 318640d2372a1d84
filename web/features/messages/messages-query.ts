import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { withoutPendingDeletions } from './pending-deletions.ts'

export type MessagePage = Reply<'GET /v1/push/message'>
export type Message = MessagePage['messages'][number]
/** Filters of the messages page, as in the address. */
export type MessageFilters = { q?: string; state?: 'read' | 'unread' }

/** Specification §9: the notification list shows at most 3. */
export const latestAtMost = 3

/** The latest messages, and the number of unread ones. */
export const latestQuery = queryOptions({
  queryKey: ['messages', 'latest'],
  queryFn: async ({ signal }) =>
    withoutPendingDeletions(await api('GET /v1/push/message', { query: { limit: latestAtMost }, signal })),
})

export const messagesQuery = (filters: MessageFilters) =>
  infiniteQueryOptions({
    queryKey: ['messages', 'list', filters],
    queryFn: async ({ pageParam, signal }) =>
      withoutPendingDeletions(
        await api('GET /v1/push/message', { query: { ...filters, limit: 30, cursor: pageParam }, signal }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

export type Sending = Reply<'GET /v1/push/sent'>['items'][number]
export const sendingsQuery = infiniteQueryOptions({
  queryKey: ['messages', 'sent'],
  queryFn: ({ pageParam, signal }) =>
    api('GET /v1/push/sent', { query: { limit: 10, cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
})
