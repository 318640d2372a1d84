import { useQuery } from '@tanstack/react-query'
import { Bell } from 'iconoir-react'
import { Suspense } from 'react'
import plain from '../../ui/buttons/PlainButton.module.css'
import { Icon } from '../../ui/icons/Icon.tsx'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { usePopup } from '../../ui/overlay/usePopup.ts'
import styles from './MessagesBell.module.css'
import { latestQuery } from './messages-query.ts'
import { useRegisteredDevice } from './push/useRegisteredDevice.ts'

const load = () => import('./LatestMessages.tsx')
const LatestMessages = lazyWithRetry(load)

/** The number of unread messages; opens the latest. New ones are announced. */
export function MessagesBell({ superUser }: { superUser: boolean }) {
  const unread = useQuery(latestQuery).data?.count ?? 0
  useRegisteredDevice()
  const { trigger, popup } = usePopup('dialog', load)
  const words = unread > 0 ? `Messaggi, ${unread} da leggere` : 'Messaggi'
  return (
    <>
      <button
        type="button"
        className={`${plain.plain} ${styles.bell}`}
        aria-label={words}
        title={words}
        {...trigger}
      >
        <Icon of={Bell} />
        {unread > 0 && <span className={styles.count}>{unread > 99 ? '99+' : unread}</span>}
      </button>
      <span role="status">{unread > 0 && <VisuallyHidden>{words}</VisuallyHidden>}</span>
      {popup && (
        <Suspense>
          <LatestMessages popup={popup} superUser={superUser} />
        </Suspense>
      )}
    </>
  )
}
