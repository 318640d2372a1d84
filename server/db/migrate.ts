import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import postgres from 'postgres'
import { jobs } from '../features.ts'
import { createQueues } from '../jobs/queue.ts'
import { serverPassword } from './connection.ts'
import { forbidTemporaryTables } from './forbid-temporary-tables.ts'
import { type Patience, patience, takeMigrationLock } from './migration-lock.ts'
import { type Applied, type Migration, pendingMigrations, readMigrations } from './migrations.ts'
import { refusePooler } from './refuse-pooler.ts'

/**
 * Brings the database up to date: applies each numbered file once, in its own transaction, one migrator at a time. Then
 * creates the job queues and sets the server role's password. Running it again changes nothing. @returns the names of
 * the files that it applied. @throws MigrationsRefused, before anything changes, when the database was not made by
 * these files; an Error when sessions share connections (refuse-pooler.ts), or when another migrator works for longer
 * than `waiting` allows.
 */
export async function migrate(
  ownerUrl: string,
  migrations = readMigrations(),
  waiting: Patience = patience,
): Promise<string[]> {
  await refusePooler(ownerUrl)
  const sql = postgres(ownerUrl, {
    max: 1,
    // The lock lasts as long as this connection: it is not replaced by a new one.
    max_lifetime: null,
    onnotice: () => {},
    connection: { application_name: 'saldo migrate' },
  })
  try {
    await takeMigrationLock(sql, waiting)
    await sql`
      create table if not exists migrations (
        name text primary key, checksum text not null, applied_at timestamptz not null default now())`
    const pending = pendingMigrations(
      migrations,
      await sql<Applied[]>`select * from migrations order by name`,
    )
    for (const migration of pending) await sql.begin((tx) => apply(tx, migration))
    await forbidTemporaryTables(sql)
    await sql.unsafe(`alter role saldo_server password '${serverPassword(ownerUrl)}'`)
    await createQueues(ownerUrl, jobs)
    await sql.unsafe(`
      grant usage on schema pgboss to saldo_server, saldo_link, saldo_consumer, saldo_customer, saldo_super, saldo_system;
      grant select, insert, update, delete on all tables in schema pgboss to saldo_server;
      grant select, insert on all tables in schema pgboss to saldo_link, saldo_consumer, saldo_customer, saldo_super, saldo_system;
      grant execute on all functions in schema pgboss to saldo_server;`)
    return pending.map(({ name }) => name)
  } finally {
    await sql.end()
  }
}

async function apply(tx: postgres.TransactionSql, { name, text, checksum }: Migration): Promise<void> {
  try {
    if (name.endsWith('.csv')) await loadRows(tx, name, text)
    else await tx.unsafe(text)
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
  await tx`insert into migrations (name, checksum) values (${name}, ${checksum})`
}

/** Loads a CSV file into the table it is named after: `0005-cities.csv` into `cities`. */
async function loadRows(tx: postgres.TransactionSql, file: string, text: string): Promise<void> {
  const table = file.replace(/^\d+-|\.csv$/g, '')
  const into = await tx`copy ${tx(table)} from stdin with (format csv, header match)`.writable()
  await pipeline(Readable.from([text]), into)
}
