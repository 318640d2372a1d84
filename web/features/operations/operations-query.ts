import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { queries } from '../../session/queries.ts'

export type Operations = Reply<'GET /v1/operations'>
export type OperationCheck = Operations['checks'][number]

/** The checks are looked at every two minutes; an open page follows. */
const often = 15_000

export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  queryFn: ({ signal }) => api('GET /v1/operations', { signal }),
  staleTime: often,
  refetchInterval: often,
})

/** Looks at everything now. Rejects with the server's error. */
export async function checkNow(): Promise<void> {
  queries.setQueryData(operationsQuery.queryKey, await api('POST /v1/operations/check'))
}
