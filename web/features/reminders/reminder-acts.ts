import { api, apiFile } from '../../api.ts'
import { ApiError, errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { alertToast, toast } from '../../ui/feedback/toast.ts'
import { formatCountOf } from '../../ui/grid/list.ts'
import { saveFile } from '../../ui/save-file.ts'
import type { Run } from './reminder-query.ts'

export const letterCount = (count: number) => formatCountOf(count, { one: 'sollecito', many: 'solleciti' })
export const paperCount = (count: number) => formatCountOf(count, { one: 'lettera', many: 'lettere' })

/** `18 solleciti in uscita`, `1 sollecito in uscita, 3 lettere da consegnare` */
export const runInWords = ({ leaving, to_deliver }: Pick<Run, 'leaving' | 'to_deliver'>): string =>
  [
    leaving > 0 ? `${letterCount(leaving)} in uscita` : '',
    to_deliver > 0 ? `${paperCount(to_deliver)} da consegnare` : '',
  ]
    .filter(Boolean)
    .join(', ')

/** Announces a run, with its undo for as long as the server accepts one. */
export function announceRun(run: Run): void {
  const lasts = Date.parse(run.leaves_at) - Date.parse(run.created_at)
  if (run.leaving + run.to_deliver === 0) alertToast('Nessun sollecito da inviare.', 'danger')
  else toast(`${runInWords(run)}.`, () => void cancelRun(run.run_id), lasts)
  void queries.invalidateQueries({ queryKey: ['reminders'] })
}

/** Cancels a run at the server: nothing of it leaves, on whatever screen one is. */
export async function cancelRun(run_id: number): Promise<void> {
  try {
    await api('POST /v1/reminders/cancel/{id}', { params: { id: run_id } })
    alertToast('Invio annullato: nessun sollecito è partito.', 'success')
  } catch (error) {
    alertToast(errorSentence(error, 'Non riesco ad annullare l’invio.'), 'danger')
  } finally {
    await queries.invalidateQueries({ queryKey: ['reminders'] })
  }
}

/** Downloads these letters as one PDF. */
export async function savePdf(ids: readonly number[]): Promise<void> {
  try {
    const { blob, name } = await apiFile('GET /v1/reminders/letters', { query: { ids: ids.join(',') } })
    saveFile(blob, name)
  } catch (error) {
    alertToast(errorSentence(error, 'Non riesco a scaricare le lettere. Riprova fra poco.'), 'danger')
  }
}

/** Whether a letter asks for money that was paid since it was prepared. */
export const isLetterPaid = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.error === 'letter_paid'

/** Writes the letters again as they are due now; those with nothing left to ask for are given up. */
export async function renewLetters(ids: readonly number[]): Promise<void> {
  try {
    const { renewed, discarded } = await api('POST /v1/reminders/renew', { body: { ids: [...ids] } })
    alertToast(
      discarded === 0
        ? `${paperCount(renewed)} ${renewed === 1 ? 'aggiornata' : 'aggiornate'} a oggi.`
        : `${paperCount(renewed)} ${renewed === 1 ? 'aggiornata' : 'aggiornate'} a oggi, ${discarded} ${discarded === 1 ? 'annullata' : 'annullate'}: non c’è più niente da chiedere.`,
      'success',
    )
  } catch (error) {
    alertToast(errorSentence(error, 'Non riesco ad aggiornare le lettere.'), 'danger')
  } finally {
    await queries.invalidateQueries({ queryKey: ['reminders'] })
  }
}

/** The letters on paper of a run. */
export async function paperOfRun(run_id: number): Promise<number[]> {
  const { items } = await api('GET /v1/reminders', { query: { run_id, state: ['to_deliver'], limit: 200 } })
  return items.map(({ reminder_id }) => reminder_id)
}

export async function discardLetters(ids: readonly number[]): Promise<void> {
  try {
    const { discarded } = await api('POST /v1/reminders/discard', { body: { ids: [...ids] } })
    alertToast(`${paperCount(discarded)} ${discarded === 1 ? 'annullata' : 'annullate'}.`, 'success')
  } catch (error) {
    alertToast(errorSentence(error, 'Non riesco ad annullare la lettera.'), 'danger')
  } finally {
    await queries.invalidateQueries({ queryKey: ['reminders'] })
  }
}
