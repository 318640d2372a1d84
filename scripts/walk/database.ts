import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type postgres from 'postgres'
import { freePort } from '../../server/testing/sandbox.ts'
import { answers, type Cluster, createCluster, serveCluster, superuser } from '../postgres/postgres.ts'
import { root } from '../run.mjs'
import { must, until } from './journal.ts'
import { start } from './processes.ts'

/** A PostgreSQL that is not Saldo's: somebody else started it, and its superuser is not Saldo's owner. */
export type OwnDatabase = {
  /** The owner's address, as DATABASE_URL. */
  url: string
  /** The cluster's superuser, in the owner's database. */
  sql: postgres.Sql
  stop: () => Promise<void>
}

/** Starts a cluster in `folder` and prepares it by the very lines of SQL that the README gives. */
export async function startOwnDatabase(folder: string): Promise<OwnDatabase> {
  const cluster: Cluster = {
    dir: join(folder, 'postgres'),
    port: await freePort(),
    superuser_password: randomBytes(12).toString('hex'),
  }
  await createCluster(cluster)
  const server = start(await serveCluster(cluster, { max_connections: '100' }))
  await until('PostgreSQL', () => answers(cluster))
  const password = randomBytes(12).toString('hex')
  const admin = superuser(cluster)
  for (const line of sqlOfReadme()) await admin.unsafe(line.replace("'…'", `'${password}'`))
  await admin.end()
  const sql = superuser(cluster, 'saldo')
  await sql.unsafe(readFileSync(join(root, 'server/db/limit-public-functions.sql'), 'utf8'))
  return {
    url: `postgres://saldo:${password}@127.0.0.1:${cluster.port}/saldo`,
    sql,
    stop: async () => {
      await sql.end({ timeout: 2 })
      await server.stop('SIGINT')
    },
  }
}

function sqlOfReadme(): string[] {
  const [, block = ''] = /```sql\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
  const lines = block.split('\n').filter((line) => /^\w.*;/.test(line))
  must(lines.length >= 2, 'README.md has no SQL that makes the owner and the database')
  return lines
}
