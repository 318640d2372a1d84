import type postgres from 'postgres'
import { roles } from './role-names.ts'

/** The settings of each session of the queries' login; a query is also ended by the server that runs it. */
const settings = {
  default_transaction_read_only: 'on',
  statement_timeout: '5s',
  lock_timeout: '1s',
  idle_in_transaction_session_timeout: '10s',
  // A query whose server has died, or whose reader has left, ends.
  client_connection_check_interval: '500ms',
  work_mem: '16MB',
  search_path: 'queries',
}

/** How many queries run at once, in all servers. */
const most_connections = 8

/**
 * Limits the login of queries, and passes the volatile functions of PostgreSQL, which a superuser has taken from PUBLIC
 * (limit-public-functions.sql), on to every other role of this database. `sql` is the owner's. Where the superuser has not,
 * the login keeps them and queries are refused (features/queries/run/require-limits.ts).
 */
export async function limitQueries(sql: postgres.Sql, prefix: string): Promise<void> {
  const login = `${prefix}_query`
  await sql.unsafe(`alter role ${login} connection limit ${most_connections}`)
  for (const [name, value] of Object.entries(settings))
    await sql.unsafe(`alter role ${login} set ${name} = '${value}'`)
  const others = roles.filter((role) => role !== 'query').map((role) => `${prefix}_${role}`)
  const [{ functions } = { functions: null }] = await sql<{ functions: string | null }[]>`
    select string_agg(p.oid::regprocedure::text, ', ') as functions
    from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace and p.provolatile = 'v' and p.prokind = 'f'
      and has_function_privilege(p.oid, 'execute with grant option')
      and exists (select from unnest(${others}::text[]) role where not has_function_privilege(role, p.oid, 'execute'))`
  if (functions) await sql.unsafe(`grant execute on function ${functions} to ${others.join(', ')}`)
}
