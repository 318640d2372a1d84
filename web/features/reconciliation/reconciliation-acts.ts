import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { type Item, runsQuery } from './reconciliation-query.ts'

/** Starts a comparison; no toast, because its progress is shown. */
export async function compareNow(days: { from?: string; to?: string } = {}) {
  try {
    await api('POST /v1/reconciliation/runs', { body: days })
  } catch (error) {
    alertToast(`Non ho avviato il confronto. ${errorSentence(error)}`, 'danger')
  }
  await queries.invalidateQueries({ queryKey: runsQuery.queryKey })
}

export const applyItem = ({ item_id }: Item) =>
  acting('Non ho potuto applicarlo.', () =>
    api('POST /v1/reconciliation/items/{id}/apply', { params: { id: item_id } }),
  )
export const postItem = ({ item_id }: Item) =>
  acting('Non ho scritto niente.', () =>
    api('POST /v1/reconciliation/items/{id}/post', { params: { id: item_id } }),
  )
export const explainItem = ({ item_id }: Item, reason: string) =>
  acting('Non ho tenuto la spiegazione.', () =>
    api('POST /v1/reconciliation/items/{id}/explain', { params: { id: item_id }, body: { reason } }),
  )
export const reopenItem = ({ item_id }: Item) =>
  acting('La spiegazione è rimasta.', () =>
    api('POST /v1/reconciliation/items/{id}/reopen', { params: { id: item_id } }),
  )

/** Reports the result, and refetches all sums that contain the item. */
async function acting(failed: string, act: () => Promise<Item>): Promise<boolean> {
  try {
    const { state } = await act()
    if (state === 'resolved') alertToast('Risolta: i libri dicono la stessa cosa.', 'success')
    else if (state === 'open') alertToast('La differenza resta: il provider dice ancora lo stesso.', 'danger')
    return true
  } catch (error) {
    alertToast(`${failed} ${errorSentence(error)}`, 'danger')
    return false
  } finally {
    await queries.invalidateQueries({ queryKey: ['reconciliation'] })
    void queries.invalidateQueries({ queryKey: ['payments'] })
  }
}
