import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type postgres from 'postgres'
import { jobs } from '../features.ts'
import { createQueues } from '../jobs/queue.ts'
import { grantQueues } from '../jobs/queue-rights.ts'
import { admitLogins } from './admit-logins.ts'
import { openSessions } from './connection.ts'
import { databaseFault } from './database-fault.ts'
import { forbidTemporaryTables } from './forbid-temporary-tables.ts'
import { limitQueries } from './limit-queries.ts'
import { type Patience, patience, takeMigrationLock } from './migration-lock.ts'
import { type Applied, type Migration, pendingMigrations, readMigrations } from './migrations.ts'
import { refusePooler } from './refuse-pooler.ts'
import { refuseUnfitDatabase } from './refuse-unfit-database.ts'
import { rolePrefix, withRolesOf } from './role-names.ts'

/**
 * Brings the database up to date: applies each numbered file once, in its own transaction, one migrator at a time. Then
 * creates the job queues and sets the passwords of the server's logins. Running it again changes nothing. @returns the names of
 * the files that it applied. @throws MigrationsRefused, before anything changes, when the database was not made by
 * these files; a DatabaseFault when the database cannot be reached or lacks something (refuse-unfit-database.ts); an Error
 * when sessions share connections (refuse-pooler.ts), or when another migrator works for longer than `waiting` allows.
 */
export async function migrate(
  ownerUrl: string,
  migrations = readMigrations(),
  waiting: Patience = patience,
): Promise<string[]> {
  try {
    await refuseUnfitDatabase(ownerUrl)
    await refusePooler(ownerUrl)
    return await bringUpToDate(ownerUrl, migrations, waiting)
  } catch (error) {
    throw databaseFault(error, ownerUrl)
  }
}

async function bringUpToDate(
  ownerUrl: string,
  migrations: Migration[],
  waiting: Patience,
): Promise<string[]> {
  const sql = openSessions(ownerUrl, {
    max: 1,
    // The lock lasts as long as this connection: it is not replaced by a new one.
    max_lifetime: null,
    connection: { application_name: 'saldo migrate' },
  })
  try {
    await takeMigrationLock(sql, waiting)
    const { applied, prefix } = await applyMigrations(sql, migrations)
    await forbidTemporaryTables(sql, prefix)
    await admitLogins(sql, prefix, ownerUrl)
    await limitQueries(sql, prefix)
    await createQueues(ownerUrl, jobs)
    await grantQueues(sql, prefix)
    return applied
  } finally {
    // A pooler in session mode may keep the session of a client that is gone.
    await sql`select pg_advisory_unlock_all()`.catch(() => {})
    await sql.end()
  }
}

/** The part of `migrate` that applies the files. @returns their names, and the prefix of the database's roles. */
export async function applyMigrations(
  sql: postgres.Sql,
  migrations: Migration[],
): Promise<{ applied: string[]; prefix: string }> {
  await sql`
    create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`
  const pending = pendingMigrations(migrations, await sql<Applied[]>`select * from migrations order by name`)
  // Until roles had a prefix, all databases of a PostgreSQL shared those that begin with saldo_.
  await sql`alter table migrations add column if not exists role_prefix text not null default 'saldo'`
  const prefix = await rolePrefix(sql)
  for (const migration of pending) await sql.begin((tx) => apply(tx, migration, prefix))
  return { applied: pending.map(({ name }) => name), prefix }
}

async function apply(
  tx: postgres.TransactionSql,
  { name, text, checksum }: Migration,
  prefix: string,
): Promise<void> {
  try {
    if (name.endsWith('.csv')) await loadRows(tx, name, text)
    else await tx.unsafe(withRolesOf(prefix, text))
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
  await tx`insert into migrations (name, checksum, role_prefix) values (${name}, ${checksum}, ${prefix})`
}

/** Loads a CSV file into the table it is named after: `0005-cities.csv` into `cities`. */
async function loadRows(tx: postgres.TransactionSql, file: string, text: string): Promise<void> {
  const table = file.replace(/^\d+-|\.csv$/g, '')
  const into = await tx`copy ${tx(table)} from stdin with (format csv, header match)`.writable()
  await pipeline(Readable.from([text]), into)
}
