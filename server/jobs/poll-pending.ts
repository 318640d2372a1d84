import type { Tx } from '../db/connection.ts'
import type { Services } from '../services.ts'
import type { Jobs } from './jobs.ts'

const batch = 500
/** Sweeps run every minute. If none has ended for this long, no server was running. */
const outage = '3 minutes'

/**
 * Queues `job` for every row of `table` whose next poll is due (`next_check_at`). The interval grows from seconds to
 * six hours. After an outage all recent rows are polled at once, because the provider's events failed meanwhile and are
 * redelivered late.
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

/** Called when a server starts: the previous one may have died, and events of the provider found no server. */
export const scheduleCatchUp = (services: Services) =>
  services.asSystem((tx) => tx`update sweeps set ended_at = least(ended_at, now() - ${outage}::interval)`)

/** Makes due what was created since one hour before the last sweep that ended. */
const catchUp = (tx: Tx, table: string) => tx`
  update ${tx(table)} t set next_check_at = now(), checks = 0
  from sweeps s
  where s.swept = ${table} and s.ended_at <= now() - ${outage}::interval
    and t.next_check_at > now() and t.created_at > s.ended_at - interval '1 hour'`
