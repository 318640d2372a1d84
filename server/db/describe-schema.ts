import type postgres from 'postgres'
import { asComment, describeTable, readTables } from './describe-table.ts'
import { readMigrations } from './migrations.ts'
import { commentKey, readComments } from './read-comments.ts'

type Row = Record<string, string>

/**
 * Describes the schema that the migrations made, as SQL text: roles, tables with everything that belongs to them,
 * views, functions. Objects are read from the catalogs, comments from the migrations. The same database always gives
 * the same text. @throws when the schema has a kind of object that this text would leave out.
 */
export async function describeSchema(sql: postgres.Sql): Promise<string> {
  return await sql.begin(async (tx) => {
    // With only `public` on the search path, PostgreSQL writes the names of our own objects without their schema.
    await tx`set local search_path = public`
    await refuseUndescribedObjects(tx)
    const tables = await readTables(tx)
    const comments = readComments(readMigrations().filter(({ name }) => name.endsWith('.sql')))
    const [extensions, roles, grants, views, functions] = await Promise.all([
      readExtensions(tx),
      readRoles(tx),
      readSchemaGrants(tx),
      readViews(tx, comments),
      readFunctions(tx, comments),
    ])
    return [
      header(tables.map(({ name }) => name)),
      section('Extensions, roles and the schema', [[...extensions, ...roles, ...grants].join('\n')]),
      section(
        'Tables',
        tables.map((table) => describeTable(table, comments)),
      ),
      section('Views', views),
      section('Functions', functions),
    ].join('\n\n')
  })
}

const header = (
  tables: string[],
) => `-- Generated from a database with all migrations applied: do not edit. \`npm run schema\` writes it again, and
-- server/db/schema.test.ts fails when it is stale. Read it to see what the tables, policies and functions are; to change
-- them, write a migration in server/db/migrations.
--
-- A function without a \`revoke\` may be called by every role. A table's owner is saldo, the role that migrates.
--
-- Where to look:
--   What is a bill? The table bills, with its instalments (bill_instalments) and its lines (bill_lines).
--   Who may see a bill? The policies below the table bills: its customer's users (customer), who owes it, once it is issued
--     (own_bills), who has its link (own_bill), super users (super_user). A sub-user also has to meet limited_read.
--   When is a bill marked paid? The function bill_phase says: it is issued and not disputed, no payment is pending, and
--     settled >= amount. A payment that succeeds raises bill_instalments.settled. Two triggers of that table,
--     bills_follow_instalments and bills_follow_new_instalments, then call the function refresh_bills: it adds up the
--     instalments of the bill and sets bills.settled and bills.phase. When status, disputed or amount of a bill changes,
--     the trigger phase_follows calls the function rephase_bill, which sets bills.phase.
--
-- Tables:
${wrapped(tables)}`

/** Wraps text into lines of at most 120 characters. */
function wrapped(words: string[]): string {
  const lines = ['--  ']
  for (const word of words) {
    if (`${lines.at(-1)} ${word},`.length > 120) lines.push('--  ')
    lines[lines.length - 1] += ` ${word},`
  }
  return lines.join('\n').replace(/,$/, '')
}

const section = (title: string, parts: string[]) =>
  [`${'-'.repeat(118)}\n-- ${title}\n${'-'.repeat(118)}`, ...parts].join('\n\n')

async function refuseUndescribedObjects(tx: postgres.TransactionSql): Promise<void> {
  const left = await tx<Row[]>`
    select 'type ' || t.typname as name from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd', 'r', 'm')
      and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
    union all
    select 'relation ' || c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('m', 'f', 'p')
    union all
    select 'sequence ' || c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i')
    union all
    select 'comment on ' || d.objoid::regclass from pg_description d join pg_class c on c.oid = d.objoid
    where d.classoid = 'pg_class'::regclass and c.relnamespace = 'public'::regnamespace
    union all
    select 'rule ' || r.rulename from pg_rules r where r.schemaname = 'public'`
  if (left.length > 0)
    throw new Error(
      `describe-schema.ts cannot print ${left.map(({ name }) => name).join(', ')} yet: teach it to.`,
    )
}

const readExtensions = async (tx: postgres.TransactionSql) =>
  (await tx<Row[]>`select extname as name from pg_extension where extname <> 'plpgsql' order by 1`).map(
    ({ name }) => `create extension ${name};`,
  )

async function readRoles(tx: postgres.TransactionSql): Promise<string[]> {
  const roles = await tx<Row[]>`
    select format('create role %I%s%s;', rolname, case when rolcanlogin then ' login' else ' nologin' end,
      case when rolinherit then '' else ' noinherit' end) as line
    from pg_roles where rolname like 'saldo\\_%' order by rolname`
  const memberships = await tx<Row[]>`
    select format('grant %I to %I with inherit %s, set %s;', r.rolname, m.rolname, a.inherit_option::text, a.set_option::text) as line
    from pg_auth_members a
    join pg_roles r on r.oid = a.roleid
    join pg_roles m on m.oid = a.member
    where r.rolname like 'saldo\\_%' and m.rolname like 'saldo\\_%' order by m.rolname, r.rolname`
  return [...roles, ...memberships].map(({ line = '' }) => line)
}

const readSchemaGrants = async (tx: postgres.TransactionSql) =>
  (
    await tx<Row[]>`
      select format('grant %s on schema public to %s;', lower(a.privilege_type),
        string_agg(coalesce(r.rolname, 'public'), ', ' order by r.rolname)) as line
      from pg_namespace n, aclexplode(n.nspacl) a left join pg_roles r on r.oid = a.grantee
      where n.nspname = 'public' and coalesce(r.rolname, 'public') not in ('saldo', 'postgres', 'pg_database_owner')
      group by a.privilege_type order by 1`
  ).map(({ line = '' }) => line)

async function readViews(tx: postgres.TransactionSql, comments: Map<string, string[]>): Promise<string[]> {
  const views = await tx<Row[]>`
    select c.relname as name, pg_get_viewdef(c.oid, true) as body,
      coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') as options,
      (select string_agg(format('grant %s on %I to %s;', g.privilege, c.relname, g.roles), E'\n' order by g.privilege)
       from (
         select lower(a.privilege_type) as privilege,
           string_agg(coalesce(r.rolname, 'public'), ', ' order by r.rolname) as roles
         from aclexplode(c.relacl) a left join pg_roles r on r.oid = a.grantee
         where a.grantee <> c.relowner group by 1) g) as grants
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' order by 1`
  return views.map(({ name = '', body, options, grants }) =>
    [
      ...asComment(comments.get(commentKey.view(name))),
      `create view ${name}${options} as\n${body}`,
      grants,
    ].join('\n'),
  )
}

async function readFunctions(
  tx: postgres.TransactionSql,
  comments: Map<string, string[]>,
): Promise<string[]> {
  const functions = await tx<Row[]>`
    select p.proname as name,
      case p.prokind
        when 'a' then format('create aggregate %s (sfunc = %s, stype = %s);', p.oid::regprocedure, g.aggtransfn,
          format_type(g.aggtranstype, null))
        else rtrim(pg_get_functiondef(p.oid), E'\n') || ';' end as body,
      case when p.proacl is null then '' else concat_ws(E'\n',
        case when not exists (select from aclexplode(p.proacl) a where a.grantee = 0)
          then format('revoke execute on function %s from public;', p.oid::regprocedure) end,
        (select format('grant execute on function %s to %s;', p.oid::regprocedure,
            string_agg(r.rolname, ', ' order by r.rolname))
         from aclexplode(p.proacl) a join pg_roles r on r.oid = a.grantee
         where a.grantee <> p.proowner having count(*) > 0)) end as grants
    from pg_proc p left join pg_aggregate g on g.aggfnoid = p.oid
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.oid::regprocedure::text`
  return functions.map(({ name = '', body, grants }) =>
    [...asComment(comments.get(commentKey.function(name))), body, grants].filter((part) => part).join('\n'),
  )
}
