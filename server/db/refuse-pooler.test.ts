import postgres from 'postgres'
import { expect, it, onTestFinished } from 'vitest'
import { cloneDatabase } from '../testing/test-database.ts'
import { startTransactionPooler } from '../testing/transaction-pooler.ts'
import { migrate } from './migrate.ts'
import { refusePooler } from './refuse-pooler.ts'

const sentence =
  /^DATABASE_URL leads to a connection pooler in transaction mode \(PgBouncer, for example\).* session mode\.$/

it.each(['newest', 'oldest'] as const)(
  'a start through a pooler in transaction mode that takes its %s connection is refused, and leaves no lock behind',
  async (takes) => {
    const database = await cloneDatabase()
    const pooler = await startTransactionPooler(database.url, takes)
    onTestFinished(async () => {
      pooler.stop()
      await database.drop()
    })
    await expect(migrate(pooler.url)).rejects.toThrow(sentence)
    const sql = postgres(database.url, { max: 1 })
    const left = await sql`
      select from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
    expect(left).toHaveLength(0)
    await sql.end()
  },
)

it('PostgreSQL itself is not refused, also while others use it', async () => {
  const database = await cloneDatabase()
  const others = postgres(database.url, { max: 5 })
  await Promise.all([
    refusePooler(database.url),
    ...Array.from({ length: 50 }, () => others`select pg_sleep(0.001)`),
  ])
  await others.end()
  await database.drop()
})
