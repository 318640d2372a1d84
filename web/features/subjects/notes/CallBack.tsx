import { Button } from '@mantine/core'
import { formatDate, formatDateTime, today } from '@saldo/domain/dates'
import { Check } from 'iconoir-react'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { errorSentence } from '../../../api-error.ts'
import { IfPermitted } from '../../../session/permissions/IfPermitted.tsx'
import { LinkButton } from '../../../ui/buttons/PlainButton.tsx'
import { alertToast } from '../../../ui/feedback/toast.ts'
import { Icon } from '../../../ui/icons/Icon.tsx'
import styles from './Notes.module.css'
import { type Note, refetchNotes } from './notes-query.ts'

/** The day on which to call back, and whether somebody did. */
export function CallBack({ note }: { note: Note }) {
  const { note_id, call_back_on, called_back_at, called_back_by } = note
  const [busy, setBusy] = useState(false)
  if (!call_back_on) return null
  const mark = async (called_back: boolean) => {
    setBusy(true)
    try {
      await api('POST /v1/notes/called-back/{id}', { params: { id: note_id }, body: { called_back } })
      await refetchNotes()
    } catch (error) {
      alertToast(errorSentence(error, 'Non riesco a segnarlo. Riprova fra poco.'), 'danger')
    } finally {
      setBusy(false)
    }
  }
  const day = formatDate(call_back_on)
  if (called_back_at)
    return (
      <p className={styles.callBack}>
        <span className={styles.done}>
          <Icon of={Check} /> Chiamata fatta
        </span>
        <span className={styles.dim}>
          {formatDateTime(called_back_at)} · {called_back_by}
        </span>
        <IfPermitted permission="subjects:write">
          <LinkButton disabled={busy} onClick={() => void mark(false)}>
            Non ancora fatta
          </LinkButton>
        </IfPermitted>
      </p>
    )
  return (
    <p className={styles.callBack}>
      <strong data-late={call_back_on < today() || undefined}>
        {call_back_on < today() ? `Era da richiamare il ${day}` : `Richiamare il ${day}`}
      </strong>
      <IfPermitted permission="subjects:write">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon of={Check} />}
          loading={busy}
          onClick={() => void mark(true)}
        >
          Chiamata fatta
        </Button>
      </IfPermitted>
    </p>
  )
}
