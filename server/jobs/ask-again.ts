import type { Services } from '../services.ts'
import type { Jobs } from './jobs.ts'

const atMost = 500

/**
 * Queues `job` for every row of `table` that is due for a look (`next_check_at`), 500 at a time: after seconds at first, then
 * ever more seldom, up to six hours.
 */
export const askAgain = <N extends 'settle-attempt' | 'settle-refund' | 'settle-source'>(
  services: Services,
  job: N,
  table: string,
  id: string,
): Promise<void> =>
  services.asSystem(async (tx) => {
    const due = await tx`
      update ${tx(table)}
      set checks = checks + 1,
          next_check_at = now() + least(interval '20 seconds' * power(2, least(checks, 12)), interval '6 hours')
      where ${tx(id)} in (
        select ${tx(id)} from ${tx(table)}
        where next_check_at <= now() order by next_check_at limit ${atMost} for update skip locked)
      returning ${tx(id)}`
    for (const row of due) await services.queue.enqueue(tx, job, { [id]: row[id] } as Jobs[N])
  })
