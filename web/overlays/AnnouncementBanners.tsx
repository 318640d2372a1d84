import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '../api-error.ts'
import {
  closeAnnouncement,
  type OwnAnnouncement,
  ownAnnouncementsQuery,
} from '../session/own-announcements.ts'
import { alertToast } from '../ui/feedback/toast.ts'
import { Banner } from './Banners.tsx'

/** What the back office tells this user, above every page until they close it. */
export function AnnouncementBanners() {
  const { data: announcements } = useQuery(ownAnnouncementsQuery)
  return announcements?.map((each) => <AnnouncementBanner key={each.announcement_id} announcement={each} />)
}

function AnnouncementBanner({ announcement }: { announcement: OwnAnnouncement }) {
  const { announcement_id, title, text, level } = announcement
  const [busy, setBusy] = useState(false)
  const close = async () => {
    if (busy) return
    setBusy(true)
    try {
      await closeAnnouncement(announcement_id)
    } catch (error) {
      alertToast(`Non ho potuto chiudere l’avviso. ${errorSentence(error)}`, 'danger')
    }
    setBusy(false)
  }
  return (
    <Banner
      tone={level === 'attention' ? 'warning' : 'plain'}
      actions={
        <button type="button" aria-label={`Chiudi l’avviso: ${title}`} onClick={() => void close()}>
          Chiudi
        </button>
      }
    >
      <p>
        <strong>{/[.?!…]$/.test(title) ? title : `${title}.`}</strong> {text}
      </p>
    </Banner>
  )
}
