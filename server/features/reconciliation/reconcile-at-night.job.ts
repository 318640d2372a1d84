import type { JobHandler } from '../../jobs/jobs.ts'
import { enqueueRun } from './start-run.ts'

/** How many days back missed nights are made up for. */
const daysBack = 60
/** At most so many days with unexplained differences are compared again, the newest first. */
const openDaysAtMost = 200

/** Compares yesterday, every day since the last comparison, and earlier days with unexplained differences. */
export const reconcileAtNight: JobHandler<'reconcile-at-night'> = (services) =>
  services.asSystem(async (tx) => {
    const [missed] = await tx`
      select least(today() - 1, greatest(today() - ${daysBack}::int, coalesce(max(day), today() - 1))) as from_day,
        today() - 1 as to_day
      from reconciled_days where day < today()`
    const days = await tx`
      select distinct day from reconciliation_items
      where state = 'open' and day < ${missed?.from_day} order by day desc limit ${openDaysAtMost}`
    const night = { started_by: 'night' as const, customer_id: null, created_by: null }
    await enqueueRun(services, tx, { ...night, from_day: missed?.from_day, to_day: missed?.to_day })
    for (const { day } of days) await enqueueRun(services, tx, { ...night, from_day: day, to_day: day })
  })
