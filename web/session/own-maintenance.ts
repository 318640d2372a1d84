import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '../api.ts'
import { askQuietly } from './ask-quietly.ts'

/** Milliseconds between two questions: while nobody is kept out, and while the caller is. */
const askEvery = { usually: 60_000, during: 20_000 }

type Answer = Reply<'GET /v1/maintenances/mine'>

/**
 * Asked without a token that still holds, the server answers for somebody unknown: that ends no maintenance which it told to this
 * user, and which only this user or their office may have. It ends at its hour, or with the next answer to the user.
 */
export const latestOf = (before: Answer | undefined, now: Answer): Answer =>
  before?.known &&
  before.maintenance &&
  !now.known &&
  !now.maintenance &&
  Date.parse(before.maintenance.until) > Date.now()
    ? before
    : now

/**
 * Whether a maintenance keeps this user out, and until when. Asked every minute in pages that are seen, besides what live
 * updates tell: a maintenance that was planned begins without anybody doing anything.
 */
export const ownMaintenanceQuery = queryOptions({
  queryKey: ['maintenances', 'mine'],
  queryFn: async ({ signal, client, queryKey }): Promise<Answer> =>
    latestOf(client.getQueryData(queryKey), await askQuietly('/v1/maintenances/mine', signal)),
  select: ({ maintenance }) => maintenance,
  staleTime: 0,
  retry: false,
  refetchInterval: ({ state }) => (state.data?.maintenance ? askEvery.during : askEvery.usually),
})
