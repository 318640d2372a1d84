import type { JobHandler } from '../../jobs/jobs.ts'
import { enqueueRun } from './start-run.ts'

/** A night that was missed is made up for, as far back as this. */
const daysBack = 60
/** Days with something unexplained are looked at again, the newest of them. */
const openDaysAtMost = 200

/** Yesterday, every day since the last one compared, and every earlier day that still has something unexplained. */
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
