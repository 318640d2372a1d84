import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connect, type Sql } from '../../server/db/connection.ts'
import { freePort } from '../../server/testing/sandbox.ts'
import { type Bill, makeBills } from '../bills.ts'
import type { Death } from '../crash-at.ts'
import type { Database } from './database.ts'
import { openFront } from './front.ts'
import { type Provider, startProvider } from './provider.ts'
import type { Serve } from './server.ts'
import { serverSettings } from './server-settings.ts'

const source = fileURLToPath(new URL('./server.ts', import.meta.url))

export type Cluster = {
  /** The address where payers and the provider's events reach the current server. */
  url: string
  database_url: string
  owner: Sql
  provider: Provider
  bills: Bill[]
  /** Kills the current server like `kill -9`, and returns once the next one serves. */
  kill: () => Promise<void>
  /** Sets how the servers that take over from now on crash. */
  arm: (death: () => Death | null) => void
  /** The number of servers that died so far. */
  deaths: () => number
  serving_since: () => number
  /** Resolves when a server serves. */
  served: () => Promise<void>
  close: () => Promise<void>
}

/**
 * A database with bills, the provider, and one server behind a fixed address. Spare servers are warmed up: when the
 * server dies, the next one serves within a fraction of a second, as after a supervisor's restart.
 */
export async function openCluster(
  database: Database,
  of: { bills: number; standbys?: number; sepa_seconds?: number; death?: () => Death | null },
): Promise<Cluster> {
  const database_url = await database.clone()
  const owner = connect(database_url, { max: 4 })
  const bills = await makeBills(owner, of.bills)
  const port = await freePort()
  const provider = await startProvider({ webhooks_port: port, sepa_seconds: of.sepa_seconds })
  const front = await openFront(port)
  const home = mkdtempSync(join(tmpdir(), 'saldo-faults-server-'))
  const settings = serverSettings({ database_url, provider_url: provider.url, home })

  let death = of.death ?? (() => null)
  let closing = false
  let deaths = 0
  let serving: ChildProcess | undefined
  let serving_since = 0
  let taking = Promise.resolve()
  const standbys: Promise<ChildProcess>[] = []

  async function takeOver(): Promise<void> {
    standbys.push(warm())
    const next = (await standbys.shift()) as ChildProcess
    if (!next.connected) throw new Error('a server did not start')
    const told: Serve = { settings, death: death() }
    let listens = false
    next.once('exit', () => {
      if (closing) return
      front.send(null)
      deaths += 1
      // A server that cannot start, because the database is away, is restarted after a pause, as a supervisor does.
      taking = listens ? takeOver() : sleep(300).then(takeOver)
    })
    next.send(told)
    const [{ port: listening }] = (await Promise.race([once(next, 'message'), ended(next)])) as [
      { port: number },
    ]
    // During shutdown no server follows one that dies: `taking` is then this very promise.
    if (!listening) return closing ? undefined : taking
    listens = true
    serving = next
    serving_since = performance.now()
    front.send(listening)
  }

  for (let standby = 0; standby < (of.standbys ?? 0); standby += 1) standbys.push(warm())
  taking = takeOver()
  await taking
  return {
    url: front.url,
    database_url,
    owner,
    provider,
    bills,
    kill: async () => {
      const victim = serving as ChildProcess
      if (victim.exitCode === null && victim.signalCode === null) {
        const gone = once(victim, 'exit')
        victim.kill('SIGKILL')
        await gone
      }
      await taking
    },
    arm: (next) => {
      death = next
    },
    deaths: () => deaths,
    serving_since: () => serving_since,
    served: () => taking,
    close: async () => {
      closing = true
      await taking
      for (const child of [serving, ...(await Promise.all(standbys))]) child?.kill('SIGKILL')
      await front.close()
      await provider.stop()
      await owner.end()
      await database.drop(database_url)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function warm(): Promise<ChildProcess> {
  const child = fork(source, {
    stdio: ['ignore', 'inherit', process.env.FAULTS_LOG ? 'inherit' : 'ignore', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'saldo-faults-compiled') },
  })
  await Promise.race([once(child, 'message'), ended(child)])
  return child
}

/** A server that dies while starting reports no port. */
const ended = async (child: ChildProcess): Promise<[{ port?: number }]> => {
  await once(child, 'exit')
  return [{}]
}
