import { api, apiFile } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { saveFile } from '../../ui/save-file.ts'
import { type Handover, handoverQuery } from './handover-query.ts'

/** Saves the ZIP; the server asks who it is first, because it has the data of everybody. */
export async function downloadHandover({ handover_id }: Handover): Promise<void> {
  try {
    const { blob, name } = await apiFile('GET /v1/handovers/{id}/file', { params: { id: handover_id } })
    saveFile(blob, name)
  } catch (error) {
    alertToast(errorSentence(error, 'Non riesco a scaricare lo ZIP. Riprova fra poco.'), 'danger')
  }
}

export const takeOver = ({ handover_id }: Handover) =>
  acting('Non ho preso in consegna niente.', () =>
    api('POST /v1/handovers/{id}/confirm', { params: { id: handover_id } }),
  )

export const discardHandover = ({ handover_id }: Handover) =>
  acting('Non ho potuto scartarlo.', () => api('DELETE /v1/handovers/{id}', { params: { id: handover_id } }))

/** Shows the handover after the act; reports a refusal. */
async function acting(failed: string, act: () => Promise<Handover>): Promise<void> {
  try {
    const now = await act()
    queries.setQueryData(handoverQuery(now.handover_id).queryKey, now)
    void queries.invalidateQueries({ queryKey: ['handovers', 'latest'] })
  } catch (error) {
    if ((error as Error).name !== 'AbortError')
      alertToast(`${failed} ${errorSentence(error, 'Riprova fra poco.')}`, 'danger')
    await queries.invalidateQueries({ queryKey: ['handovers'] })
  }
}
