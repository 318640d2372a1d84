import { PgBoss } from 'pg-boss'
import { addressOf } from '../db/address.ts'
import type { Tx } from '../db/connection.ts'
import type { JobDefinition, JobDefinitions, JobName, Jobs } from './jobs.ts'

/** pg-boss has a driver of its own, pg, which would read the parameters of TLS in its own way. */
function forPgBoss(given: string) {
  const { url, ssl } = addressOf(given)
  return { connectionString: url, ssl }
}

/**
 * Creates the job tables and queues; called by migrations, as the owner. A job that fails is retried with exponential
 * backoff, as often as its definition says (`retries`).
 */
export async function createQueues(ownerUrl: string, jobs: JobDefinitions): Promise<void> {
  const boss = new PgBoss({ ...forPgBoss(ownerUrl), max: 1, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  try {
    for (const [name, { retries, seconds, once_per, otherwise, forget_after = week }] of deadLettersFirst(
      jobs,
    )) {
      const options = {
        ...(otherwise ? { deadLetter: otherwise } : {}),
        // A long job sends a heartbeat, so that it is restarted soon if its process dies.
        ...(seconds > heartbeat * 5 ? { heartbeatSeconds: heartbeat } : {}),
        retryLimit: retries,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 600,
        expireInSeconds: seconds,
        deleteAfterSeconds: forget_after,
        notify: true,
      }
      if (await boss.getQueue(name)) await boss.updateQueue(name, options)
      else await boss.createQueue(name, { ...options, policy: once_per ? 'short' : 'standard' })
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** pg-boss needs a dead letter queue to exist before another queue names it. */
function deadLettersFirst(jobs: JobDefinitions): [string, JobDefinition<JobName>][] {
  const all = Object.entries(jobs) as [string, JobDefinition<JobName>][]
  const dead_letters = new Set<string | undefined>(all.map(([, { otherwise }]) => otherwise))
  return [
    ...all.filter(([name]) => dead_letters.has(name)),
    ...all.filter(([name]) => !dead_letters.has(name)),
  ]
}

const week = 604_800

/** After so many seconds without a heartbeat, the process of a long job counts as dead. */
const heartbeat = 60

export type Queue = {
  /** Adds a job in the given transaction: it exists only if that commits. */
  enqueue: <N extends JobName>(
    tx: Tx,
    name: N,
    data: Jobs[N],
    options?: { after_seconds?: number },
  ) => Promise<void>
  /** Adds many jobs of one kind in one statement. */
  enqueueAll: <N extends JobName>(tx: Tx, name: N, data: Jobs[N][]) => Promise<void>
  boss: PgBoss
}

/** Opens the queue for adding jobs; `work` (jobs/worker.ts) also runs them in this process. */
export async function openQueue(
  url: string,
  jobs: JobDefinitions,
  options: { schedules: boolean },
): Promise<Queue> {
  const boss = new PgBoss({
    ...forPgBoss(url),
    max: 4,
    migrate: false,
    createSchema: false,
    supervise: options.schedules,
    schedule: options.schedules,
    useListenNotify: options.schedules,
    // Scheduled jobs start within seconds of their minute; jobs of a dead process are released soon after their
    // time.
    cronMonitorIntervalSeconds: 5,
    superviseIntervalSeconds: 20,
    monitorIntervalSeconds: 20,
    maintenanceIntervalSeconds: 3_600,
  })
  boss.on('error', () => {}) // the next poll tries again; a lasting failure shows in /readyz
  await boss.start()
  return {
    boss,
    enqueue: async (tx, name, data, { after_seconds } = {}) => {
      const startAfter = after_seconds ? { startAfter: after_seconds } : {}
      await boss.send(name, data, { db: within(tx), ...onceFor(jobs[name], data), ...startAfter })
    },
    enqueueAll: async (tx, name, all) => {
      if (all.length === 0) return
      await boss.insert(
        name,
        all.map((data) => ({ data, ...onceFor(jobs[name], data) })),
        { db: within(tx) },
      )
    },
  }
}

/** With pg-boss's policy `short`, only one waiting job has this key: `send` and `insert` then add nothing. */
function onceFor<N extends JobName>(
  { once_per }: JobDefinition<N>,
  data: Jobs[N],
): { singletonKey?: string } {
  return once_per ? { singletonKey: String((data as Record<string, unknown>)[once_per]) } : {}
}

const within = (tx: Tx) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({
    rows: await tx.unsafe(text, values as never[]),
  }),
})
