import type { OwnMaintenance } from '@saldo/contract/platform/maintenances'
import { queryOptions } from '@tanstack/react-query'
import { appHeaders, heldAccessToken } from './tokens.ts'

/** Milliseconds between two questions: while nobody is kept out, and while the caller is. */
const askEvery = { usually: 60_000, during: 20_000 }

/**
 * Whether a maintenance keeps this user out, and until when. Asked every minute in pages that are seen, besides what live
 * updates tell: a maintenance that was planned begins without anybody doing anything. It must not prolong the session, so it
 * goes with the access token that is there, if any.
 */
export const ownMaintenanceQuery = queryOptions({
  queryKey: ['maintenances', 'mine'],
  queryFn: async ({ signal }): Promise<OwnMaintenance | null> => {
    const token = heldAccessToken()
    const response = await fetch('/v1/maintenances/mine', {
      signal,
      headers: { ...appHeaders, ...(token && { authorization: `Bearer ${token}` }) },
    })
    if (!response.ok) throw new Error(`maintenances/mine answers ${response.status}`)
    return ((await response.json()) as { maintenance: OwnMaintenance | null }).maintenance
  },
  staleTime: 0,
  retry: false,
  refetchInterval: ({ state }) => (state.data ? askEvery.during : askEvery.usually),
})
