import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '../api.ts'
import { askQuietly } from './ask-quietly.ts'

/** Milliseconds between two questions: while nobody is kept out, and while the caller is. */
const askEvery = { usually: 60_000, during: 20_000 }

/**
 * Whether a maintenance keeps this user out, and until when. Asked every minute in pages that are seen, besides what live
 * updates tell: a maintenance that was planned begins without anybody doing anything.
 */
export const ownMaintenanceQuery = queryOptions({
  queryKey: ['maintenances', 'mine'],
  queryFn: async ({ signal }) =>
    (await askQuietly<Reply<'GET /v1/maintenances/mine'>>('/v1/maintenances/mine', signal)).maintenance,
  staleTime: 0,
  retry: false,
  refetchInterval: ({ state }) => (state.data ? askEvery.during : askEvery.usually),
})
