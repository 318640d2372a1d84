import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { paths } from '../../paths.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { AnchoredPopover } from '../../ui/overlay/Anchored.tsx'
import type { Popup } from '../../ui/overlay/usePopup.ts'
import styles from './LatestMessages.module.css'
import { MessageSummary } from './MessageSummary.tsx'
import { latestQuery, type Message } from './messages-query.ts'

const MessageDialog = lazyWithRetry(() => import('./MessageDialog.tsx'))

/** The latest three messages, with a link to all. */
export default function LatestMessages({ popup, superUser }: { popup: Popup; superUser: boolean }) {
  const [read, setRead] = useState<Message | null>(null)
  const close = () => popup.onChange(false)
  return (
    <>
      <AnchoredPopover popup={popup} width={340} position="bottom-end">
        <h2 className={styles.title}>Messaggi</h2>
        <Latest
          onRead={(message) => {
            close()
            setRead(message)
          }}
        />
        <footer className={styles.foot}>
          <Link {...paths.messages()} onClick={close}>
            Vedi tutti i messaggi
          </Link>
          {superUser && (
            <Link {...paths.writeMessage()} onClick={close}>
              Scrivi un messaggio
            </Link>
          )}
        </footer>
      </AnchoredPopover>
      {read && (
        <Suspense>
          <MessageDialog message={read} superUser={superUser} onClose={() => setRead(null)} />
        </Suspense>
      )}
    </>
  )
}

function Latest({ onRead }: { onRead: (message: Message) => void }) {
  const latest = useQuery(latestQuery)
  if (latest.isPending)
    return (
      <Loading what="i messaggi">
        <TextSkeleton lines={6} />
      </Loading>
    )
  if (latest.isError)
    return (
      <QueryError
        error={latest.error}
        what="Non riesco a mostrare i messaggi"
        onRetry={() => void latest.refetch()}
      />
    )
  const { messages } = latest.data
  if (messages.length === 0) return <p className={styles.none}>Nessun messaggio.</p>
  return (
    <ul className={styles.list} aria-label="Ultimi messaggi">
      {messages.map((message) => (
        <li key={message.id}>
          <button type="button" className={styles.message} onClick={() => onRead(message)}>
            <MessageSummary message={message} />
          </button>
        </li>
      ))}
    </ul>
  )
}
