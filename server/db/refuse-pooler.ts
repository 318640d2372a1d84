import type postgres from 'postgres'
import { openSessions } from './connection.ts'

const rounds = 3

/**
 * Refuses an address behind which sessions share PostgreSQL's connections, as PgBouncer does in transaction and in
 * statement mode: there the lock of a migration stays behind, and LISTEN hears nothing. In a session of its own each
 * statement meets the same backend, and another session never meets that one. @throws with what to do instead.
 */
export async function refusePooler(url: string): Promise<void> {
  const [one, other] = [openSession(url), openSession(url)]
  try {
    const [met, met_by_other] = [new Set<number>(), new Set<number>()]
    for (let round = 0; round < rounds; round += 1) {
      // Twice in a row: a pooler that takes its connections in turn would look like two sessions otherwise.
      met.add(await backendOf(one)).add(await backendOf(one))
      met_by_other.add(await backendOf(other))
    }
    if (met.size > 1 || met_by_other.size > 1 || [...met].some((id) => met_by_other.has(id)))
      throw new Error(pooled)
  } finally {
    await Promise.all([one.end({ timeout: 1 }), other.end({ timeout: 1 })])
  }
}

const openSession = (url: string) => openSessions(url, { max: 1, fetch_types: false })

async function backendOf(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`.simple()
  return row?.pid as number
}

const pooled =
  'DATABASE_URL leads to a connection pooler in transaction mode (PgBouncer, for example): statements of one session ' +
  'meet several connections of PostgreSQL. Saldo needs sessions of its own, for its locks and its live updates: give it ' +
  'the address of PostgreSQL itself, or that of the pooler in session mode.'
