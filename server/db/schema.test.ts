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
