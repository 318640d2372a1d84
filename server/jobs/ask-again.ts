import type { Services } from '../services.ts'
import type { Jobs } from './jobs.ts'

const batch = 500

/**
 * Queues `job` for every row of `table` that is due for a look (`next_check_at`), however many a crash left behind: after
 * seconds at first, then ever more seldom, up to six hours.
 */
export async function askAgain<N extends 'settle-attempt' | 'settle-refund' | 'settle-source'>(
  services: Services,
  job: N,
  table: string,
  id: string,
): Promise<void> {
  const aBatch = () =>
    services.asSystem(async (tx) => {
      const due = await tx`
        update ${tx(table)}
        set checks = checks + 1,
            next_check_at = now() + least(interval '20 seconds' * power(2, least(checks, 12)), interval '6 hours')
        where ${tx(id)} in (
          select ${tx(id)} from ${tx(table)}
          where next_check_at <= now() order by next_check_at limit ${batch} for update skip locked)
        returning ${tx(id)}`
      for (const row of due) await services.queue.enqueue(tx, job, { [id]: row[id] } as Jobs[N])
      return due.length
    })
  while ((await aBatch()) === batch);
}
