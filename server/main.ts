import type { FastifyInstance } from 'fastify'
import postgres from 'postgres'
import { buildApp } from './app.ts'
import { analyze } from './db/analyze.ts'
import { loginsOf } from './db/logins.ts'
import { migrate } from './db/migrate.ts'
import { type Env, isDemo, readEnv } from './env.ts'
import { refuseDemoLive } from './features/demo/refuse-demo-live.ts'
import { seedDemo } from './features/demo/seed-demo.ts'
import { hasNoUser, noUserSentence } from './features/users/no-user.ts'
import { fileKeysOf } from './files/file-keys.ts'
import { filesIn } from './files/file-store.ts'
import { refuseLostKeys } from './files/refuse-lost-keys.ts'
import { countPlainFiles } from './files/rotate-file-keys.ts'
import { errorLine } from './log/error-line.ts'

process.umask(0o077)
try {
  const env = readEnv(process.env)
  const app = await prepare(env, takeOwnerUrl())
  logUncaught(app)
  await app.listen({ port: env.PORT, host: env.HOST })
  stopWith(app)
} catch (error) {
  console.error(reasonOf(error))
  process.exit(1)
}

/** Why the start failed. PostgreSQL's messages about data (classes 22 and 23) quote them. */
function reasonOf(error: unknown): string {
  if (error instanceof postgres.PostgresError && /^2[23]/.test(error.code))
    return JSON.stringify(errorLine(error))
  return error instanceof Error ? error.message : String(error)
}

/** Node would print an error that nobody caught with all it quotes. */
function logUncaught(app: FastifyInstance): void {
  const end = (error: unknown) => {
    app.log.fatal({ err: error }, 'uncaught error')
    process.exit(1)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}

/** The owner's address of the database. A running server neither needs nor keeps it. */
function takeOwnerUrl(): string {
  const { DATABASE_URL = '' } = process.env
  delete process.env.DATABASE_URL
  return DATABASE_URL
}

/** Does what only the owner of the database may, and builds the server, which is not told the owner's address. */
async function prepare(env: Env, owner_url: string): Promise<FastifyInstance> {
  const files = filesIn(env.SALDO_HOME)
  const lost = await refuseLostKeys(files, fileKeysOf(env))
  await migrate(owner_url)
  const logins = await loginsOf(owner_url)
  await refuseDemoLive(env, logins.jobs)
  const app = await buildApp(env, logins)
  if (isDemo(env) && (await seedDemo(app))) await analyze(owner_url)
  if (lost > 0) app.log.warn({ files: lost }, 'files cannot be opened: their key is not in SALDO_FILE_KEYS')
  const plain = await countPlainFiles(files)
  if (plain > 0) app.log.warn({ files: plain }, 'files are not encrypted yet: npm run rotate-file-keys')
  if (await hasNoUser(owner_url)) app.log.warn(noUserSentence)
  return app
}

/** Stops gracefully on a signal, or when the parent process is gone. */
function stopWith(app: { close: () => PromiseLike<unknown> }): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await app.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('disconnect', stop)
}
