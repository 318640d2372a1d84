import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Secrets } from '../home/secrets.ts'
import { placesIn, type Settings } from '../home/settings.ts'
import {
  answers,
  type Cluster,
  type Command,
  createCluster,
  DURABLE,
  serveCluster,
} from '../postgres/postgres.ts'
import { root } from '../run.mjs'
import type { ChildSpec } from './child.ts'

/** The data directory of our Postgres and the credentials of its superuser. */
export function clusterOf(settings: Settings, secrets: Secrets): Cluster {
  return {
    dir: placesIn(settings.home).postgres,
    port: settings.postgres_port,
    superuser_password: secrets.postgres_superuser_password,
  }
}

/** PostgreSQL, its cluster created on first use. @throws when another major version wrote the data. */
export async function postgresChild(cluster: Cluster, home: string): Promise<ChildSpec> {
  await createCluster(cluster)
  const version_file = join(cluster.dir, 'PG_VERSION')
  const version = existsSync(version_file) ? readFileSync(version_file, 'utf8').trim() : 'unknown version'
  if (version !== '18') throw new Error(`The data in ${cluster.dir} is of PostgreSQL ${version}, not 18.`)
  return {
    name: 'postgres',
    label: 'PostgreSQL',
    home,
    command: await serveCluster(cluster, DURABLE),
    ready: () => answers(cluster),
    ready_within_ms: 120_000,
    // "Fast": open transactions roll back. The default signal would wait for every client to leave.
    stop_signal: 'SIGINT',
    // "Immediate": stops as a power cut would, and recovers on the next start.
    force_signal: 'SIGQUIT',
    is_node: false,
  }
}

type NodeChild = { env: NodeJS.ProcessEnv; home: string; on_terminal: boolean }

/** The sandbox provider. */
export function sandboxChild(port: number, { env, home, on_terminal }: NodeChild): ChildSpec {
  return {
    ...nodeChild(home, on_terminal),
    name: 'sandbox',
    label: 'Payment sandbox',
    command: nodeCommand('sandbox/main.ts', env),
    ready: () => replies(`http://127.0.0.1:${port}/healthz`),
    ready_within_ms: 60_000,
  }
}

/** The server. Its first start migrates the database and may write the demo's 15,000 bills. */
export function serverChild(server_url: string, { env, home, on_terminal }: NodeChild): ChildSpec {
  return {
    ...nodeChild(home, on_terminal),
    name: 'server',
    label: 'Server',
    command: nodeCommand('server/main.ts', env),
    ready: () => replies(`${server_url}/readyz`),
    ready_within_ms: 900_000,
  }
}

/** Vite's development server, for `npm run dev`. */
export function pagesChild(port: number, { env, home, on_terminal }: NodeChild): ChildSpec {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, join(root, 'web'), '--port', String(port), '--strictPort', '--host', '127.0.0.1']
  return {
    ...nodeChild(home, on_terminal),
    name: 'pages',
    label: 'Pages with reload',
    command: { command: process.execPath, args: [...leaving, ...args], env },
    ready: () => replies(`http://127.0.0.1:${port}/`),
    ready_within_ms: 60_000,
  }
}

const leaving = ['--import', new URL('./leave-with-parent.ts', import.meta.url).href]

function nodeCommand(main: string, env: NodeJS.ProcessEnv): Command {
  return { command: process.execPath, args: [...leaving, join(root, main)], env }
}

function nodeChild(home: string, on_terminal: boolean) {
  return { home, on_terminal, is_node: true, stop_signal: 'SIGTERM', force_signal: 'SIGKILL' } as const
}

async function replies(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false
  }
}
