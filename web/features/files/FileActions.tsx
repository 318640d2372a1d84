import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { api, apiFile } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { saveFile } from '../../ui/save-file.ts'
import styles from './Files.module.css'
import { refreshFiles, type StoredFileDetail } from './file-query.ts'

const PreviewDialog = lazyWithRetry(() => import('./PreviewDialog.tsx'))
const TagsDialog = lazyWithRetry(() => import('./TagsDialog.tsx'))
const RetentionDialog = lazyWithRetry(() => import('./RetentionDialog.tsx'))
const ReasonDialog = lazyWithRetry(() => import('./ReasonDialog.tsx'))

type Open = 'preview' | 'tags' | 'retention' | 'delete' | 'unscanned' | null

/** What may be done with a file that is there; what may not is off, with the reason. */
export function FileActions({ file }: { file: StoredFileDetail }) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const why_not_there = file.missing_since === null ? null : 'Manca nell’archivio.'
  return (
    <div className={styles.actions}>
      <ReasonedButton why={file.why_not_safe ?? why_not_there} onClick={() => setOpen('preview')}>
        Anteprima
      </ReasonedButton>
      {file.why_not_safe ? (
        <Button variant="default" onClick={() => setOpen('unscanned')}>
          Scarica lo stesso
        </Button>
      ) : (
        <ReasonedButton variant="default" why={why_not_there} onClick={() => void download(file)}>
          Scarica
        </ReasonedButton>
      )}
      {file.can_scan && file.scan !== 'clean' && file.scan !== 'made_here' && (
        <Button variant="default" onClick={() => void scan(file)}>
          Controlla con l’antivirus
        </Button>
      )}
      <Button variant="default" onClick={() => setOpen('tags')}>
        Etichette
      </Button>
      <Button variant="default" onClick={() => setOpen('retention')}>
        Durata e blocco
      </Button>
      <ReasonedButton variant="default" why={file.why_kept} onClick={() => setOpen('delete')}>
        Elimina
      </ReasonedButton>
      {open && (
        <Suspense fallback={null}>
          {open === 'preview' && <PreviewDialog file={file} onClose={close} />}
          {open === 'tags' && <TagsDialog file={file} onClose={close} />}
          {open === 'retention' && <RetentionDialog file={file} onClose={close} />}
          {(open === 'delete' || open === 'unscanned') && (
            <ReasonDialog file={file} act={open} onClose={close} />
          )}
        </Suspense>
      )}
    </div>
  )
}

async function download({ file_id }: StoredFileDetail): Promise<void> {
  try {
    const { blob, name } = await apiFile('GET /v1/files/{id}/download', { params: { id: file_id } })
    saveFile(blob, name)
    await refreshFiles()
  } catch (error) {
    alertToast(errorSentence(error, 'Non riesco a scaricare il file. Riprova fra poco.'), 'danger')
  }
}

async function scan({ file_id }: StoredFileDetail): Promise<void> {
  try {
    const { scan } = await api('POST /v1/files/{id}/scan', { params: { id: file_id } })
    if (scan === 'clean') alertToast('L’antivirus non ha trovato niente.', 'success')
    else alertToast('Nel file c’è un virus: eliminalo.', 'danger')
    await refreshFiles()
  } catch (error) {
    alertToast(errorSentence(error, 'Non riesco a controllarlo. Riprova fra poco.'), 'danger')
  }
}
