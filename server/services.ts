import type { FastifyBaseLogger } from 'fastify'
import type { Disk } from 'flydrive'
import { connect, type Sql, type Tx } from './db/connection.ts'
import { type Entrance, transactionAs } from './db/transaction.ts'
import type { Env } from './env.ts'
import type { Listeners } from './events.ts'
import { jobs, listeners, mails, provider_events } from './features.ts'
import { openFileStore } from './files/file-store.ts'
import { type LiveHub, openLiveHub } from './http/live-hub.ts'
import type { JobDefinitions } from './jobs/jobs.ts'
import { openQueue, type Queue } from './jobs/queue.ts'
import type { EmailTemplate } from './mail/emails.ts'
import type { ProviderEvents } from './provider/provider-events.ts'
import { openProviders, type Providers } from './provider/providers.ts'

/** The dependencies of acts and jobs. All lasting state is in PostgreSQL. */
export type Services = {
  env: Env
  log: FastifyBaseLogger
  /** Signed in as a role that sees nothing; use `asSystem`, or the transaction that an act gets. */
  sql: Sql
  queue: Queue
  /** The sections' declarations, from the lowest floor to the highest (features.ts). */
  jobs: JobDefinitions
  mails: Record<EmailTemplate, URL>
  listeners: readonly Listeners[]
  provider_events: ProviderEvents
  providers: Providers
  files: Disk
  live: LiveHub
  /** Aborted when the process stops, so that endless replies end. */
  stopping: AbortSignal
  stop: () => void
  /** A transaction that sees everything: only for jobs, webhooks and sign-in. */
  asSystem: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>
  /** A transaction with a customer's rights: for jobs that continue a customer's work. */
  asCustomer: <Result>(
    who: { customer_id: number; user_id: number | null },
    work: (tx: Tx) => Promise<Result>,
  ) => Promise<Result>
}

export async function openServices(
  env: Env,
  log: FastifyBaseLogger,
  options: { worker: boolean },
): Promise<Services> {
  const url = env.SERVER_DATABASE_URL
  const sql = connect(url)
  const queue = await openQueue(url, jobs, { schedules: options.worker })
  const stopping = new AbortController()
  return {
    env,
    log,
    sql,
    queue,
    ...{ jobs, mails, listeners, provider_events },
    providers: openProviders(env),
    files: openFileStore(env),
    live: openLiveHub(url, log),
    stopping: stopping.signal,
    stop: () => stopping.abort(),
    asSystem: (work) =>
      transactionAs(
        sql,
        as((tx) => tx`select enter('saldo_system', null, null, null)`),
        work,
      ),
    asCustomer: ({ customer_id, user_id }, work) =>
      transactionAs(
        sql,
        as((tx) => tx`select become_user(${customer_id}, ${user_id})`),
        work,
      ),
  }
}

/** The server itself needs no recognition. */
const as = (become: Entrance<null>['become']): Entrance<null> => ({ become, recognise: () => null })

export async function closeServices(services: Services): Promise<void> {
  await services.queue.boss.stop({ graceful: true, timeout: 10_000 })
  await services.live.close()
  await services.sql.end({ timeout: 5 })
}
