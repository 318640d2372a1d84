import { apiFile } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { whileLoading } from '../../ui/feedback/loader.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { saveFile } from '../../ui/save-file.ts'

/** Downloads a document that is shared with a resident; says why if that fails. */
export async function downloadMine({ document_id, file_name }: { document_id: number; file_name: string }) {
  try {
    const { blob, name } = await whileLoading(
      `Scarico ${file_name}…`,
      apiFile('GET /v1/mydocuments/{id}/download', { params: { id: document_id } }),
    )
    saveFile(blob, name)
  } catch (error) {
    alertToast(`Non l’ho scaricato. ${errorSentence(error)}`, 'danger')
  }
}
