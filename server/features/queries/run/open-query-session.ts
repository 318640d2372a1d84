import { connect as connectSocket, type Socket } from 'node:net'
import type postgres from 'postgres'
import { openSessions } from '../../../db/connection.ts'
import { ApiError, conflict } from '../../../http/errors.ts'

/** A connection of the login of queries, for one run. */
export type QuerySession = {
  sql: postgres.Sql
  backend_pid: number
  /** Whether the answer had more bytes than it may: the connection was then cut. */
  wasTooLarge: () => boolean
  /** Ends the connection, and with it whatever a query has left behind. */
  end: () => Promise<void>
}

/**
 * Opens a connection for one run. A connection that ran somebody's text is never used again, so nothing that the text did
 * to its session (a cursor, a setting) reaches another run. More than `most_bytes` from the database cut it.
 * @throws 503 when all connections of the login are in use, 409 when the login may do more than read.
 */
export async function openQuerySession(address: string, most_bytes: number): Promise<QuerySession> {
  let socket: Socket | null = null
  // Not by its data: under TLS the driver takes these listeners away.
  const wasTooLarge = () => (socket?.bytesRead ?? 0) > most_bytes
  const watch = setInterval(() => wasTooLarge() && socket?.destroy(), 10)
  const sql = openSessions(address, {
    max: 1,
    // No array goes to or comes from this connection as one.
    fetch_types: false,
    connect_timeout: 5,
    connection: { TimeZone: 'Europe/Rome', application_name: 'saldo query' },
    socket: async (options: { host: string[]; port: number[] }) => {
      const opened = await connected(options)
      // Another connection of this driver only cancels what runs on the first.
      socket ??= opened
      return opened
    },
  } as postgres.Options<Record<string, never>>)
  const end = async () => {
    clearInterval(watch)
    await sql.end({ timeout: 0 })
  }
  try {
    const [row] = await sql<{ pid: number; too_many: string | null }[]>`
      select pg_backend_pid() as pid, (
        select string_agg(p.proname, ', ') from (
          select distinct p.proname from pg_proc p
          where p.provolatile = 'v' and p.pronamespace = 'pg_catalog'::regnamespace and p.prokind = 'f'
            and p.proname <> all (string_to_array(${harmlessFunctions.join()}, ',')) and has_function_privilege(p.oid, 'execute')
          order by p.proname limit 5) p) as too_many`
    if (!row || row.too_many !== null) throw notLimited()
    return { sql, backend_pid: row.pid, wasTooLarge, end }
  } catch (error) {
    await end()
    throw (error as { code?: string }).code === '53300' ? allInUse() : error
  }
}

/** The volatile functions that a query may call: they read a clock, a random number or a size (limit-public-functions.sql). */
export const harmlessFunctions: readonly string[] = [
  ...['clock_timestamp', 'timeofday', 'random', 'random_normal', 'gen_random_uuid', 'uuidv4', 'uuidv7'],
  ...['array_sample', 'array_shuffle', 'pg_relation_size', 'pg_table_size', 'pg_indexes_size'],
  ...['pg_total_relation_size', 'pg_database_size', 'pg_is_in_recovery'],
]

/** Connects as the driver would; it reads `host` of the socket, to name the server under TLS. */
function connected({
  host: [host = ''],
  port: [port = 5432],
}: {
  host: string[]
  port: number[]
}): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = Object.assign(connectSocket(port, host), { host, port })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(socket)
    })
  })
}

const notLimited = () =>
  conflict(
    'queries_not_limited',
    'Le interrogazioni sono spente: in questo database il loro accesso può ancora chiamare funzioni che non solo leggono. Chi gestisce PostgreSQL esegue server/db/limit-public-functions.sql, come dice il README.',
  )
const allInUse = () =>
  new ApiError(503, 'queries_busy', 'Troppe interrogazioni insieme: riprova fra qualche secondo.', {
    headers: { 'retry-after': '5' },
  })
