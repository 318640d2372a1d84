import { queryOptions } from '@tanstack/react-query'
import { type Import, type ImportKind, importKinds } from './import-kinds.ts'

/** Polling interval in milliseconds, in case no live events arrive. */
const looksEvery = 1500

/** Whether the server is reading, writing or undoing. */
export const underWay = ({ state }: Pick<Import, 'state'>) =>
  state === 'reading' || state === 'writing' || state === 'undoing'

export const importQuery = (kind: ImportKind, id: number) =>
  queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: ({ signal }) => importKinds[kind].get(id, signal),
    refetchInterval: ({ state }) => (state.data && underWay(state.data) ? looksEvery : false),
  })

export const importsQuery = (kind: ImportKind) =>
  queryOptions({
    queryKey: ['imports', 'latest', kind],
    queryFn: ({ signal }) => importKinds[kind].latest(signal),
    refetchInterval: ({ state }) => (state.data?.some(underWay) ? looksEvery : false),
  })
