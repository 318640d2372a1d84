import { apiFile } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { saveFile } from '../../ui/save-file.ts'
import type { Flow } from './flow-query.ts'

/** Saves the file as it was made or loaded; the server asks who it is first, because it has names and IBANs. */
export async function downloadFlow({ flow_id }: Pick<Flow, 'flow_id'>): Promise<void> {
  try {
    const { blob, name } = await apiFile('GET /v1/flows/{id}/file', { params: { id: flow_id } })
    saveFile(blob, name)
  } catch (error) {
    alertToast(errorSentence(error, 'Non riesco a scaricare il file. Riprova fra poco.'), 'danger')
  }
}
