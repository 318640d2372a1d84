import { isOpenMovement } from '@saldo/domain/transfers/movement'
import { api, type Reply } from '../../api.ts'
import { ApiError, errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'

/** An act on movements that was done: what is said of it, and how it is taken back. */
export type Done = { movement_id: number; text: string; undo: () => Promise<void> }

/** Refetches the movements and everything that sums money. */
export const refreshTransfers = () =>
  Promise.all(
    ['transfers', 'payer-rules', 'payments', 'bills', 'accounts', 'subjects', 'dashboard'].map((noun) =>
      queries.invalidateQueries({ queryKey: [noun] }),
    ),
  )

/** Reports a refusal of an act, and shows what is true now. */
async function reported(work: () => Promise<unknown>, failed: string): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    alertToast(errorSentence(error, failed), 'danger')
    return false
  } finally {
    await refreshTransfers()
  }
}

/** Takes matches back at the server: their collections are reversed. */
export async function undoMatches(ids: readonly number[]): Promise<void> {
  const undone = await reported(async () => {
    for (const id of ids) await undoMatch(id, id !== ids[0])
  }, 'Non riesco ad annullare l’abbinamento. Riprova fra poco.')
  if (undone)
    alertToast('Abbinamento annullato: l’incasso è stornato e il bonifico è di nuovo da abbinare.', 'success')
}

/** `together`: the movement shared its collection with one before, whose undo may have freed it already. */
async function undoMatch(id: number, together: boolean): Promise<void> {
  try {
    await api('POST /v1/transfers/{id}/undo', { params: { id }, body: {} })
  } catch (error) {
    if (!(together && error instanceof ApiError && error.status === 409)) throw error
    const { state } = await api('GET /v1/transfers/{id}', { params: { id } })
    if (!isOpenMovement(state)) throw error
  }
}

export const includeTransfer = (id: number): Promise<boolean> =>
  reported(
    () => api('POST /v1/transfers/{id}/include', { params: { id } }),
    'Non riesco a rimetterlo. Riprova fra poco.',
  )

type Result = Reply<'POST /v1/transfers/confirm-many'>
/** The server takes so many movements at once. */
const mostAtOnce = 200

/**
 * Confirms the first proposal of each movement, some hundreds at a time; after a failed call it says what was done until
 * then, because those stay confirmed.
 */
export async function confirmMany(
  ids: readonly number[],
  onProgress: (done: number) => void,
): Promise<Result & { failure: unknown }> {
  const all: Result = { confirmed: 0, results: [] }
  let failure: unknown = null
  for (let from = 0; from < ids.length && !failure; from += mostAtOnce) {
    const movement_ids = ids.slice(from, from + mostAtOnce)
    try {
      const { confirmed, results } = await api('POST /v1/transfers/confirm-many', { body: { movement_ids } })
      all.confirmed += confirmed
      all.results.push(...results)
      onProgress(from + movement_ids.length)
    } catch (error) {
      failure = error
    }
  }
  await refreshTransfers()
  return { ...all, failure }
}
