import { api } from '../../../api.ts'
import { queries } from '../../../session/queries.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import type { Announcement } from './announcements-list.tsx'

type Content = NonNullable<Parameters<typeof api<'POST /v1/announcements'>>[1]>['body']

const refetch = () => queries.invalidateQueries({ queryKey: ['announcements'] })

/** Writes an announcement, or changes the one given. */
export async function saveAnnouncement(of: Announcement | undefined, body: Content): Promise<void> {
  if (of) await api('PUT /v1/announcements/{id}', { params: { id: of.announcement_id }, body })
  else await api('POST /v1/announcements', { body })
  alertToast(of ? 'Avviso modificato.' : 'Avviso salvato.', 'success')
  await refetch()
}

export async function endAnnouncement({ announcement_id: id }: Announcement): Promise<void> {
  await api('POST /v1/announcements/{id}/end', { params: { id } })
  alertToast('Avviso terminato.', 'success')
  await refetch()
}
