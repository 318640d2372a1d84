import { describe, expect, it } from 'vitest'
import { cloneDatabase } from '../testing/test-database.ts'
import { connect, serverUrl } from './connection.ts'
import { migrate } from './migrate.ts'

describe('migrations', () => {
  it('run a second time without changing anything', async () => {
    const database = await cloneDatabase()
    await migrate(database.url)
    await database.drop()
  })

  it('leave no table of a customer’s or a person’s data without forced row-level security', async () => {
    const database = await cloneDatabase()
    const sql = connect(database.url, { max: 1 })
    const open = await sql`
      select relname from pg_class c
      where relkind = 'r' and relnamespace = 'public'::regnamespace and not (relrowsecurity and relforcerowsecurity)`
    expect(open.map((row) => row.relname).sort()).toEqual(['attempt_transitions', 'cities', 'migrations'])
    await sql.end()
    await database.drop()
  })

  it('leave the server’s own role without sight of anything', async () => {
    const database = await cloneDatabase()
    const sql = connect(serverUrl(database.url), { max: 1 })
    await expect(sql`select * from customers`).rejects.toMatchObject({ code: '42501' })
    await expect(sql`select * from access_tokens`).rejects.toMatchObject({ code: '42501' })
    await sql.end()
    await database.drop()
  })
})
