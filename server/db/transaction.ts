import type postgres from 'postgres'
import type { Sql, Tx } from './connection.ts'

/**
 * Runs `work` in a transaction that first becomes somebody: `begin` and `become` travel in one round trip. Whatever
 * `work` throws rolls everything back.
 */
export async function transactionAs<Who, Result>(
  sql: Sql,
  become: (tx: Tx) => postgres.PendingQuery<postgres.Row[]>,
  recognise: (row: postgres.Row | undefined) => Who,
  work: (tx: Tx, who: Who) => Promise<Result>,
): Promise<Result> {
  const tx = await sql.reserve()
  try {
    const [, [row]] = await Promise.all([tx`begin`.simple(), become(tx)])
    const result = await work(tx, recognise(row))
    await tx`commit`.simple()
    return result
  } catch (error) {
    await tx`rollback`.simple().catch(() => {})
    throw error
  } finally {
    tx.release()
  }
}
