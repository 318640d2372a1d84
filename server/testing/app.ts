import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import { buildApp } from '../app.ts'
import { loginsOf } from '../db/logins.ts'
import { readEnv } from '../env.ts'
import type { RequestLimits } from '../http/request-limits.ts'
import type { RequestRates } from '../http/request-rates.ts'
import type { LogTo } from '../log/logger.ts'
import type { Services } from '../services.ts'
import { cloneDatabase } from './test-database.ts'

export const testSecret = '5a'.repeat(32)

export type TestApp = {
  app: FastifyInstance
  services: Services
  /** The owner's URL of the app's own database. */
  database_url: string
  /** Sends a request and returns the reply with its JSON parsed. */
  call: (
    request: InjectOptions,
  ) => Promise<{ status: number; body: never; headers: Record<string, unknown>; raw: Buffer }>
  close: () => Promise<void>
}

/**
 * The real app on its own database, without a worker (`runJobs` runs the queue). With `provider`, the address of a
 * sandbox, it can charge.
 */
export async function startApp(
  settings: {
    provider?: string
    env?: Record<string, string>
    limits?: RequestLimits
    /** By default requests are not counted: a test may send many. */
    rates?: RequestRates
    log_to?: LogTo
    /** A second server on the database of the first. */
    beside?: Pick<TestApp, 'database_url'>
  } = {},
): Promise<TestApp> {
  const database = settings.beside
    ? { url: settings.beside.database_url, drop: async () => {} }
    : await cloneDatabase()
  const home = await mkdtemp(join(tmpdir(), 'saldo-app-'))
  const env = readEnv({
    DATABASE_URL: database.url,
    SALDO_HOME: home,
    SALDO_SECRET: testSecret,
    LOG_LEVEL: process.env.TEST_LOG ?? 'fatal',
    STRIPE_SECRET_KEY: 'sk_test_saldo',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_saldo',
    STRIPE_WEBHOOK_SECRET: 'whsec_test_one',
    STRIPE2_SECRET_KEY: 'sk_test_saldo2',
    STRIPE2_PUBLISHABLE_KEY: 'pk_test_saldo2',
    STRIPE2_WEBHOOK_SECRET: 'whsec_test_two',
    STRIPE_API_BASE: settings.provider ?? 'http://127.0.0.1:9',
    ...settings.env,
  })
  const app = await buildApp(env, await loginsOf(database.url), {
    ...{ worker: false, rates: settings.rates ?? null },
    ...(settings.limits && { limits: settings.limits }),
    ...(settings.log_to && { log_to: settings.log_to }),
  })
  return {
    app,
    services: app.services,
    database_url: database.url,
    call: async (request) => {
      const reply = await app.inject(request)
      const json = String(reply.headers['content-type'] ?? '').includes('json')
      return {
        status: reply.statusCode,
        body: (json ? reply.json() : undefined) as never,
        headers: reply.headers,
        raw: reply.rawPayload,
      }
    },
    close: async () => {
      await app.close()
      await database.drop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Starts the app; closes it when the running test ends. */
export async function withApp(settings?: Parameters<typeof startApp>[0]): Promise<TestApp> {
  const started = await startApp(settings)
  onTestFinished(started.close)
  return started
}
