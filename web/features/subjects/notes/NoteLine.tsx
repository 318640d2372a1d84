import { formatDateTime } from '@saldo/domain/dates'
import { noteKindLabels } from '@saldo/domain/registry/note'
import { EditPencil, Page, Phone, Trash } from 'iconoir-react'
import { IfPermitted } from '../../../session/permissions/IfPermitted.tsx'
import { IconButton } from '../../../ui/buttons/PlainButton.tsx'
import { Icon } from '../../../ui/icons/Icon.tsx'
import { CallBack } from './CallBack.tsx'
import styles from './Notes.module.css'
import type { Note } from './notes-query.ts'

/** A note or a call: when, who wrote it, what it says, and the day to call back. */
export function NoteLine({
  note,
  onChange,
  onRemove,
}: {
  note: Note
  onChange: (note: Note) => void
  onRemove: (note: Note) => void
}) {
  const when = formatDateTime(note.happened_at)
  const label = noteKindLabels[note.kind]
  return (
    <li className={styles.note}>
      <div className={styles.head}>
        <span className={styles.kind}>
          <Icon of={note.kind === 'call' ? Phone : Page} />
          {label}
        </span>
        <span className={styles.dim}>
          {when} · {note.author}
        </span>
        {note.may_change && (
          <IfPermitted permission="subjects:write">
            <span className={styles.acts}>
              <IconButton
                icon={EditPencil}
                label={`Modifica: ${label.toLowerCase()} del ${when}`}
                onClick={() => onChange(note)}
              />
              <IconButton
                icon={Trash}
                label={`Elimina: ${label.toLowerCase()} del ${when}`}
                onClick={() => onRemove(note)}
              />
            </span>
          </IfPermitted>
        )}
      </div>
      <p className={styles.text}>{note.text}</p>
      {note.call_back_on && <CallBack note={note} />}
    </li>
  )
}
