import postgres from 'postgres'
import { afterAll, beforeAll } from 'vitest'
import { cloneDatabase } from './test-database.ts'

export type Catalogue = postgres.Sql | postgres.TransactionSql

/**
 * A migrated database, read as its owner, for tests of what the migrations declare. `read` is called with the catalogue
 * as it is, or as it is after `change`, which is then undone.
 */
export function useCatalogue(): <Found>(
  read: (sql: Catalogue) => PromiseLike<Found>,
  change?: string,
) => Promise<Found> {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  let sql: postgres.Sql
  beforeAll(async () => {
    database = await cloneDatabase()
    sql = postgres(database.url, { max: 1, onnotice: () => {} })
  })
  afterAll(async () => {
    await sql.end()
    await database.drop()
  })
  return async (read, change) => {
    if (change === undefined) return await read(sql)
    const connection = await sql.reserve()
    try {
      await connection`begin`
      await connection.unsafe(change)
      return await read(connection as unknown as Catalogue)
    } finally {
      await connection`rollback`
      connection.release()
    }
  }
}
