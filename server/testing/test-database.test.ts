import postgres from 'postgres'
import { afterEach, expect, it } from 'vitest'
import { cloneDatabase } from './test-database.ts'

const drops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const drop of drops.splice(0)) await drop()
})

async function clone() {
  const database = await cloneDatabase()
  drops.push(database.drop)
  return database
}

it('gives each test its own database', async () => {
  const [one, other] = await Promise.all([clone(), clone()])
  const first = postgres(one.url, { max: 1 })
  const second = postgres(other.url, { max: 1 })
  await first`create table only_here (id integer)`
  const [found] = await second`select to_regclass('public.only_here') is not null as here`
  expect(found?.here).toBe(false)
  await Promise.all([first.end(), second.end()])
})

it('starts from the migrated template, with an owner who is not a superuser', async () => {
  const sql = postgres((await clone()).url, { max: 1 })
  const [tables] =
    await sql`select count(*)::int from pg_class where relowner = 'saldo'::regrole and relkind = 'r'`
  const [me] = await sql`select rolsuper from pg_roles where rolname = current_user`
  expect(tables?.count).toBeGreaterThan(0)
  expect(me?.rolsuper).toBe(false)
  await sql.end()
})

it('drops a database that is still in use', async () => {
  const { url, drop } = await cloneDatabase()
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql`select 1`
  await drop()
  await expect(sql`select 1`).rejects.toThrow()
  await sql.end()
})
