import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  answers,
  type Cluster,
  createCluster,
  provision,
  serveCluster,
  superuser,
} from '../../scripts/postgres/postgres.ts'
import { identityOf, type ProcessIdentity, stillRuns } from '../../scripts/processes/process-identity.ts'

const PREFIX = 'saldo-test-'

/** The data is thrown away after the run, so durability is off. */
const THROWAWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
  shared_buffers: '128MB',
  jit: 'off',
}

const run = promisify(execFile)

export type DatabaseServer = {
  /** The owner's connection to the database: `saldo`, or `saldo_template` when it started from a template. */
  url: string
  /** Stops PostgreSQL and deletes its directory. */
  stop: () => Promise<void>
  /** Stops PostgreSQL and keeps its files in the directory `template`, from which `startDatabaseServer` can start. */
  keep: (template: string) => Promise<void>
}

/**
 * Starts a PostgreSQL in a temporary directory, on a free loopback port: empty, or from the files that `keep` left in
 * `template`. `settings` are PostgreSQL's, beside ours. @throws with PostgreSQL's last output when it does not start within
 * 30 seconds.
 */
export async function startDatabaseServer(
  template?: string,
  settings: Record<string, string> = {},
): Promise<DatabaseServer> {
  sweepLeftovers()
  const home = mkdtempSync(join(tmpdir(), PREFIX))
  chmodSync(home, 0o711)
  writeFileSync(join(home, 'runner.json'), JSON.stringify(identityOf(process.pid)))
  const password = template
    ? readFileSync(join(template, 'password'), 'utf8')
    : randomBytes(16).toString('hex')
  const cluster = { dir: join(home, 'postgres'), port: await freePort(), superuser_password: password }
  if (template) await run('cp', ['-a', join(template, 'postgres'), cluster.dir])
  else await createCluster(cluster)
  const end = await serve(cluster, home, settings)
  const stop = async () => {
    await end()
    rmSync(home, { recursive: true, force: true })
  }
  const keep = async (where: string) => {
    await end()
    await keepFiles(cluster, where)
    rmSync(home, { recursive: true, force: true })
  }
  const url = await provision(cluster, { password, database: template ? 'saldo_template' : 'saldo' })
  await allowForcedDrops(cluster)
  return { url, stop, keep }
}

/** Copied under another name and then renamed, so that an interrupted copy is never used. */
async function keepFiles({ dir, superuser_password }: Cluster, template: string): Promise<void> {
  if (existsSync(template)) return
  const fresh = `${template}.${process.pid}`
  mkdirSync(fresh, { recursive: true })
  await run('cp', ['-a', dir, join(fresh, 'postgres')])
  writeFileSync(join(fresh, 'password'), superuser_password, { mode: 0o600 })
  renameSync(fresh, template)
}

async function serve(
  cluster: Cluster,
  home: string,
  settings: Record<string, string>,
): Promise<() => Promise<void>> {
  const { command, args, ...options } = await serveCluster(cluster, { ...THROWAWAY, ...settings })
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let said = ''
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-4000)
  })
  writeFileSync(join(home, 'postgres.json'), JSON.stringify(identityOf(child.pid as number)))
  const stop = async () => {
    child.kill('SIGINT')
    await exited
  }
  const deadline = Date.now() + 30_000
  while (!(await answers(cluster))) {
    if (child.exitCode === null && Date.now() < deadline) await sleep(50)
    else {
      await stop()
      throw new Error(`PostgreSQL did not start:\n${said}`)
    }
  }
  return stop
}

/** A test's database is dropped while connections of the server's role may still be open. */
async function allowForcedDrops(cluster: Cluster) {
  const sql = superuser(cluster)
  await sql`grant pg_signal_backend to saldo`
  await sql.end()
}

/** A killed run cannot stop its PostgreSQL: the next run does. */
function sweepLeftovers() {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX))) {
    const home = join(tmpdir(), name)
    const recorded = (file: string): ProcessIdentity | null => {
      try {
        return JSON.parse(readFileSync(join(home, file), 'utf8'))
      } catch {
        return null
      }
    }
    const runner = recorded('runner.json')
    if (!runner || stillRuns(runner)) continue
    const postgres = recorded('postgres.json')
    if (postgres && stillRuns(postgres)) process.kill(postgres.pid, 'SIGKILL')
    rmSync(home, { recursive: true, force: true })
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
