import postgres from 'postgres'

/**
 * Collects the planner's statistics of all tables, as their owner. After a large write, plans are several times slower
 * until then; autovacuum would do it within about a minute.
 */
export async function analyze(ownerUrl: string): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`analyze`
  } finally {
    await sql.end()
  }
}
