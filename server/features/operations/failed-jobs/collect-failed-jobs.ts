import type { JobDefinitions, JobName } from '../../../jobs/jobs.ts'
import type { Services } from '../../../services.ts'
import { askQueue } from '../checks/queue-state.ts'
import { errorOf } from './error-of.ts'

type Failed = {
  id: string
  name: string
  data: Record<string, unknown> | null
  output: unknown
  retry_count: number
  created_on: Date
  completed_on: Date
}

/**
 * Copies jobs that failed for good from the queue, which forgets them after a week, and marks those whose work succeeded
 * later by itself. Doing it twice changes nothing.
 */
export async function collectFailedJobs(services: Services): Promise<void> {
  const known = await services.asSystem(
    (tx) =>
      tx<{ job_id: string }[]>`select job_id from failed_jobs where failed_at > now() - interval '9 days'`,
  )
  const failed = await askQueue<Failed>(
    services,
    `select id, name, data, output, retry_count, created_on, completed_on from pgboss.job
    where state = 'failed' and name not like '\\_\\_pgboss%' and not id = any($1::uuid[])
    order by completed_on limit 2000`,
    [known.map(({ job_id }) => job_id)],
  )
  const rows = failed.map((job) => ({
    job_id: job.id,
    name: job.name,
    data: keptData(services.jobs, job),
    error: errorOf(job.output),
    tries: job.retry_count + 1,
    created_at: job.created_on,
    failed_at: job.completed_on,
  }))
  await services.asSystem(async (tx) => {
    if (rows.length > 0)
      await tx`
        insert into failed_jobs (job_id, name, data, error, tries, created_at, failed_at)
        select * from jsonb_to_recordset(${tx.json(rows as never)}) as r
          (job_id uuid, name text, data jsonb, error jsonb, tries int, created_at timestamptz, failed_at timestamptz)
        on conflict (job_id) do nothing`
    // Delete jobs that a person has handled, and jobs too old to run again.
    await tx`
      delete from failed_jobs
      where failed_at < now() - case state when 'failed' then interval '1 year' else interval '90 days' end`
  })
  await markHealed(services)
}

/** Data that a person may have typed is deleted from the queue within hours (`forget_after`), so it is not copied either. */
const keptData = (jobs: JobDefinitions, { name, data }: Failed) =>
  jobs[name as JobName]?.forget_after === undefined ? (data ?? {}) : null

/** A job with the same name and data that succeeded after it did the work: sweeps and schedules repeat what failed. */
async function markHealed(services: Services): Promise<void> {
  const open = await services.asSystem(
    (tx) => tx<{ failed_job_id: number; name: string; data: string; failed_at: string }[]>`
      select failed_job_id, name, data::text as data, failed_at from failed_jobs where state = 'failed' and data is not null`,
  )
  if (open.length === 0) return
  const healed = await askQueue<{ n: number }>(
    services,
    `select n::int from unnest($1::text[], $2::text[], $3::timestamptz[]) with ordinality f (name, data, failed_at, n)
    where exists (
      select from pgboss.job j
      where j.name = f.name and j.state = 'completed' and j.completed_on > f.failed_at
        and coalesce(j.data, '{}'::jsonb) = f.data::jsonb)`,
    [open.map(({ name }) => name), open.map(({ data }) => data), open.map(({ failed_at }) => failed_at)],
  )
  const ids = healed.flatMap(({ n }) => open[n - 1]?.failed_job_id ?? [])
  if (ids.length === 0) return
  await services.asSystem(
    (tx) => tx`
      update failed_jobs set state = 'healed', handled_at = now()
      where state = 'failed' and failed_job_id = any(${ids}::bigint[])`,
  )
}
