import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import type { FailedJob } from './failed-jobs-list.tsx'

const changed = () => queries.invalidateQueries({ queryKey: ['failed-jobs'] })

/** Reports success and failure in a toast. */
export async function retryJob({ failed_job_id }: Pick<FailedJob, 'failed_job_id'>): Promise<void> {
  try {
    await api('POST /v1/failed-jobs/{id}/retry', { params: { id: failed_job_id } })
    alertToast('Il lavoro è di nuovo in coda.', 'success')
  } catch (error) {
    alertToast(`Non l’ho rimesso in coda. ${errorSentence(error, 'Riprova fra poco.')}`, 'danger')
  }
  await changed()
}

/** The same for all failed jobs of a name. */
export async function retryJobs(name: string): Promise<void> {
  try {
    const { retried, left } = await api('POST /v1/failed-jobs/retry', { body: { name } })
    const rest = left > 0 ? ` ${left} non si possono riprovare.` : ''
    alertToast(
      `${retried === 1 ? 'Un lavoro è' : `${retried} lavori sono`} di nuovo in coda.${rest}`,
      'success',
    )
  } catch (error) {
    alertToast(`Non li ho rimessi in coda. ${errorSentence(error, 'Riprova fra poco.')}`, 'danger')
  }
  await changed()
}

/** Rejects with the server's error; its fields are shown at the form's. */
export async function discardJob(
  { failed_job_id }: Pick<FailedJob, 'failed_job_id'>,
  reason: string,
): Promise<void> {
  await api('POST /v1/failed-jobs/{id}/discard', { params: { id: failed_job_id }, body: { reason } })
  await changed()
}
