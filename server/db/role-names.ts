import { createHash } from 'node:crypto'
import type postgres from 'postgres'

/**
 * The roles of a database, without its prefix. The migrations and the code call them `saldo_server` and so on; roles belong
 * to the whole PostgreSQL, so that each database has its own, whose names begin with a prefix of the database.
 */
export const roles = [
  ...['server', 'worker', 'query'],
  ...['anonymous', 'link', 'consumer', 'customer', 'subuser', 'super', 'system'],
] as const

const inText = new RegExp(`\\bsaldo_(${roles.join('|')})\\b`, 'g')

/** Replaces the names of the roles in a migration by those of a database with this prefix. */
export const withRolesOf = (prefix: string, text: string): string => text.replace(inText, `${prefix}_$1`)

/** PostgreSQL cuts names at 63 bytes; the longest role adds ten. */
const longest = 40

/**
 * The prefix of the roles of a new database: its name, `saldo` for `saldo`. A name that is no plain lower-case identifier
 * is made one, with a hash, so that two databases never have the same prefix.
 */
export function prefixFor(database: string): string {
  const plain = /^(?!pg_)[a-z][a-z0-9_]*$/.test(database) && database.length <= longest
  return plain ? database : hashedPrefix(database)
}

/** Also for a plain name whose roles another database uses, for example because that one was renamed. */
export function hashedPrefix(database: string): string {
  const word = database
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/^(?=pg_|[^a-z]|$)/, 'db_')
  return `${word.slice(0, longest - 9)}_${createHash('sha256').update(database).digest('hex').slice(0, 8)}`
}

/**
 * The prefix that this database was migrated with; for a new one, that which it gets. `sql` is the owner's, and the table
 * migrations exists. @throws when the roles are missing in this PostgreSQL, or belong to somebody else.
 */
export async function rolePrefix(sql: postgres.Sql): Promise<string> {
  const [row] = await sql<
    { role_prefix: string }[]
  >`select role_prefix from migrations order by name desc limit 1`
  return row ? await requireRoles(sql, row.role_prefix) : await newPrefix(sql)
}

async function newPrefix(sql: postgres.Sql): Promise<string> {
  const [{ name }] = (await sql`select current_database() as name`) as unknown as [{ name: string }]
  const prefix = (await isUsedElsewhere(sql, prefixFor(name))) ? hashedPrefix(name) : prefixFor(name)
  const [taken] = await notOurs(sql, prefix)
  if (taken)
    throw new Error(
      `This PostgreSQL has a role ${taken} already, which does not belong to ${await ownerName(sql)}. ` +
        `Saldo would name its own so in the database ${name}: drop that role, or give the database another name.`,
    )
  return prefix
}

/** Whether a database other than this one has given rights to the roles of this prefix. */
async function isUsedElsewhere(sql: postgres.Sql, prefix: string): Promise<boolean> {
  const [used] = await sql`
    select from pg_shdepend d join pg_roles r on d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid
    where r.rolname = any (${namesOf(prefix)})
      and coalesce(nullif(d.dbid, 0), case when d.classid = 'pg_database'::regclass then d.objid end)
        <> (select oid from pg_database where datname = current_database())
    limit 1`
  return used !== undefined
}

/** A restored copy has the names of its roles, and perhaps not the roles. */
async function requireRoles(sql: postgres.Sql, prefix: string): Promise<string> {
  const known = await sql<{ rolname: string }[]>`
    select rolname from pg_roles where rolname = any (${namesOf(prefix)})`
  const missing = namesOf(prefix).filter(
    // Older migrations did not make these: they are made now.
    (name) =>
      ![`${prefix}_worker`, `${prefix}_query`].includes(name) &&
      !known.some(({ rolname }) => rolname === name),
  )
  if (missing.length > 0)
    throw new Error(
      `This PostgreSQL lacks roles that the database needs: ${missing.join(', ')}. A copy of a database needs its roles ` +
        'too: restore them first (pg_dumpall --roles-only), then the database.',
    )
  const [taken] = await notOurs(sql, prefix)
  if (taken)
    throw new Error(
      `${await ownerName(sql)} may not administer the role ${taken} of this database: let DATABASE_URL sign in as the owner ` +
        `who made it, or run there: grant ${namesOf(prefix).join(', ')} to ${await ownerName(sql)} with admin option, inherit false, set false;`,
    )
  return prefix
}

const namesOf = (prefix: string) => roles.map((role) => `${prefix}_${role}`)

/** The existing roles of this prefix that the owner may not grant. */
const notOurs = async (sql: postgres.Sql, prefix: string): Promise<string[]> =>
  (
    await sql<{ rolname: string }[]>`
      select rolname from pg_roles
      where rolname = any (${namesOf(prefix)})
        and not pg_has_role(current_user, oid, 'member with admin option')
      order by rolname`
  ).map(({ rolname }) => rolname)

const ownerName = async (sql: postgres.Sql): Promise<string> =>
  (await sql`select current_user as name`)[0]?.name as string
