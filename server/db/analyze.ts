import { openSessions, type Tx } from './connection.ts'

/**
 * Collects the planner's statistics of all tables, as their owner. After a large write, plans are several times slower
 * until then; autovacuum would do it within about a minute.
 */
export async function analyze(ownerUrl: string): Promise<void> {
  const sql = openSessions(ownerUrl, { max: 1 })
  try {
    await sql`analyze`
  } finally {
    await sql.end()
  }
}

/** A write of fewer rows hardly changes a plan, and autovacuum comes soon enough. */
const manyRows = 1000

/**
 * Call this at the end of a transaction that has written `rows` bills or records of the registry. If they are many, it
 * analyzes their tables; the new statistics appear together with the rows.
 */
export async function analyzeAfter(tx: Tx, rows: number): Promise<void> {
  if (rows >= manyRows) await tx`select analyze_written()`
}
