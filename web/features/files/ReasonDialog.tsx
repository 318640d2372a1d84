import { Button } from '@mantine/core'
import { api, apiFile } from '../../api.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { saveFile } from '../../ui/save-file.ts'
import { refreshFiles, type StoredFileDetail } from './file-query.ts'

const acts = {
  delete: {
    title: 'Elimina il file',
    note: 'Il contenuto si elimina per sempre. Il cliente riceve un messaggio con il motivo, e chi cerca il file lo legge.',
    button: 'Elimina il file',
  },
  unscanned: {
    title: 'Scarica senza controllo',
    note: 'L’antivirus non ha dato il via libera: il file può essere pericoloso. Il motivo resta nella storia del file e nel registro.',
    button: 'Scarica il file',
  },
} as const

/** An act that wants a written reason: deleting a file, or taking one that the virus scanner has not passed. */
export default function ReasonDialog({
  file,
  act,
  onClose,
}: {
  file: StoredFileDetail
  act: keyof typeof acts
  onClose: () => void
}) {
  const params = { id: file.file_id }
  const form = useForm({
    initial: { reason: '' },
    checks: { reason: check.required('Scrivi il motivo.') },
    submit: async (body) => {
      if (act === 'delete') {
        await api('POST /v1/files/{id}/delete', { params, body })
        alertToast(`«${file.name}» è eliminato.`, 'success')
      } else {
        const { blob, name } = await apiFile('POST /v1/files/{id}/download-unscanned', { params, body })
        saveFile(blob, name)
      }
      onClose()
      await refreshFiles()
    },
  })
  const { title, note, button } = acts[act]
  return (
    <Dialog opened title={title} onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          {file.name}. {note}
        </p>
        <LongTextField {...form.field('reason')} label="Motivo" maxLength={500} autoFocus />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" color={act === 'delete' ? 'mattone' : undefined} loading={form.busy}>
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
