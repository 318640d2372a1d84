import { formatDateTime } from '@saldo/domain/dates'
import { truncate } from '@saldo/domain/truncate'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import styles from './MessageSummary.module.css'
import type { Message } from './messages-query.ts'

/** More than two lines hold; the dialog shows all of it. */
const shownOfBody = 240

/** Title, first lines and date; bold while unread. */
export function MessageSummary({
  message,
}: {
  message: Pick<Message, 'title' | 'body' | 'date_create' | 'date_read'>
}) {
  const unread = message.date_read === null
  return (
    <span className={styles.summary} data-unread={unread || undefined}>
      <span className={styles.title}>
        {unread && <VisuallyHidden>Da leggere: </VisuallyHidden>}
        {message.title}
      </span>
      <span className={styles.body}>{truncate(message.body, shownOfBody)}</span>
      <time className={styles.when} dateTime={message.date_create}>
        {formatDateTime(message.date_create)}
      </time>
    </span>
  )
}
