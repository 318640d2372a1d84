import type postgres from 'postgres'

/**
 * Takes from the server's roles the right to make temporary tables, which PostgreSQL gives everybody in a new database. A
 * copy of a database and a restored dump have it again, so this runs at each start and not in one of the migrations.
 * `sql` is the owner's. @throws when a role keeps the right, because `sql` does not own the database.
 */
export async function forbidTemporaryTables(sql: postgres.Sql): Promise<void> {
  const [{ database, revoke } = { database: '', revoke: '' }] = await sql<
    { database: string; revoke: string }[]
  >`
    select current_database() as database, format('revoke temporary on database %I from public, %s', current_database(),
      string_agg(quote_ident(rolname), ', ' order by rolname)) as revoke
    from pg_roles where ${ofServer(sql)}`
  await sql.unsafe(revoke)
  const able = await sql<{ rolname: string }[]>`
    select rolname from pg_roles
    where ${ofServer(sql)} and has_database_privilege(rolname, ${database}, 'temporary') order by rolname`
  if (able.length === 0) return
  throw new Error(
    `${able.map(({ rolname }) => rolname).join(', ')} may make temporary tables in the database ${database}. ` +
      `Let DATABASE_URL sign in as the owner of the database, or run there: ${revoke};`,
  )
}

/** The role of the server's login, and those that it may take. */
const ofServer = (sql: postgres.Sql) => sql`pg_has_role('saldo_server', oid, 'member')`
