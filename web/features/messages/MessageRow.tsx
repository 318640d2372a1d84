import { Checkbox } from '@mantine/core'
import { Mail, MailOpen, Trash } from 'iconoir-react'
import { IconButton } from '../../ui/buttons/PlainButton.tsx'
import { MessageSummary } from './MessageSummary.tsx'
import styles from './Messages.module.css'
import { deleteMessage, markRead, markUnread } from './message-acts.ts'
import type { Message } from './messages-query.ts'

export function MessageRow({
  message,
  selected,
  onSelect,
  onOpen,
}: {
  message: Message
  selected: boolean
  onSelect: (on: boolean) => void
  onOpen: () => void
}) {
  const unread = message.date_read === null
  return (
    <li className={styles.row}>
      <Checkbox
        size="xs"
        aria-label={`Seleziona ${message.title}`}
        checked={selected}
        onChange={(event) => onSelect(event.currentTarget.checked)}
      />
      <button type="button" className={styles.open} onClick={onOpen}>
        <MessageSummary message={message} />
      </button>
      <div className={styles.acts}>
        <IconButton
          icon={unread ? MailOpen : Mail}
          label={`Segna come ${unread ? 'letto' : 'da leggere'}: ${message.title}`}
          onClick={() => void (unread ? markRead([message]) : markUnread(message))}
        />
        <IconButton
          icon={Trash}
          label={`Cancella: ${message.title}`}
          onClick={() => deleteMessage(message)}
        />
      </div>
    </li>
  )
}
