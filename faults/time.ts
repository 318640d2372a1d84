import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Sql, serverUrl } from '../server/db/connection.ts'
import { openQueue, type Queue } from '../server/jobs/queue.ts'

/**
 * Lets time pass for all that waits in the database: attempts, mails, jobs. Whoever looks at a clock sees the same as after
 * so many seconds, because every comparison is made by Postgres against what it wrote itself.
 */
export async function letPass(owner: Sql, seconds: number): Promise<void> {
  await owner.begin(async (tx) => {
    const by = tx`make_interval(secs => ${seconds})`
    await tx`
      update payment_attempts set created_at = created_at - ${by}, confirm_started_at = confirm_started_at - ${by},
        next_check_at = next_check_at - ${by}
      where state in ('recorded', 'created', 'requires_action', 'processing', 'unknown')`
    await tx`update emails set claimed_at = claimed_at - ${by} where sent_at is null`
    await tx`update payments set created_at = created_at - ${by}`
    await tx`
      update pgboss.job set created_on = created_on - ${by}, started_on = started_on - ${by}, start_after = start_after - ${by}
      where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%'`
  })
}

/** What is still under way: attempts, events to apply, mails to send. */
export async function underWay(owner: Sql): Promise<number> {
  const [row] = await owner`
    select (select count(*) from payment_attempts
        where state in ('recorded', 'created', 'requires_action', 'processing', 'unknown'))
      + (select count(*) from provider_events where applied_at is null)
      + (select count(*) from emails where sent_at is null and refused_at is null) as left`
  return Number(row?.left)
}

/** Waits until the condition holds; false when it never did within so many milliseconds. */
export async function until(holds: () => Promise<boolean>, within: number): Promise<boolean> {
  const end = performance.now() + within
  while (!(await holds())) {
    if (performance.now() > end) return false
    await sleep(100)
  }
  return true
}

/**
 * Waits, with the clock on the wall, until nothing is under way. In a hurry it lets two minutes pass at a stroke instead,
 * as often as needed; the queue is told to look at once for what its dead workers left.
 * @returns whether all came to rest.
 */
export async function comeToRest(owner: Sql, database_url: string, hurry: boolean): Promise<boolean> {
  if (!hurry) return until(async () => (await underWay(owner)) === 0, 600_000)
  const server = connect(serverUrl(database_url), { max: 1 })
  const queue = await openQueue(serverUrl(database_url), { schedules: false })
  try {
    for (let turn = 0; turn < 40; turn += 1) {
      if ((await underWay(owner)) === 0) return true
      await letPass(owner, 120)
      await sweep(server, queue)
      await until(async () => (await underWay(owner)) === 0, 1_000)
    }
    return false
  } finally {
    await queue.boss.stop({ graceful: false })
    await server.end()
  }
}

async function sweep(server: Sql, queue: Queue): Promise<void> {
  await queue.boss.supervise()
  const tx = await server.reserve()
  try {
    await tx`begin`.simple()
    await tx`select enter('saldo_system', null, null, null)`
    await queue.enqueue(tx, 'sweep-attempts', {})
    await tx`commit`.simple()
  } finally {
    tx.release()
  }
}
