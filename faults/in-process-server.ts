import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../server/app.ts'
import { connect, type Sql } from '../server/db/connection.ts'
import { loginsOf } from '../server/db/logins.ts'
import { readEnv } from '../server/env.ts'
import { runJobs } from '../server/jobs/worker.ts'
import type { Services } from '../server/services.ts'
import type { Clones } from './processes/database.ts'
import { serverSettings } from './processes/server-settings.ts'
import { advanceTime, underWay } from './time.ts'

export type InProcessServer = {
  app: FastifyInstance
  services: Services
  owner: Sql
  /** Sends a request without a socket. */
  call: (request: {
    method: 'GET' | 'POST'
    url: string
    headers?: Record<string, string>
    payload?: string
  }) => Promise<{
    status: number
    body: Record<string, unknown>
  }>
  /** Runs queued jobs, moving time by two minutes as often as needed; false when they never end. */
  rest: () => Promise<boolean>
  close: () => Promise<void>
}

/** The server inside this process, for race conditions without crashes: no sockets, jobs run on demand. */
export async function startInProcessServer(
  database: Clones,
  database_url: string,
  provider_url: string,
): Promise<InProcessServer> {
  const home = mkdtempSync(join(tmpdir(), 'saldo-faults-inside-'))
  const app = await buildApp(
    readEnv(serverSettings({ database_url, provider_url, home })),
    await loginsOf(database_url),
    { worker: false },
  )
  const { services } = app
  const owner = connect(database_url, { max: 4 })
  return {
    app,
    services,
    owner,
    call: async (request) => {
      const reply = await app.inject(request)
      return { status: reply.statusCode, body: reply.body ? reply.json() : {} }
    },
    rest: async () => {
      for (let turn = 0; turn < 20; turn += 1) {
        await runJobs(services)
        if ((await underWay(owner)) === 0) return true
        await advanceTime(owner, 120)
        await services.asSystem(async (tx) => {
          await services.queue.enqueue(tx, 'sweep-attempts', {})
          await services.queue.enqueue(tx, 'sweep-refunds', {})
        })
      }
      return false
    },
    close: async () => {
      await app.close()
      await owner.end()
      await database.drop(database_url)
      rmSync(home, { recursive: true, force: true })
    },
  }
}
