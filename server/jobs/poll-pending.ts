import type { Tx } from '../db/connection.ts'
import type { Services } from '../services.ts'
import type { Jobs } from './jobs.ts'

const batch = 500
/** Sweeps come every minute: when none has ended for this long, nobody was here to be told anything either. */
const outage = '3 minutes'

/**
 * Queues `job` for every row of `table` that is due for a look (`next_check_at`), however many a crash left behind: after
 * seconds at first, then ever more seldom, up to six hours. After an outage everything lately begun is due, because the
 * provider's events were refused meanwhile and come again in their own time.
 */
export async function pollPending<
  N extends 'settle-attempt' | 'settle-refund' | 'settle-source' | 'recover-transfer',
>(services: Services, job: N, table: string, id: string): Promise<void> {
  await services.asSystem((tx) => catchUp(tx, table))
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
      await services.queue.enqueueAll(
        tx,
        job,
        due.map((row) => ({ [id]: row[id] }) as Jobs[N]),
      )
      return due.length
    })
  while ((await aBatch()) === batch);
  await services.asSystem((tx) => tx`update sweeps set ended_at = now() where swept = ${table}`)
}

/** Called by a server that starts: whoever was here before it may have died, and the provider found nobody meanwhile. */
export const scheduleCatchUp = (services: Services) =>
  services.asSystem((tx) => tx`update sweeps set ended_at = least(ended_at, now() - ${outage}::interval)`)

/** What was begun up to an hour before the last sweep that ended, or since, is due now. */
const catchUp = (tx: Tx, table: string) => tx`
  update ${tx(table)} t set next_check_at = now(), checks = 0
  from sweeps s
  where s.swept = ${table} and s.ended_at <= now() - ${outage}::interval
    and t.next_check_at > now() and t.created_at > s.ended_at - interval '1 hour'`
