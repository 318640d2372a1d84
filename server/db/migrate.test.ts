import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { cloneDatabase, emptyDatabase } from '../testing/test-database.ts'
import { connect } from './connection.ts'
import { loginsOf } from './logins.ts'
import { migrate } from './migrate.ts'
import { type Migration, readMigrations } from './migrations.ts'

describe('migrations', () => {
  it('change nothing when they run a second time', async () => {
    const database = await cloneDatabase()
    expect(await migrate(database.url)).toEqual([])
    await database.drop()
  })

  it('force row-level security on every table with data of a customer or a person', async () => {
    const database = await cloneDatabase()
    const sql = connect(database.url, { max: 1 })
    const open = await sql`
      select relname from pg_class c
      where relkind = 'r' and relnamespace = 'public'::regnamespace and not (relrowsecurity and relforcerowsecurity)`
    expect(open.map((row) => row.relname).sort()).toEqual([
      'attempt_transitions',
      'audit_nouns',
      'cities',
      'migrations',
      'money_transfer_transitions',
    ])
    await sql.end()
    await database.drop()
  })

  it('leave the server’s own role unable to read anything', async () => {
    const database = await cloneDatabase()
    const sql = connect((await loginsOf(database.url)).requests, { max: 1 })
    await expect(sql`select * from customers`).rejects.toMatchObject({ code: '42501' })
    await expect(sql`select * from access_tokens`).rejects.toMatchObject({ code: '42501' })
    await sql.end()
    await database.drop()
  })
})

const known = readMigrations()
const [beforeLast = '', last = ''] = known.slice(-2).map(({ name }) => name)
const number = (name: string) => name.slice(0, 4)

describe('a database that the migrations cannot bring up to date', () => {
  it('is refused if an applied file was edited', async () => {
    const edited = known.map((one, index) => (index === 1 ? { ...one, checksum: 'another' } : one))
    expect(await refusal({ files: edited })).toBe(
      `Migration ${known[1]?.name} was edited after it had been applied to this database: restore the file and put the ` +
        'change into a new migration (for the demo, `npm run reset` also works).',
    )
  })

  it('is refused if a newer version of Saldo made it', async () => {
    const change = `insert into migrations (name, checksum) values ('9999-notes.sql', 'abc')`
    expect(await refusal({ change })).toBe(
      'This database has migration 9999-notes.sql, which this version of Saldo does not have: start the version that ' +
        'applied it, or a newer one.',
    )
  })

  it('is refused if migrations without checksums made it', async () => {
    expect(await refusal({ change: 'alter table migrations drop column checksum' })).toBe(
      'This database was made by migrations that no longer exist: start with an empty one (for the demo, `npm run reset`).',
    )
  })

  it('is refused if a migration comes before the last applied one', async () => {
    const late = { name: `${number(beforeLast)}-notes.sql`, text: 'create table half ()', checksum: 'abc' }
    const files = [...known.slice(0, -2), late, ...known.slice(-1)]
    const change = `delete from migrations where name = '${beforeLast}'`
    expect(await refusal({ files, change })).toBe(
      `Migration ${late.name} comes before ${last}, which is already applied to this database: give it the next free ` +
        'number.',
    )
  })

  it('is refused if two migrations have the same number', async () => {
    const same = { name: `${number(last)}-z.sql`, text: 'create table half ()', checksum: 'abc' }
    expect(await refusal({ files: [...known, same] })).toBe(
      `Migrations ${last} and ${same.name} have the same number: give the newer one the next free number.`,
    )
  })

  it('stays unchanged when a migration fails, and the error names the file', async () => {
    const broken = { name: '9999-broken.sql', text: 'create table half (); select 1 / 0', checksum: 'abc' }
    expect(await refusal({ files: [...known, broken] })).toBe(
      'Migration 9999-broken.sql failed: division by zero',
    )
  })

  async function refusal({ files = known, change = '' }: { files?: Migration[]; change?: string }) {
    const database = await cloneDatabase()
    const sql = postgres(database.url, { max: 1, onnotice: () => {} })
    if (change) await sql.unsafe(change)
    const state = async () =>
      (await sql`select (select count(*)::int from migrations) as applied, to_regclass('half') as half`)[0]
    const before = await state()
    const [outcome] = await Promise.allSettled([migrate(database.url, files)])
    expect(await state()).toEqual(before)
    await sql.end()
    await database.drop()
    return outcome?.status === 'rejected' ? (outcome.reason as Error).message : 'nothing was refused'
  }
})

describe('npm run migrate', () => {
  const script = fileURLToPath(new URL('../../scripts/migrate.ts', import.meta.url))
  const run = (url: string) =>
    promisify(execFile)(process.execPath, [script], { env: { ...process.env, DATABASE_URL: url } })

  it('prints what it applied to the database of DATABASE_URL', async () => {
    const database = await emptyDatabase()
    expect((await run(database.url)).stdout).toBe(known.map(({ name }) => `Applied ${name}\n`).join(''))
    expect((await run(database.url)).stdout).toBe('The database is up to date: nothing to apply.\n')
    await database.drop()
  })

  it('fails with the reason when it refuses a database', async () => {
    const database = await cloneDatabase()
    const sql = postgres(database.url, { max: 1, onnotice: () => {} })
    await sql`insert into migrations (name, checksum) values ('9999-notes.sql', 'abc')`
    await expect(run(database.url)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^This database has migration 9999-notes\.sql, which/),
    })
    await sql.end()
    await database.drop()
  })
})
