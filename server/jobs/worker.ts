import type { Job, JobResult } from 'pg-boss'
import type { Services } from '../services.ts'
import type { JobName } from './jobs.ts'
import { scheduleCatchUp } from './poll-pending.ts'

/**
 * Makes this process run jobs, any number of processes side by side. A queue's jobs are taken a few at a time, and at once
 * again while there are more: the queue alone would let five seconds pass between one job and the next of a backlog.
 */
export async function work(services: Services): Promise<void> {
  const { queue, jobs } = services
  const { boss } = queue
  await scheduleCatchUp(services)
  for (const name of Object.keys(jobs) as JobName[]) {
    const { cron, together = 8 } = jobs[name]
    if (cron) await boss.schedule(name, cron, {})
    await boss.work(
      name,
      {
        batchSize: together,
        burstWhenBatchFull: true,
        perJobResults: true,
        pollingIntervalSeconds: 1,
        notifyPollingIntervalSeconds: 5,
      },
      (batch) => Promise.all(batch.map((job) => outcomeOf(services, name, job))),
    )
  }
}

/** One job of a batch, settled by itself: its failure is not the others'. */
const outcomeOf = (services: Services, name: JobName, { id, data }: Job<unknown>): Promise<JobResult> =>
  run(services, name, data).then(
    () => ({ id, status: 'completed' }),
    (error) => ({ id, status: 'failed', output: { message: String(error) } }),
  )

/** Runs every job that is ready, one after the other, until none is left; tests and the seed use it. */
export async function runJobs(services: Services): Promise<number> {
  let ran = 0
  for (let found = true; found; ) {
    found = false
    for (const name of Object.keys(services.jobs) as JobName[]) {
      for (const job of await services.queue.boss.fetch(name, { batchSize: 10 })) {
        await run(services, name, job.data)
        await services.queue.boss.complete(name, job.id)
        found = true
        ran += 1
      }
    }
  }
  return ran
}

async function run(services: Services, name: JobName, data: unknown): Promise<void> {
  const handle = services.jobs[name].run as (services: Services, data: unknown) => Promise<void>
  try {
    await handle(services, data)
  } catch (error) {
    services.log.error({ job: name, data, err: error }, 'job failed')
    throw error
  }
}
