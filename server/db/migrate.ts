import { readdir, readFile } from 'node:fs/promises'
import postgres from 'postgres'
import { jobs } from '../features.ts'
import { createQueues } from '../jobs/queue.ts'
import { serverPassword } from './connection.ts'

const folder = new URL('./migrations/', import.meta.url)

/**
 * Brings the database up to date: each numbered file once, in its own transaction, one migrator at a time; then the
 * job queues and the server role's password. Running it again changes nothing.
 */
export async function migrate(ownerUrl: string): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(hashtext('saldo.migrate'))`
    await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`
    const applied = new Set((await sql`select name from migrations`).map((row) => row.name))
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
      if (applied.has(name)) continue
      const text = await readFile(new URL(name, folder), 'utf8')
      await sql.begin(async (tx) => {
        await tx.unsafe(text)
        await tx`insert into migrations (name) values (${name})`
      })
    }
    await sql.unsafe(`alter role saldo_server password '${serverPassword(ownerUrl)}'`)
    await createQueues(ownerUrl, jobs)
    await sql.unsafe(`
      grant usage on schema pgboss to saldo_server, saldo_link, saldo_consumer, saldo_customer, saldo_super, saldo_system;
      grant select, insert, update, delete on all tables in schema pgboss to saldo_server;
      grant select, insert on all tables in schema pgboss to saldo_link, saldo_consumer, saldo_customer, saldo_super, saldo_system;
      grant execute on all functions in schema pgboss to saldo_server;`)
  } finally {
    await sql.end()
  }
}
