import { addDays, today } from '@saldo/domain/dates'
import postgres from 'postgres'
import { expect, it } from 'vitest'
import { emptyDatabase } from '../testing/test-database.ts'
import { applyMigrations, migrate } from './migrate.ts'
import { readMigrations } from './migrations.ts'

/* The owner of a managed PostgreSQL is no superuser: it does not see the rows of tables whose row-level security is forced.
   A migration that changes records must lift that first, or it changes none and says nothing. */

const FORCED = [
  'customers',
  'accounts',
  'subjects',
  'bills',
  'reminder_runs',
  'reminders',
  'reminder_sequences',
  'imports',
]

it('the letters, reminder texts and waiting imports of an older database are brought along', async () => {
  const database = await emptyDatabase()
  const migrations = readMigrations()
  const until = migrations.findIndex(({ name }) => name.startsWith('0026'))
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  await applyMigrations(sql, migrations.slice(0, until))
  const seeing = async (work: () => Promise<unknown>) => {
    for (const table of FORCED) await sql.unsafe(`alter table ${table} no force row level security`)
    await work()
    for (const table of FORCED) await sql.unsafe(`alter table ${table} force row level security`)
  }
  await seeing(() => olderRecords(sql))
  await migrate(database.url, migrations)

  await sql.unsafe('alter table reminder_bills no force row level security')
  await seeing(async () => {
    expect(
      await sql`select state, level, sent_on is not null as sent from reminders order by reminder_id`,
    ).toEqual([
      { state: 'sent', level: 1, sent: true },
      { state: 'sent', level: 2, sent: true },
    ])
    expect(await sql`select bill_id, level, asked from reminder_bills order by reminder_id`).toMatchObject([
      { level: 1, asked: true },
      { level: 2, asked: true },
    ])
    const [sequence] = await sql`select steps from reminder_sequences`
    expect(sequence?.steps.map(({ text }: { text: string }) => text.includes('Suo'))).toEqual([false, true])
    expect(await sql`select state, tables from imports order by import_id`).toEqual([
      { state: 'discarded', tables: [] },
      { state: 'done', tables: [] },
    ])
  })
  const open = await sql`
    select relname from pg_class where relkind = 'r' and relname = any (${FORCED}) and not relforcerowsecurity`
  expect(open).toEqual([])
  await sql.end()
  await database.drop()
})

async function olderRecords(sql: postgres.Sql): Promise<void> {
  for (const table of FORCED) await sql.unsafe(`alter table ${table} disable trigger user`)
  const [{ customer_id } = { customer_id: 0 }] = await sql<{ customer_id: number }[]>`
    insert into customers (business_name, primary_email) values ('Studio', 'a@example.it') returning customer_id`
  const [{ account_id } = { account_id: 0 }] = await sql<{ account_id: number }[]>`
    insert into accounts (customer_id, name) values (${customer_id}, 'Aurora') returning account_id`
  const [{ subject_id } = { subject_id: 0 }] = await sql<{ subject_id: number }[]>`
    insert into subjects (customer_id, nominative) values (${customer_id}, 'Rossi Lucia') returning subject_id`
  const [{ bill_id } = { bill_id: 0 }] = await sql<{ bill_id: number }[]>`
    insert into bills (customer_id, account_id, subject_id, number, description, issue_date, amount)
    values (${customer_id}, ${account_id}, ${subject_id}, '1', 'Rata', ${today()}, 100) returning bill_id`
  const [{ run_id } = { run_id: 0 }] = await sql<{ run_id: number }[]>`
    insert into reminder_runs (customer_id, account_id, state) values (${customer_id}, ${account_id}, 'done')
    returning run_id`
  for (const days of [7, 30])
    await sql`
      insert into reminders ${sql({
        ...{ customer_id, account_id, bill_id, subject_id, run_id, days, due_date: addDays(today(), -60) },
        ...{ step_name: `Passo ${days}`, amount: 100, to_address: 'a@example.it' },
        ...{ email_subject: 'Da pagare', email_text: 'Devi 1 euro', email_key: `k${days}` },
      })}`
  const step = (days: number) => ({
    days,
    name: `Passo ${days}`,
    subject: 'Da pagare',
    text: 'Devi {importo}',
  })
  await sql`
    insert into reminder_sequences (customer_id, not_within_days, least_residue, steps)
    values (${customer_id}, 7, 100, ${sql.json([step(7), step(30)])})`
  const sheets = sql.json([{ sheet: 'Rate', skipped: false }])
  for (const state of ['to_check', 'done'])
    await sql`
      insert into imports (customer_id, file_name, file_path, state, sheets)
      values (${customer_id}, 'a.csv', ${state}, ${state}, ${sheets})`
  for (const table of FORCED) await sql.unsafe(`alter table ${table} enable trigger user`)
}
