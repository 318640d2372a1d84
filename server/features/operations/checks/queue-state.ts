import type { Services } from '../../../services.ts'

/** The jobs of one name that wait, and the last that was added. Seconds. */
type QueueOfName = { name: string; waiting: number; oldest: number; last_added: number | null }
export type Schedule = { name: string; cron: string; since: number }
export type QueueState = { names: QueueOfName[]; schedules: Schedule[] }

/** A query about the queue, by the login of the jobs: no actor reads what others have queued. */
export const askQueue = async <Row>(
  services: Services,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await services.queue.boss.getDb().executeSql(text, values)).rows as Row[]

/** Which jobs wait, for how long, and when each scheduled job was last added. */
export async function queueState(services: Services): Promise<QueueState> {
  const [names, schedules] = await Promise.all([
    askQueue<Record<'name' | 'waiting' | 'oldest' | 'last_added', string | null>>(
      services,
      `select name, count(*) filter (where state < 'active' and start_after <= now()) as waiting,
        coalesce(extract(epoch from now() - min(greatest(created_on, start_after)) filter (where state < 'active' and start_after <= now())), 0) as oldest,
        extract(epoch from max(created_on)) as last_added
      from pgboss.job where name not like '\\_\\_pgboss%' group by name`,
    ),
    askQueue<{ name: string; cron: string; since: string }>(
      services,
      `select name, cron, extract(epoch from created_on) as since from pgboss.schedule`,
    ),
  ])
  return {
    names: names.map(({ name, waiting, oldest, last_added }) => ({
      name: String(name),
      waiting: Number(waiting),
      oldest: Math.floor(Number(oldest)),
      last_added: last_added === null ? null : Number(last_added),
    })),
    schedules: schedules.map(({ name, cron, since }) => ({ name, cron, since: Number(since) })),
  }
}
