import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { node24, root } from '../scripts/run.mjs'
import { type Instance, instanceOf, workers } from './instances.ts'

/**
 * Starts one instance for each worker and returns a function that stops them. The demo data is written once; the other
 * instances start from a copy of its home, which is faster. With E2E_REUSE, running instances are used.
 */
export default async function startInstances(): Promise<() => Promise<void>> {
  const wanted = Array.from({ length: workers }, (_, worker) => instanceOf(worker))
  const [first, ...others] = wanted as [Instance, ...Instance[]]
  if (process.env.E2E_REUSE && (await allAnswer(wanted))) return async () => {}
  const running: Running[] = []
  const stopAll = async () => {
    await Promise.all(running.map((one) => one.stop()))
    for (const { home } of wanted) rmSync(home, { recursive: true, force: true })
  }
  try {
    const prepared = await start(first)
    running.push(prepared)
    if (others.length === 0) return stopAll
    await prepared.stop()
    for (const other of others) copyHome(first.home, other.home)
    running.splice(0, 1, ...(await Promise.all(wanted.map(start))))
    return stopAll
  } catch (error) {
    await stopAll()
    throw error
  }
}

type Running = { stop: () => Promise<void> }

async function start({ port, url, home }: Instance): Promise<Running> {
  mkdirSync(home, { recursive: true })
  // The IPC channel closes with this process, and then the supervisor stops.
  const supervisor = spawn(node24, ['scripts/supervisor.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, PORT: String(port), SALDO_HOME: home, PUBLIC_URL: url },
  })
  const stop = async () => {
    if (supervisor.exitCode !== null) return
    supervisor.kill('SIGTERM')
    await once(supervisor, 'exit')
  }
  try {
    await untilReady(supervisor, url)
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

async function untilReady(supervisor: ChildProcess, url: string): Promise<void> {
  let output = ''
  for (const stream of [supervisor.stdout, supervisor.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  while (supervisor.exitCode === null) {
    if (await answers(url)) return
    await sleep(200)
  }
  throw new Error(`The instance at ${url} did not start:\n${output}`)
}

const allAnswer = async (wanted: Instance[]) =>
  (await Promise.all(wanted.map(({ url }) => answers(url)))).every(Boolean)

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false
  }
}

/** Copies the home without the pid files. `cp` keeps the owner of the cluster. */
function copyHome(from: string, to: string) {
  execFileSync('cp', ['-a', from, to])
  for (const name of ['running', 'logs', 'lock', 'instance.json'])
    rmSync(join(to, name), { recursive: true, force: true })
}
