import { Button, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { DateField } from '../../ui/form/fields.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { fileTagsQuery, refreshFiles, type StoredFileDetail } from './file-query.ts'

/** Tags, last day and legal hold of a file. */
export default function FileSettingsDialog({
  file,
  onClose,
}: {
  file: StoredFileDetail
  onClose: () => void
}) {
  const { data: known = [] } = useQuery(fileTagsQuery)
  const form = useForm({
    initial: { tags: file.tags, keep_until: file.own_keep_until ?? '', hold_reason: file.hold_reason ?? '' },
    submit: async ({ tags, keep_until, hold_reason }) => {
      const body = {
        ...{ file_id: file.file_id, tags },
        ...{ keep_until: keep_until || null, hold_reason: hold_reason.trim() || null },
      }
      await api('POST /v1/files', { body })
      onClose()
      alertToast('Salvato.', 'success')
      await refreshFiles()
    },
  })
  const tags = form.field('tags')
  return (
    <Dialog opened title="Imposta etichette e durata" onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <TagsInput
          label="Etichette"
          description="Scrivi una parola e premi Invio"
          name={tags.name}
          value={tags.value}
          error={tags.error}
          onChange={tags.onChange}
          onBlur={tags.onBlur}
          data={known.map(({ tag }) => tag)}
          maxTags={20}
        />
        <DateField
          {...form.field('keep_until')}
          label="Si conserva fino al"
          hint="La notte dopo si elimina. Vuoto: vale la regola del tipo di file"
          required={false}
        />
        <LongTextField
          {...form.field('hold_reason')}
          label="Blocco legale"
          hint="Finché c’è un motivo, nessuno lo elimina: né il cliente, né una regola"
          required={false}
          maxLength={500}
        />
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
