import { apiFile } from '../../api.ts'
import { isAborted } from '../../ui/feedback/is-aborted.ts'
import { whileLoading } from '../../ui/feedback/loader.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { saveFile } from '../../ui/save-file.ts'

/** Asks for a file of the reports and saves it; a failure is told in a toast. */
export async function saveReport(...asked: Parameters<typeof apiFile>): Promise<void> {
  try {
    const { blob, name } = await whileLoading('Preparo il file…', apiFile(...asked))
    saveFile(blob, name)
  } catch (error) {
    if (isAborted(error)) return
    const why = error instanceof Error ? error.message : 'Riprova fra poco.'
    alertToast(`Non ho potuto preparare il file. ${why}`, 'danger')
  }
}
