import type { Job, JobResult } from 'pg-boss'
import { type ErrorLine, errorLine } from '../log/error-line.ts'
import type { Services } from '../services.ts'
import type { JobName } from './jobs.ts'
import { scheduleCatchUp } from './poll-pending.ts'

/**
 * Runs jobs in this process; any number of processes may do so. Jobs of a queue are fetched a few at a time, and again
 * at once while there are more: pg-boss alone would pause five seconds between the jobs of a backlog.
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

/** The outcome of one job of a batch: its failure does not fail the others. */
async function outcomeOf(
  services: Services,
  name: JobName,
  { id, data }: Job<unknown>,
  onError: (error: unknown) => void = () => {},
): Promise<JobResult & { output?: ErrorLine }> {
  try {
    await run(services, name, data)
    return { id, status: 'completed' }
  } catch (error) {
    onError(error)
    return { id, status: 'failed', output: errorLine(error) }
  }
}

/**
 * Runs every ready job, one after the other, until none is left. Tests and the seed use it. A job that fails is retried
 * later, as in `work`; the others run, and then this throws the first error.
 */
export async function runJobs(services: Services): Promise<number> {
  const { boss } = services.queue
  const errors: unknown[] = []
  let ran = 0
  for (let found = true; found; ) {
    found = false
    for (const name of Object.keys(services.jobs) as JobName[]) {
      for (const job of await boss.fetch(name, { batchSize: 10 })) {
        const { status, output } = await outcomeOf(services, name, job, (error) => errors.push(error))
        if (status === 'completed') await boss.complete(name, job.id)
        else await boss.fail(name, job.id, output)
        found = true
        ran += 1
      }
    }
  }
  if (errors.length > 0) throw errors[0]
  return ran
}

async function run(services: Services, name: JobName, data: unknown): Promise<void> {
  const handle = services.jobs[name].run as (services: Services, data: unknown) => Promise<void>
  try {
    await handle(services, data)
  } catch (error) {
    services.log.error({ job: name, ...idsOf(data), err: error }, 'job failed')
    throw error
  }
}

/** What the log says of a job's data: the ids. The rest may be somebody's address or tax code. */
const idsOf = (data: unknown) =>
  Object.fromEntries(
    Object.entries((data ?? {}) as Record<string, unknown>).filter(
      ([name, value]) => name.endsWith('_id') && typeof value === 'number',
    ),
  )
