import type { FlowKind } from '@saldo/domain/payments/flow'
import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type Flow = Reply<'GET /v1/flows/{id}'>

/** Polling interval in milliseconds, in case no live events arrive. */
const looksEvery = 1500

/** Whether a job still reads or writes the file. */
const isUnderWay = (state: Flow['state'] | undefined) => state === 'reading' || state === 'writing'

export const flowQuery = (id: number) =>
  queryOptions({
    queryKey: ['flows', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/flows/{id}', { params: { id }, signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.state) ? looksEvery : false),
  })

const latestShown = 8

/** The files loaded last: those of a kind, and those whose kind is not known yet. */
export const latestFlowsQuery = (kind?: FlowKind) =>
  queryOptions({
    queryKey: ['flows', 'latest', kind ?? 'all'],
    queryFn: async ({ signal }) => {
      const { items } = await api('GET /v1/flows', {
        query: { direction: 'in', sort: '-created_at', limit: kind ? 3 * latestShown : latestShown },
        signal,
      })
      return items.filter((flow) => !kind || flow.kind === null || flow.kind === kind).slice(0, latestShown)
    },
    refetchInterval: ({ state }) =>
      state.data?.some((flow) => flow.state === 'reading') ? looksEvery : false,
  })
