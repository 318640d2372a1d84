import * as contract from '@saldo/contract/operations/failed-jobs'
import type { Tx } from '../../../db/connection.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import { serve } from '../../../http/serve.ts'
import type { JobName } from '../../../jobs/jobs.ts'
import type { Services } from '../../../services.ts'
import { refusalSentences, retryRefusal } from './retry-refusal.ts'
import { viewFailedJob } from './view-failed-job.ts'

type Job = { failed_job_id: number; name: string; data: object | null; state: string }

/** Queues the job again. Clicked twice it is one job: the second waits for the first, and sees that it was retried. */
export const retryFailedJob = serve(contract.retryFailedJob, async ({ services, tx, actor, params }) => {
  const [job] = await tx<Job[]>`
    select failed_job_id, name, data, state from failed_jobs where failed_job_id = ${params.id} for update`
  if (!job) throw notFound('Il lavoro')
  if (job.state !== 'retried') {
    const refused = retryRefusal(services.jobs, job)
    if (refused) throw conflict(refused, refusalSentences[refused])
    await queueAgain(services, tx, actor.user_id, [job])
  }
  return viewFailedJob(services, tx, params.id)
})

/** Queues all failed jobs of a name that may be. Several with the same data are the same work, hence one job. */
export const retryFailedJobs = serve(contract.retryFailedJobs, async ({ services, tx, actor, body }) => {
  const jobs = await tx<Job[]>`
    select failed_job_id, name, data, state from failed_jobs where name = ${body.name} and state = 'failed'
    order by failed_job_id for update`
  const refused = jobs.filter((job) => retryRefusal(services.jobs, job) !== null)
  const allowed = jobs.filter((job) => retryRefusal(services.jobs, job) === null)
  await queueAgain(services, tx, actor.user_id, allowed)
  return { retried: allowed.length, left: refused.length }
})

async function queueAgain(services: Services, tx: Tx, user_id: number | null, jobs: Job[]): Promise<void> {
  if (jobs.length === 0) return
  const works = new Map(jobs.map(({ name, data }) => [`${name} ${JSON.stringify(data)}`, { name, data }]))
  for (const { name, data } of works.values())
    await services.queue.enqueue(tx, name as JobName, (data ?? {}) as never)
  await tx`
    update failed_jobs set state = 'retried', handled_by = ${user_id}, handled_at = now()
    where failed_job_id = any(${jobs.map(({ failed_job_id }) => failed_job_id)}::bigint[])`
}
