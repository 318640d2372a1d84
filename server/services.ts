import type { FileKind } from '@saldo/domain/files/file-kind'
import type { FastifyBaseLogger } from 'fastify'
import { connect, type Sql, type Tx } from './db/connection.ts'
import type { Logins } from './db/logins.ts'
import { type Entrance, transactionAs } from './db/transaction.ts'
import type { Env } from './env.ts'
import type { Listeners } from './events.ts'
import type { StoredFiles } from './feature.ts'
import {
  jobs,
  listeners,
  mail_attachments,
  mails,
  personal_mails,
  provider_events,
  stored_kinds,
} from './features.ts'
import { type FileStore, openFileStore } from './files/file-store.ts'
import { type LiveHub, openLiveHub } from './http/live-hub.ts'
import type { JobDefinitions } from './jobs/jobs.ts'
import { openQueue, type Queue } from './jobs/queue.ts'
import type { MakeAttachments } from './mail/attachments.ts'
import type { EmailTemplate } from './mail/emails.ts'
import type { ProviderEvents } from './provider/provider-events.ts'
import { openProviders, type Providers } from './provider/providers.ts'

/** For whom a job works: the customer, and the user who asked for it, with the impersonation that the job's row kept. */
export type JobActor = { customer_id: number; user_id: number | null; impersonation_id?: number | null }

/** The dependencies of acts and jobs. All lasting state is in PostgreSQL. */
export type Services = {
  env: Env
  log: FastifyBaseLogger
  /** The login of the requests, which sees nothing and may become each actor: use the transaction that an act gets. */
  sql: Sql
  /** The address of the login that runs the queries of the back office, and only reads. */
  queries_address: string
  queue: Queue
  /** The sections' declarations, from the lowest floor to the highest (features.ts). */
  jobs: JobDefinitions
  mails: Record<EmailTemplate, URL>
  /** The mails that sign in or prove something, with the lifetime of their link or code in hours. */
  personal_mails: { [T in EmailTemplate]?: number }
  mail_attachments: { [T in EmailTemplate]?: MakeAttachments }
  listeners: readonly Listeners[]
  provider_events: ProviderEvents
  /** What the sections store (features.ts). */
  stored_kinds: Record<FileKind, StoredFiles>
  providers: Providers
  files: FileStore
  live: LiveHub
  /** Aborted when the process stops, so that endless replies end. */
  stopping: AbortSignal
  stop: () => void
  /**
   * A transaction that sees everything, by the login of the jobs. Outside jobs only where no actor could do it: the files
   * that may are listed, each with its reason (as-system.test.ts).
   */
  asSystem: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>
  /**
   * A transaction with a customer's rights: for jobs that continue a customer's work, in the impersonation in which a super
   * user began it. `one_moment`: all queries see the data as they were at its beginning.
   */
  asCustomer: <Result>(
    who: JobActor,
    work: (tx: Tx) => Promise<Result>,
    options?: { one_moment?: boolean },
  ) => Promise<Result>
  /** A transaction with a resident's rights, for jobs that continue their work; throws if the user is no active resident. */
  asResident: <Result>(
    user_id: number,
    work: (tx: Tx) => Promise<Result>,
    options?: { one_moment?: boolean },
  ) => Promise<Result>
  /** Waits for the jobs that run, and ends all connections. */
  close: () => Promise<void>
}

/**
 * How many connections a server opens at most to each login, beside four of the queue, one that hears of new jobs and one
 * that hears of changes: 34 altogether.
 */
const connections = { requests: 16, jobs: 12 }

export async function openServices(
  env: Env,
  logins: Logins,
  log: FastifyBaseLogger,
  options: { worker: boolean },
): Promise<Services> {
  const sql = connect(logins.requests, { max: connections.requests })
  const of_jobs = connect(logins.jobs, { max: connections.jobs })
  const queue = await openQueue(logins.jobs, jobs, { schedules: options.worker })
  const live = openLiveHub(logins.requests, log)
  const stopping = new AbortController()
  return {
    env,
    log,
    sql,
    queries_address: logins.queries,
    queue,
    ...{ jobs, mails, personal_mails, mail_attachments, listeners, provider_events, stored_kinds },
    providers: openProviders(env),
    files: openFileStore(env),
    live,
    stopping: stopping.signal,
    stop: () => stopping.abort(),
    asSystem: (work) =>
      transactionAs(
        of_jobs,
        as((tx) => tx`select enter('saldo_system', null, null, null)`),
        work,
      ),
    asCustomer: ({ customer_id, user_id, impersonation_id = null }, work, options) =>
      transactionAs(
        of_jobs,
        as((tx) => tx`select become_user(${customer_id}, ${user_id}, ${impersonation_id})`),
        work,
        options,
      ),
    asResident: (user_id, work, options) =>
      transactionAs(
        of_jobs,
        as((tx) => tx`select enter('saldo_consumer', null, ${user_id}, null)`),
        async (tx) => {
          await requireResident(tx, user_id)
          return work(tx)
        },
        options,
      ),
    close: async () => {
      await queue.boss.stop({ graceful: true, timeout: 10_000 })
      await live.close()
      await Promise.all([sql.end({ timeout: 5 }), of_jobs.end({ timeout: 5 })])
    },
  }
}

/** The server itself needs no recognition. */
const as = (become: Entrance<null>['become']): Entrance<null> => ({ become, recognise: () => null })

/** Only what residents see themselves may be read with their rights: a user of an office has others, who left has none. */
async function requireResident(tx: Tx, user_id: number): Promise<void> {
  const [resident] = await tx`
    select from users
    where user_id = ${user_id} and state = 'active' and customer_id is null and not flag_super_user`
  if (!resident) throw new Error(`user ${user_id} is no active resident`)
}
