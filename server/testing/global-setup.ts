import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { startDatabaseServer } from './database-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The owner's connection to the database `postgres`, from which `saldo_template` is cloned. */
    postgresUrl: string
  }
}

/**
 * One PostgreSQL for the whole run, migrated once; every test clones the template. The migrated cluster is cached under
 * the hash of its sources, so that the next run starts at once.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = join(templates, schemaHash())
  if (!existsSync(template)) await makeTemplate(template)
  const server = await startDatabaseServer(template)
  project.provide('postgresUrl', server.url.replace(/saldo_template$/, 'postgres'))
  return server.stop
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const templates = join(root, 'node_modules/.cache/saldo-test-database')

async function makeTemplate(template: string): Promise<void> {
  rmSync(templates, { recursive: true, force: true })
  mkdirSync(templates, { recursive: true })
  const server = await startDatabaseServer()
  try {
    // Loads the whole product: only when there is no cached template.
    const { migrate } = await import('../db/migrate.ts')
    await migrate(server.url)
    await close(server.url.replace(/saldo$/, 'postgres'))
  } catch (error) {
    await server.stop()
    throw error
  }
  await server.keep(template)
}

/** A hash of everything that decides what a migrated cluster contains. */
function schemaHash(): string {
  const hash = createHash('sha256')
  const sources = [
    'server/db',
    'server/db/migrations',
    'server/jobs',
    'server/testing',
    'scripts',
    'scripts/postgres',
    'scripts/processes',
    'scripts/home',
  ].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(folder, entry.name))
      .filter(makesTheCluster),
  )
  // The queues of their jobs.
  const declared = globSync('server/**/feature.ts', { cwd: root })
  for (const source of [...sources, ...declared].sort().concat('package-lock.json')) {
    hash.update(source)
    hash.update(readFileSync(join(root, source)))
  }
  return hash.digest('hex').slice(0, 32)
}

/** Tests and code that only describes the schema do not change the cluster. */
function makesTheCluster(source: string): boolean {
  if (source.startsWith('server/testing/')) return source === 'server/testing/database-server.ts'
  return !source.endsWith('.test.ts') && !describing.includes(source)
}

const describing = [
  'server/db/describe-schema.ts',
  'server/db/describe-table.ts',
  'server/db/read-comments.ts',
  'server/db/schema.sql',
  'scripts/write-schema.ts',
]

/** A template with open connections cannot be cloned. It was migrated as `saldo`, so its roles are named after that. */
async function close(postgresUrl: string) {
  const sql = postgres(postgresUrl, { max: 1 })
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'saldo'`
  await sql`alter database saldo rename to saldo_template`
  await sql`alter database saldo_template with is_template true allow_connections false`
  await sql.end()
}
