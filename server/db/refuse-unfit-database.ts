import { addressOf } from './address.ts'
import { openSessions } from './connection.ts'
import { createStatement, DatabaseFault, quoted } from './database-fault.ts'
import { loginPassword } from './logins.ts'

/** The facts that decide whether Saldo can use a database. They are read before the first migration. */
export type Fitness = {
  database: string
  user: string
  version: string
  version_num: number
  encoding: string
  may_create_roles: boolean
  /** Whether no migration has run yet. */
  is_new: boolean
  may_create_schemas: boolean
  owns_schema: boolean
}

/**
 * Asks, before the first migration, for what would otherwise end one of them half-way: PostgreSQL's version, the encoding of
 * the database and the rights of its owner. @throws DatabaseFault with what is missing and the statement that mends it.
 */
export async function refuseUnfitDatabase(ownerUrl: string): Promise<void> {
  addressOf(ownerUrl)
  loginPassword('', ownerUrl)
  const sql = openSessions(ownerUrl, { max: 1, fetch_types: false })
  try {
    // A pooler in transaction mode takes no prepared statement.
    const [fitness] = await sql<Fitness[]>`
      select current_database() as database, current_user as user,
        current_setting('server_version') as version, current_setting('server_version_num')::int as version_num,
        current_setting('server_encoding') as encoding, r.rolcreaterole or r.rolsuper as may_create_roles,
        to_regclass('public.migrations') is null as is_new,
        has_database_privilege(current_database(), 'create') as may_create_schemas,
        coalesce((select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = 'public'), false) as owns_schema
      from pg_roles r where r.rolname = current_user`.simple()
    const fault = fitness && unfit(fitness)
    if (fault) throw new DatabaseFault(`DATABASE_URL: ${fault}`)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** What is missing, as a sentence; null when nothing is. A database that has run already keeps the rights that it runs with. */
export function unfit(found: Fitness): string | null {
  const { database, user } = found
  if (found.version_num < 160_000)
    return `PostgreSQL 16 or later is needed, this is ${found.version.split(' ')[0]}.`
  if (found.encoding !== 'UTF8')
    return `the encoding of the database ${database} is ${found.encoding}, and must be UTF8. Drop it and make it anew: ${createStatement(database, user)};`
  if (!found.may_create_roles)
    return `${user} may not create roles, and Saldo makes its own. As PostgreSQL’s superuser: alter role ${quoted(user)} createrole;`
  if (!found.is_new) return null
  if (!found.may_create_schemas)
    return `${user} does not own the database ${database}. As PostgreSQL’s superuser: alter database ${quoted(database)} owner to ${quoted(user)};`
  if (!found.owns_schema)
    return `${user} does not own the schema public of the database ${database}. As PostgreSQL’s superuser, in that database: alter schema public owner to ${quoted(user)};`
  return null
}
