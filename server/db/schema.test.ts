import { readFileSync } from 'node:fs'
import postgres from 'postgres'
import { expect, it } from 'vitest'
import { cloneDatabase } from '../testing/test-database.ts'
import { describeSchema } from './describe-schema.ts'

it('schema.sql equals the schema that the migrations create', async () => {
  const committed = readFileSync(new URL('./schema.sql', import.meta.url), 'utf8')
  expect(await describe(async () => {}), 'schema.sql is stale: `npm run schema` writes it again').toBe(
    committed,
  )
})

it.each([
  'create table bills (',
  'create policy customer on bills ',
  'create policy own_bill on bills ',
  'create policy own_bills on bills ',
  'create policy super_user on bills ',
  'create policy limited_read on bills ',
  'TRIGGER bills_follow_instalments AFTER UPDATE ON bill_instalments ',
  'TRIGGER bills_follow_new_instalments AFTER INSERT ON bill_instalments ',
  'TRIGGER phase_follows BEFORE INSERT OR UPDATE OF status, disputed, amount ON bills ',
  'FUNCTION public.bill_phase(',
  'FUNCTION public.refresh_bills(',
  'FUNCTION public.rephase_bill(',
])('what “Where to look” names exists: %s', (definition) => {
  expect(readFileSync(new URL('./schema.sql', import.meta.url), 'utf8')).toContain(definition)
})

it('the description refuses objects that it cannot describe', async () => {
  await expect(describe((sql) => sql`create type colour as enum ('red')`)).rejects.toThrow(
    'cannot print type colour',
  )
})

async function describe(change: (sql: postgres.Sql) => PromiseLike<unknown>): Promise<string> {
  const database = await cloneDatabase()
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  try {
    await change(sql)
    return `${await describeSchema(sql)}\n`
  } finally {
    await sql.end()
    await database.drop()
  }
}
