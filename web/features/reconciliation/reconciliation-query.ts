import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type DaySums = Reply<'GET /v1/reconciliation/days'>['items'][number]
export type AccountDay = Reply<'GET /v1/reconciliation'>['items'][number]
export type Item = Reply<'GET /v1/reconciliation/items'>['items'][number]
/** A part of the state: a kind of open items, or the explained ones. */
export type Part = Item['kind'] | 'explained'
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

export type ReconciliationState = Reply<'GET /v1/reconciliation/state'>

/** How the books stand, of the days and the condominium that the filters leave. */
export const stateQuery = ({ day_from, day_to, account_id }: DayFilters) =>
  queryOptions({
    queryKey: ['reconciliation', 'state', { day_from, day_to, account_id }],
    queryFn: ({ signal }) =>
      api('GET /v1/reconciliation/state', { query: { day_from, day_to, account_id }, signal }),
  })

/** What lies at the provider and has not been paid out yet, today. */
export const atProviderQuery = (account_id: string | undefined) =>
  queryOptions({
    queryKey: ['reconciliation', 'at-provider', account_id],
    queryFn: async ({ signal }) => {
      const { provider, connected } = await api('GET /v1/books/cash/summary', {
        query: account_id ? { ids: account_id } : {},
        signal,
      })
      return provider + connected
    },
  })

/** Items behind a part of the state: open ones of a kind, or all that were explained. Largest first. */
export const itemsOfPartQuery = (part: Part, { day_from, day_to, account_id }: DayFilters) =>
  queryOptions({
    queryKey: ['reconciliation', 'items', part, { day_from, day_to, account_id }],
    queryFn: ({ signal }) =>
      api('GET /v1/reconciliation/items', {
        query: {
          ...(part === 'explained' ? { state: 'explained' } : { state: 'open', kind: part }),
          ...{ day_from, day_to, account_id, sort: '-gap', limit: itemsAtMost },
        },
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
