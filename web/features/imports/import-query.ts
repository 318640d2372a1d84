import { queryOptions } from '@tanstack/react-query'
import { type Import, type ImportKind, importKinds } from './import-kinds.ts'

/** Milliseconds between two looks at an import under way, should the live events not come. */
const looksEvery = 1500

/** Reading, writing and undoing happen on the server, whoever looks. */
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
