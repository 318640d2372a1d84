import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type Handover = Reply<'GET /v1/handovers/{id}'>

/** Polling interval in milliseconds, in case no live events arrive. */
const looksEvery = 1500
export const isUnderWay = ({ state }: Pick<Handover, 'state'>): boolean =>
  state === 'writing' || state === 'reading' || state === 'taking'

export const handoverQuery = (id: number) =>
  queryOptions({
    queryKey: ['handovers', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/handovers/{id}', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? looksEvery : false),
  })

/** The latest: those made of a condominium, or those loaded. */
export const handoversQuery = (of: { account_id?: number; direction: Handover['direction'] }) =>
  queryOptions({
    queryKey: ['handovers', 'latest', of],
    queryFn: ({ signal }) => api('GET /v1/handovers', { query: { ...of, limit: 10 }, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? looksEvery : false),
  })
