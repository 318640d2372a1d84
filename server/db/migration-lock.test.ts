import { spawn } from 'node:child_process'
import { once } from 'node:events'
import postgres from 'postgres'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cloneDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migrations.ts'

async function aDatabase() {
  const database = await cloneDatabase()
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  onTestFinished(async () => {
    await sql.end()
    await database.drop()
  })
  return { url: database.url, sql }
}

/** A process in the middle of a migration that takes ten minutes. */
async function slowMigrator(url: string, sql: postgres.Sql) {
  const of = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
  const slow = { name: '9999-slow.sql', text: 'select pg_sleep(600)', checksum: 'abc' }
  const child = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { migrate } = await import(${of('./migrate.ts')})
     const { readMigrations } = await import(${of('./migrations.ts')})
     await migrate(${JSON.stringify(url)}, [...readMigrations(), ${JSON.stringify(slow)}])`,
  ])
  onTestFinished(() => void child.kill('SIGKILL'))
  await vi.waitFor(
    async () =>
      expect(await sql`select from pg_stat_activity where query = 'select pg_sleep(600)'`).toHaveLength(1),
    150_000,
  )
  return child
}

describe('the migration lock', () => {
  it('does not stay behind when its migrator was killed in the middle of a statement', async () => {
    const { url, sql } = await aDatabase()
    const migrator = await slowMigrator(url, sql)
    const gone = once(migrator, 'exit')
    migrator.kill('SIGKILL')
    await gone
    expect(await migrate(url, readMigrations(), { most_ms: 120_000, say: () => {} })).toEqual([])
  })

  it('makes a second server wait with a line that names the first one, and then give up', async () => {
    const { url, sql } = await aDatabase()
    const [{ pid } = { pid: 0 }] = await sql<{ pid: number }[]>`
      select pg_backend_pid() as pid, pg_advisory_lock(hashtext('saldo.migrate'))`
    const said: string[] = []
    const waiting = { most_ms: 1200, say: (line: string) => said.push(line) }
    await expect(migrate(url, readMigrations(), waiting)).rejects.toThrow(
      new RegExp(
        `^Another session has kept the migration lock of this database for longer than 1 seconds: session ${pid} .* ` +
          `If no server is migrating, end it in PostgreSQL: select pg_terminate_backend\\(${pid}\\); then start again\\.$`,
      ),
    )
    expect(said).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Waiting until another server has migrated this database: session ${pid} \\(.*\\) from .*, idle\\.$`,
        ),
      ),
    ])
  })

  it('goes to the second server as soon as the first has finished', async () => {
    const { url, sql } = await aDatabase()
    await sql`select pg_advisory_lock(hashtext('saldo.migrate'))`
    const said: string[] = []
    const waits = migrate(url, readMigrations(), {
      most_ms: 30_000,
      say: (line) => {
        said.push(line)
        sql`select pg_advisory_unlock(hashtext('saldo.migrate'))`.execute()
      },
    })
    expect(await waits).toEqual([])
    expect(said).toHaveLength(1)
  })
})
