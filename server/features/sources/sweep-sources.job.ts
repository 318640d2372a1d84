import type { JobHandler } from '../../jobs/worker.ts'

const atMost = 500

/** Asks again about every source of which something is still unknown, ever more seldom, up to six hours. */
export const sweepSources: JobHandler<'sweep-sources'> = (services) =>
  services.asSystem(async (tx) => {
    const due = await tx`
      update payment_sources s
      set checks = s.checks + 1,
          next_check_at = now() + least(interval '20 seconds' * power(2, least(s.checks, 12)), interval '6 hours')
      where s.source_id in (
        select source_id from payment_sources
        where next_check_at <= now() order by next_check_at limit ${atMost} for update skip locked)
      returning s.source_id`
    for (const { source_id } of due) await services.queue.enqueue(tx, 'settle-source', { source_id })
  })
