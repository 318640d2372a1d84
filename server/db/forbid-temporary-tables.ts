import type postgres from 'postgres'

/**
 * Takes from the server's roles the right to make temporary tables, which PostgreSQL gives everybody in a new database. A
 * copy of a database and a restored dump have it again, so this runs at each start and not in one of the migrations.
 * `sql` is the owner's, `prefix` that of the roles. @throws when a role keeps the right, because `sql` does not own the database.
 */
export async function forbidTemporaryTables(sql: postgres.Sql, prefix: string): Promise<void> {
  const [{ database, revoke } = { database: '', revoke: '' }] = await sql<
    { database: string; revoke: string }[]
  >`
    select current_database() as database, format('revoke temporary on database %I from public, %s', current_database(),
      string_agg(quote_ident(rolname), ', ' order by rolname)) as revoke
    from pg_roles where ${ofServer(sql, prefix)}`
  await sql.unsafe(revoke)
  const able = await sql<{ rolname: string }[]>`
    select rolname from pg_roles
    where ${ofServer(sql, prefix)} and has_database_privilege(rolname, ${database}, 'temporary') order by rolname`
  if (able.length === 0) return
  throw new Error(
    `${able.map(({ rolname }) => rolname).join(', ')} may make temporary tables in the database ${database}. ` +
      `Let DATABASE_URL sign in as the owner of the database, or run there: ${revoke};`,
  )
}

/** The roles of the server's two logins, and those that they may take. */
const ofServer = (sql: postgres.Sql, prefix: string) =>
  sql`(pg_has_role(${`${prefix}_server`}::name, oid, 'member') or pg_has_role(${`${prefix}_worker`}::name, oid, 'member'))`
