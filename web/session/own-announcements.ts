import { queryOptions } from '@tanstack/react-query'
import { api, type Reply } from '../api.ts'
import { askQuietly } from './ask-quietly.ts'
import { queries } from './queries.ts'

export type OwnAnnouncement = Reply<'GET /v1/announcements/mine'>[number]

const queryKey = ['announcements', 'mine'] as const
/** Milliseconds: an announcement that was planned appears without anybody doing anything. */
const askEvery = 5 * 60_000

/** What the back office tells this user now. The first question belongs to opening the page; later ones are quiet. */
export const ownAnnouncementsQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }): Promise<OwnAnnouncement[]> =>
    queries.getQueryData(queryKey) === undefined
      ? api('GET /v1/announcements/mine', { signal })
      : askQuietly('/v1/announcements/mine', signal),
  staleTime: askEvery,
  retry: false,
  refetchInterval: askEvery,
})

/** Closes an announcement for this user, on every device. Rejects with the server's error. */
export async function closeAnnouncement(id: number): Promise<void> {
  await api('POST /v1/announcements/{id}/close', { params: { id } })
  queries.setQueryData(queryKey, (shown: OwnAnnouncement[] = []) =>
    shown.filter(({ announcement_id }) => announcement_id !== id),
  )
}
