import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  answers,
  type Cluster,
  createCluster,
  provision,
  serveCluster,
  superuser,
} from '../../scripts/postgres/postgres.ts'
import { migrate } from '../../server/db/migrate.ts'
import { freePort } from '../../server/testing/sandbox.ts'

/** Production settings with fsync, which crash tests need; only the sizes are smaller. */
const settings = {
  max_connections: '200',
  shared_buffers: '128MB',
  min_wal_size: '64MB',
  max_wal_size: '512MB',
  jit: 'off',
}

const prefix = 'saldo-faults-database-'

export type Database = Awaited<ReturnType<typeof startDatabase>>

/**
 * A durable PostgreSQL with a migrated template, in a temporary folder or in `home`. `clone` makes a new database (the
 * owner's connection string); `crash` stops it like a power cut.
 */
export async function startDatabase(home = mkdtempSync(join(tmpdir(), prefix))) {
  chmodSync(home, 0o711)
  const password = randomBytes(16).toString('hex')
  const cluster: Cluster = {
    dir: join(home, 'postgres'),
    port: await freePort(),
    superuser_password: password,
  }
  await createCluster(cluster)
  let postgres = await serve(cluster)
  // If this process ends without `stop`, PostgreSQL ends too.
  const lastResort = () => void postgres.kill('SIGQUIT')
  process.once('exit', lastResort)
  const migrated = await provision(cluster, { password, database: 'saldo' })
  await asSuperuser(cluster, 'grant pg_signal_backend to saldo')
  await migrate(migrated)
  // The roles keep the names that they got with the name `saldo`.
  await asSuperuser(cluster, 'alter database saldo rename to saldo_template')
  const template = migrated.replace(/saldo$/, 'saldo_template')
  const runs = () => postgres.exitCode === null && postgres.signalCode === null
  return {
    cluster,
    template,
    ...clonesOf({ cluster, template }),
    runs,
    /** "Immediate": no checkpoint; the next start recovers from the log. */
    crash: async () => {
      await end(postgres, 'SIGQUIT')
    },
    start: async () => {
      postgres = await serve(cluster)
    },
    /** Waits until it answers; if it cannot recover by itself, it is started again. */
    recover: async () => {
      while (!(await answers(cluster))) {
        if (!runs()) postgres = await serve(cluster)
        await sleep(30)
      }
    },
    stop: async () => {
      await end(postgres, 'SIGINT')
      process.off('exit', lastResort)
      rmSync(cluster.dir, { recursive: true, force: true })
      if (home.startsWith(join(tmpdir(), prefix))) rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The address of a PostgreSQL and the name of its template. Another process needs both to make databases there. */
export type Served = { cluster: Cluster; template: string }
export type Clones = ReturnType<typeof clonesOf>

/** Makes databases in a PostgreSQL that another process has started. */
export const clonesOf = ({ cluster, template }: Served) => ({
  clone: async (from = 'saldo_template') => {
    const name = `faults_${randomBytes(6).toString('hex')}`
    await asSuperuser(cluster, `create database ${name} template ${from} owner saldo`)
    return template.replace(/saldo_template$/, name)
  },
  /** Runs a statement that needs PostgreSQL's superuser, in one of our databases. */
  asSuperuserOf: (url: string, statement: string) => asSuperuser(cluster, statement, nameOf(url)),
  drop: (url: string) => asSuperuser(cluster, `drop database if exists ${nameOf(url)} with (force)`),
})

export const nameOf = (url: string): string => new URL(url).pathname.slice(1)

async function serve(cluster: Cluster): Promise<ChildProcess> {
  const { command, args, ...options } = await serveCluster(cluster, settings)
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(-4000)
  })
  const deadline = Date.now() + 60_000
  while (!(await answers(cluster))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`PostgreSQL did not start:\n${said}`)
    await sleep(30)
  }
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

async function asSuperuser(cluster: Cluster, statement: string, database?: string): Promise<void> {
  const sql = superuser(cluster, database)
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}
