import { Button, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import './mantine-pills.css'
import { fileTagsQuery, refreshFiles, type StoredFileDetail } from './file-query.ts'

/** The tags of a file. */
export default function TagsDialog({ file, onClose }: { file: StoredFileDetail; onClose: () => void }) {
  const { data: known = [] } = useQuery(fileTagsQuery)
  const form = useForm({
    initial: { tags: file.tags },
    submit: async ({ tags }) => {
      await api('POST /v1/files', { body: { file_id: file.file_id, tags } })
      onClose()
      alertToast('Salvato.', 'success')
      await refreshFiles()
    },
  })
  const tags = form.field('tags')
  return (
    <Dialog opened title="Etichette" onClose={onClose} size={480}>
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
