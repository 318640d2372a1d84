import type { MovementState } from '@saldo/domain/transfers/movement'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** What became of the movements that a statement brought, in the order of the work left. */
export const countedStates = [
  { id: 'to_match', label: 'da abbinare', states: ['to_match', 'partly'] },
  { id: 'to_explain', label: 'da spiegare', states: ['to_explain'] },
  { id: 'matched', label: 'abbinati', states: ['matched', 'credited', 'flow'] },
  { id: 'returned', label: 'stornati o restituiti', states: ['reversal', 'returned'] },
  { id: 'excluded', label: 'esclusi', states: ['excluded'] },
] as const satisfies readonly { id: string; label: string; states: readonly MovementState[] }[]

/** The number of movements of a file in each of `countedStates`. */
export const flowCountsQuery = (flow_id: number) =>
  queryOptions({
    queryKey: ['transfers', 'of-flow', flow_id],
    queryFn: ({ signal }) =>
      Promise.all(
        countedStates.map(async ({ states }) => {
          const { count } = await api('GET /v1/transfers/summary', {
            query: { flow_id, state: states.join(',') },
            signal,
          })
          return count
        }),
      ),
  })
