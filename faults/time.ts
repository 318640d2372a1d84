import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Sql } from '../server/db/connection.ts'
import { loginsOf } from '../server/db/logins.ts'
import { jobs } from '../server/features.ts'
import { openQueue, type Queue } from '../server/jobs/queue.ts'

/**
 * Moves time for everything that waits in the database: attempts, mails, jobs. PostgreSQL compares all times with
 * stored ones, so the effect is that of waiting.
 */
export async function advanceTime(owner: Sql, seconds: number): Promise<void> {
  await owner.begin(async (tx) => {
    const by = tx`make_interval(secs => ${seconds})`
    await tx`
      update payment_attempts set created_at = created_at - ${by}, confirm_started_at = confirm_started_at - ${by},
        next_check_at = next_check_at - ${by}
      where state in ('recorded', 'created', 'requires_action', 'processing', 'unknown')`
    await tx`
      update refunds set created_at = created_at - ${by}, asked_at = asked_at - ${by}, next_check_at = next_check_at - ${by}
      where state in ('recorded', 'unknown')`
    await tx`update emails set claimed_at = claimed_at - ${by} where sent_at is null and kept_at is null`
    await tx`update payments set created_at = created_at - ${by}`
    await tx`
      update pgboss.job set created_on = created_on - ${by}, started_on = started_on - ${by}, start_after = start_after - ${by}
      where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%'`
    await tx`
      update pgboss.queue set monitor_on = monitor_on - ${by}, monitor_claim_on = monitor_claim_on - ${by}`
  })
}

/** How many things are still pending: attempts, refunds, events to apply, mails to send. */
export async function underWay(owner: Sql): Promise<number> {
  const [row] = await owner`
    select (select count(*) from payment_attempts
        where state in ('recorded', 'created', 'requires_action', 'processing', 'unknown'))
      + (select count(*) from refunds where state in ('recorded', 'unknown'))
      + (select count(*) from provider_events where applied_at is null)
      + (select count(*) from emails where sent_at is null and kept_at is null and refused_at is null) as left`
  return Number(row?.left)
}

/** Waits until the condition holds; false when it does not within so many milliseconds. */
export async function until(holds: () => Promise<boolean>, within: number): Promise<boolean> {
  const end = performance.now() + within
  while (!(await holds())) {
    if (performance.now() > end) return false
    await sleep(100)
  }
  return true
}

export type Clock = { pass: (seconds: number) => Promise<void>; close: () => Promise<void> }

/** A clock for hurried runs: each `pass` moves time, then runs the sweep and the queue's own maintenance. */
export async function openClock(owner: Sql, database_url: string): Promise<Clock> {
  const logins = await loginsOf(database_url)
  const server = connect(logins.jobs, { max: 1 })
  const queue = await openQueue(logins.jobs, jobs, { schedules: false })
  return {
    pass: async (seconds) => {
      await advanceTime(owner, seconds)
      await supervise(queue)
      await sweep(server, queue)
    },
    close: async () => {
      await queue.boss.stop({ graceful: false })
      await server.end()
    },
  }
}

/**
 * Waits in real time until nothing is pending; in a hurry it moves time by two minutes instead, at most `turns` times.
 * @returns whether nothing is pending
 */
export async function waitUntilSettled(
  owner: Sql,
  database_url: string,
  hurry: boolean,
  turns = 40,
): Promise<boolean> {
  const quiet = async () => (await underWay(owner)) === 0
  if (!hurry) return until(quiet, 900_000)
  const clock = await openClock(owner, database_url)
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      if (await quiet()) return true
      await clock.pass(120)
      await until(quiet, 1_000)
    }
    return quiet()
  } finally {
    await clock.close()
  }
}

/**
 * Returns jobs that nobody finished to the queue. Its statement locks many jobs at once, so PostgreSQL may end it as the victim of a
 * deadlock with the workers; like the queue's own maintenance it is then tried again.
 */
async function supervise({ boss }: Queue): Promise<void> {
  for (let left = 5; ; left -= 1) {
    try {
      return await boss.supervise()
    } catch (error) {
      if ((error as { code?: string }).code !== deadlockDetected || left === 0) throw error
    }
  }
}

/** Code of PostgreSQL. */
const deadlockDetected = '40P01'

async function sweep(server: Sql, queue: Queue): Promise<void> {
  const tx = await server.reserve()
  try {
    await tx`begin`.simple()
    await tx`select enter('saldo_system', null, null, null)`
    await queue.enqueue(tx, 'sweep-attempts', {})
    await queue.enqueue(tx, 'sweep-refunds', {})
    await tx`commit`.simple()
  } finally {
    tx.release()
  }
}
