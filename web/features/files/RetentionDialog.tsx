import { Button, Checkbox } from '@mantine/core'
import { api } from '../../api.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { DateField } from '../../ui/form/fields.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { refreshFiles, type StoredFileDetail } from './file-query.ts'

/** Until when a file is kept, and its legal hold. Both want a reason: a shorter time or no hold lets it be deleted. */
export default function RetentionDialog({ file, onClose }: { file: StoredFileDetail; onClose: () => void }) {
  const params = { id: file.file_id }
  const form = useForm({
    initial: { keep_until: file.own_keep_until ?? '', on_hold: file.hold_reason !== null, reason: '' },
    checks: { reason: check.required('Scrivi il motivo.') },
    submit: async ({ keep_until, on_hold, reason }) => {
      const body = { keep_until: keep_until || null, on_hold, reason }
      await api('POST /v1/files/{id}/retention', { params, body })
      onClose()
      alertToast('Salvato.', 'success')
      await refreshFiles()
    },
  })
  const hold = form.field('on_hold')
  return (
    <Dialog opened title="Durata e blocco" onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <DateField
          {...form.field('keep_until')}
          label="Si conserva fino al"
          hint="La notte dopo si elimina. Vuoto: vale la regola del tipo di file"
          required={false}
        />
        <Checkbox
          label="Blocco legale"
          description={
            file.hold_reason === null
              ? 'Finché c’è, nessuno lo elimina: né il cliente, né una regola'
              : `Bloccato per: ${file.hold_reason}`
          }
          name={hold.name}
          checked={hold.value}
          onChange={({ currentTarget }) => hold.onChange(currentTarget.checked)}
        />
        <LongTextField {...form.field('reason')} label="Motivo" maxLength={500} />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Salva
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
