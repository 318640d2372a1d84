import { Button } from '@mantine/core'
import { api } from '../../../api.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { LongTextField } from '../../../ui/form/text-fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { refreshTransfers } from '../transfer-acts.ts'
import type { Movement } from '../transfer-query.ts'

/** The note on a movement, for the colleagues; empty removes it. */
export default function NoteDialog({
  movement: { movement_id, note },
  onClose,
}: {
  movement: Movement
  onClose: () => void
}) {
  const form = useForm({
    initial: { note: note ?? '' },
    submit: async (values) => {
      await api('POST /v1/transfers/{id}/explain', {
        params: { id: movement_id },
        body: { note: values.note.trim() || null },
      })
      onClose()
      await refreshTransfers()
    },
  })
  return (
    <Dialog opened title="Nota sul movimento" onClose={onClose}>
      <form {...form.form} className={styles.form}>
        <LongTextField
          {...form.field('note')}
          label="Nota"
          hint="La vedono i colleghi; vuota, la nota sparisce."
          autoFocus
          rows={3}
          maxLength={500}
        />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Lascia com’è
          </Button>
          <Button type="submit" loading={form.busy}>
            Salva la nota
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
