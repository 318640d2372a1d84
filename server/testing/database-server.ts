import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
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
} from '../../scripts/postgres.ts'
import { identityOf, type ProcessIdentity, stillRuns } from '../../scripts/process-identity.ts'

const PREFIX = 'saldo-test-'

/** Nothing here survives the run, so nothing waits for the disk. */
const THROWAWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
  shared_buffers: '128MB',
  jit: 'off',
}

/**
 * Starts a Postgres of its own in a temporary directory, on a free loopback port.
 * @returns the address of the owner's connection to the empty database `saldo_template`, and `stop()`, which
 *   also deletes the directory.
 * @throws with Postgres' last words when it does not start within 30 seconds.
 */
export async function startDatabaseServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  sweepLeftovers()
  const home = mkdtempSync(join(tmpdir(), PREFIX))
  chmodSync(home, 0o711)
  writeFileSync(join(home, 'runner.json'), JSON.stringify(identityOf(process.pid)))
  const password = randomBytes(16).toString('hex')
  const cluster = { dir: join(home, 'postgres'), port: await freePort(), superuser_password: password }
  await createCluster(cluster)
  const stop = await serve(cluster, home)
  const url = await provision(cluster, { password, database: 'saldo_template' })
  await allowForcedDrops(cluster)
  return { url, stop }
}

async function serve(cluster: Cluster, home: string): Promise<() => Promise<void>> {
  const { command, args, ...options } = await serveCluster(cluster, THROWAWAY)
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
    rmSync(home, { recursive: true, force: true })
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

/** A test's database is dropped while connections of the server's own role may still be open. */
async function allowForcedDrops(cluster: Cluster) {
  const sql = superuser(cluster)
  await sql`grant pg_signal_backend to saldo`
  await sql.end()
}

/** A run killed outright cannot stop its Postgres: the next run does. */
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
