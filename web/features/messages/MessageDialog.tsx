import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { useEffect, useState } from 'react'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { openSearch } from '../search/open-search.ts'
import styles from './MessageDialog.module.css'
import { deleteMessage, markRead, markUnread } from './message-acts.ts'
import type { Message } from './messages-query.ts'
import { SearchableText } from './SearchableText.tsx'

/** A whole message. Opening it marks it as read; the toggle names what it will do. */
export default function MessageDialog({
  message,
  superUser,
  onClose,
}: {
  message: Message
  superUser: boolean
  onClose: () => void
}) {
  const [read, setRead] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message that is opened
  useEffect(() => void markRead([message]), [message.id])
  const now = { ...message, date_read: read ? message.date_create : null }
  const toggle = () => {
    setRead(!read)
    void (read ? markUnread(now) : markRead([now]))
  }
  const search = (text: string) => {
    onClose()
    openSearch(text)
  }
  return (
    <Dialog
      opened
      title={message.title}
      onClose={onClose}
      size={520}
      actions={
        <>
          <Button
            variant="subtle"
            color="red"
            onClick={() => {
              deleteMessage(now)
              onClose()
            }}
          >
            CANCELLA
          </Button>
          <Button
            variant="default"
            onClick={toggle}
            title={read ? 'Segna come da leggere' : 'Segna come letto'}
          >
            {read ? 'DA LEGGERE' : 'LETTO'}
          </Button>
          <Button data-autofocus onClick={onClose}>
            ESCI
          </Button>
        </>
      }
    >
      <time className={styles.when} dateTime={message.date_create}>
        {formatDateTime(message.date_create)}
      </time>
      {superUser ? (
        <SearchableText text={message.body} onSearch={search} />
      ) : (
        <p className={styles.body}>{message.body}</p>
      )}
      <MessageLink link={message.metadata.link} onFollow={onClose} />
    </Dialog>
  )
}

/** Opens a message's link: a page of the product here, another site in a new tab. */
function MessageLink({ link, onFollow }: { link: string | undefined; onFollow?: () => void }) {
  if (!link) return null
  if (link.startsWith('/'))
    return (
      <a className={styles.link} href={`#${link}`} onClick={onFollow}>
        Apri
      </a>
    )
  return (
    <a className={styles.link} href={link} target="_blank" rel="noopener noreferrer">
      Apri {new URL(link).hostname} (in un’altra scheda)
    </a>
  )
}
