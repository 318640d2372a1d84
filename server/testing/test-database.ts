import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { inject } from 'vitest'

/** An arbitrary advisory lock number: copying the template one at a time is faster than in parallel. */
const CLONING = 7001

/**
 * Clones the migrated template into the test's own database. @returns `url`, the owner's connection (no superuser), and
 * `drop()`, which also ends open connections.
 */
export const cloneDatabase = (): Promise<TestDatabase> => databaseFrom('saldo_template')

/** A database in which no migration ran, to try what migrations do to the records of an older version. */
export const emptyDatabase = (): Promise<TestDatabase> => databaseFrom('template0')

type TestDatabase = { url: string; drop: () => Promise<void> }

async function databaseFrom(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner(async (sql) => {
    await sql`select pg_advisory_lock(${CLONING})`
    await sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`
    // As migrate() does: a copy has the rights of a new database.
    if (template !== 'template0') await sql`revoke temporary on database ${sql(name)} from public`
  })
  const url = new URL(inject('postgresUrl'))
  url.pathname = name
  const drop = () =>
    asOwner(async (sql) => void (await sql`drop database if exists ${sql(name)} with (force)`))
  return { url: url.href, drop }
}

/** Ending the session also releases the lock. */
async function asOwner(act: (sql: postgres.Sql) => Promise<void>) {
  const sql = postgres(inject('postgresUrl'), { max: 1, onnotice: () => {} })
  try {
    await act(sql)
  } finally {
    await sql.end()
  }
}
