import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { noteKindLabels } from '@saldo/domain/registry/note'
import { api } from '../../../api.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { type Note, refetchNotes } from './notes-query.ts'

/** Removes a note or a call. The person's history keeps what it said. */
export function RemoveNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const label = noteKindLabels[note.kind].toLowerCase()
  const form = useForm({
    initial: {},
    submit: async () => {
      await api('DELETE /v1/notes/{id}', { params: { id: note.note_id } })
      onClose()
      alertToast(note.kind === 'call' ? 'Telefonata eliminata.' : 'Nota eliminata.', 'success')
      await refetchNotes()
    },
  })
  return (
    <Dialog opened title={`Elimina la ${label}`} onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          Del {formatDateTime(note.happened_at)}, scritta da {note.author}. Nella storia della persona resta
          traccia di chi l’ha eliminata e del testo.
        </p>
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" color="mattone" loading={form.busy}>
            Elimina la {label}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
