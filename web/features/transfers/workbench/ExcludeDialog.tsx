import { Button } from '@mantine/core'
import { api } from '../../../api.ts'
import * as check from '../../../ui/form/checks.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { LongTextField } from '../../../ui/form/text-fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { type Done, includeTransfer, refreshTransfers } from '../transfer-acts.ts'
import type { Movement } from '../transfer-query.ts'

/** Says that a movement is no collection, and why. */
export default function ExcludeDialog({
  movement: { movement_id },
  onClose,
  onDone,
}: {
  movement: Movement
  onClose: () => void
  onDone: (done: Done) => void
}) {
  const form = useForm({
    initial: { reason: '' },
    checks: { reason: check.required('Scrivi perché non è un incasso.') },
    submit: async ({ reason }) => {
      await api('POST /v1/transfers/{id}/exclude', { params: { id: movement_id }, body: { reason } })
      onClose()
      onDone({
        movement_id,
        text: 'Escluso dagli incassi.',
        undo: async () => void (await includeTransfer(movement_id)),
      })
      await refreshTransfers()
    },
  })
  return (
    <Dialog opened title="Escludi dagli incassi" onClose={onClose}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          Il movimento resta nell’estratto, ma non si abbina a nessuna bolletta. Puoi rimetterlo quando vuoi.
        </p>
        <LongTextField
          {...form.field('reason')}
          label="Perché non riguarda i condòmini"
          hint="Per esempio: interessi della banca, rimborso del fornitore."
          required
          autoFocus
          rows={2}
          maxLength={300}
        />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Lascia com’è
          </Button>
          <Button type="submit" loading={form.busy}>
            Escludi
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
