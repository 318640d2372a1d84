import * as contract from '@saldo/contract/operations/failed-jobs'
import { conflict, notFound } from '../../../http/errors.ts'
import { serve } from '../../../http/serve.ts'
import { refusalSentences } from './retry-refusal.ts'
import { viewFailedJob } from './view-failed-job.ts'

/** Leaves a failed job undone. The reason stands in the list and in the audit log. */
export const discardFailedJob = serve(
  contract.discardFailedJob,
  async ({ services, tx, actor, params, body }) => {
    const [job] = await tx<{ state: string }[]>`
    select state from failed_jobs where failed_job_id = ${params.id} for update`
    if (!job) throw notFound('Il lavoro')
    if (job.state !== 'failed') throw conflict('handled', refusalSentences.handled)
    await tx`
    update failed_jobs set state = 'discarded', reason = ${body.reason}, handled_by = ${actor.user_id}, handled_at = now()
    where failed_job_id = ${params.id}`
    return viewFailedJob(services, tx, params.id)
  },
)
