import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../../api.ts'
import { queries } from '../../../session/queries.ts'
import { formatCount, formatCountOf } from '../../../ui/grid/list.ts'
import { billWords } from '../bill-words.ts'

export type BillRun = Reply<'GET /v1/bills/runs/{id}'>

/** Polling interval of a run in milliseconds, in case no live events arrive. */
const looksEvery = 1000

/** Whether a run is under way on the server. */
export const runQuery = (id: number) =>
  queryOptions({
    queryKey: ['bills', 'run', id],
    queryFn: ({ signal }) => api('GET /v1/bills/runs/{id}', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'running' ? false : looksEvery),
  })

export const latestRunsQuery = queryOptions({
  queryKey: ['bills', 'runs'],
  queryFn: ({ signal }) => api('GET /v1/bills/runs', { query: { limit: 10 }, signal }),
  refetchInterval: ({ state }) => (state.data?.some(({ state }) => state === 'running') ? looksEvery : false),
})

/** The refused bills of a run with reasons, page by page. */
export const refusalsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['bills', 'run', id, 'refused'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /v1/bills/runs/{id}/refused', {
        params: { id },
        query: { limit: 50, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

/** Refetches everything that counts bills once a run has ended. */
export function showEnded() {
  for (const noun of ['bills', 'accounts', 'subjects', 'dashboard', 'budgets'])
    void queries.invalidateQueries({ queryKey: [noun] })
}

/** “Annullo 1.284 bollette”, “12 bollette annullate”, “Nessuna bolletta annullata” */
export const runTitle = ({ state, total, changed }: BillRun) =>
  state === 'running'
    ? `Annullo ${formatCountOf(total, billWords)}`
    : changed <= 1
      ? `${changed === 1 ? 'Una' : 'Nessuna'} bolletta annullata`
      : `${formatCount(changed)} bollette annullate`
