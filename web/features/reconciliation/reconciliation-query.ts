import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type DaySums = Reply<'GET /v1/reconciliation/days'>['items'][number]
export type AccountDay = Reply<'GET /v1/reconciliation'>['items'][number]
export type Item = Reply<'GET /v1/reconciliation/items'>['items'][number]
export type Run = Reply<'GET /v1/reconciliation/runs/{id}'>

/** Filters of the days, as in the address. */
export type DayFilters = { day_from?: string; day_to?: string; account_id?: string; open?: string }

const itemsAtMost = 200

export const daysQuery = (filters: DayFilters) =>
  infiniteQueryOptions({
    queryKey: ['reconciliation', 'days', filters],
    queryFn: ({ pageParam, signal }) =>
      api('GET /v1/reconciliation/days', { query: { ...filters, limit: 60, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

export const summaryQuery = (filters: DayFilters) =>
  queryOptions({
    queryKey: ['reconciliation', 'summary', filters],
    queryFn: ({ signal }) => api('GET /v1/reconciliation/summary', { query: filters, signal }),
  })

export const dayQuery = (day: string) =>
  queryOptions({
    queryKey: ['reconciliation', 'day', day],
    queryFn: ({ signal }) => api('GET /v1/reconciliation/days/{day}', { params: { day }, signal }),
  })

/** The condominiums of a day, those with open items first. */
export const accountsOfDayQuery = (day: string) =>
  queryOptions({
    queryKey: ['reconciliation', 'accounts', day],
    queryFn: ({ signal }) =>
      api('GET /v1/reconciliation', {
        query: { day_from: day, day_to: day, sort: '-unexplained', limit: itemsAtMost },
        signal,
      }),
  })

/** Differences of a day, resolved ones included; largest first. */
export const itemsOfDayQuery = (day: string) =>
  queryOptions({
    queryKey: ['reconciliation', 'items', day],
    queryFn: ({ signal }) =>
      api('GET /v1/reconciliation/items', {
        query: { day_from: day, day_to: day, sort: '-gap', limit: itemsAtMost },
        signal,
      }),
  })

/** Whether a run is under way on the server. */
export const underWay = ({ state }: Pick<Run, 'state'>) => state === 'queued' || state === 'running'

/** Polling interval of a run, in milliseconds. */
const looksEvery = 1000

export const runsQuery = queryOptions({
  queryKey: ['reconciliation-runs'],
  queryFn: ({ signal }) => api('GET /v1/reconciliation/runs', { query: { limit: 5 }, signal }),
  refetchInterval: ({ state }) => (state.data?.some(underWay) ? looksEvery : false),
})
