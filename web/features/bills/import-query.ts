import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'

export type Import = Reply<'GET /v1/bills/import/{id}'>
export type ImportRow = Reply<'GET /v1/bills/import/{id}/rows'>['items'][number]
export type Sheet = Import['sheets'][number]

/** Milliseconds between two looks at an import under way, should the live events not come. */
const looksEvery = 1500

/** Reading and writing happen on the server, whoever looks. */
export const underWay = ({ state }: Pick<Import, 'state'>) => state === 'reading' || state === 'writing'

export const importQuery = (id: number) =>
  queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: ({ signal }) => api('GET /v1/bills/import/{id}', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && underWay(state.data) ? looksEvery : false),
  })

export const importsQuery = queryOptions({
  queryKey: ['imports', 'latest'],
  queryFn: ({ signal }) => api('GET /v1/bills/import', { query: { limit: 10 }, signal }),
  refetchInterval: ({ state }) => (state.data?.some(underWay) ? looksEvery : false),
})
