import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Catalogue, useCatalogue } from '../testing/catalogue.ts'
import { cloneDatabase } from '../testing/test-database.ts'
import { connect, type Sql, type Tx } from './connection.ts'
import { forbidTemporaryTables } from './forbid-temporary-tables.ts'
import { loginsOf } from './logins.ts'
import { migrate } from './migrate.ts'

const catalogue = useCatalogue()

const setting = 'search_path=pg_catalog, public, pg_temp'

/** Functions that run as the owner and could be given another's table, function or operator. */
const unsafe = (sql: Catalogue) => sql<{ name: string }[]>`
  select p.oid::regprocedure::text as name from pg_proc p
  where p.prosecdef and p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    and coalesce(p.proconfig, '{}') <> ${[setting]}::text[]
  order by 1`

describe('a function that runs as the owner', () => {
  it('looks for names among our own first, and in the temporary schema last', async () => {
    const [counted] = await catalogue(
      (sql) => sql<{ count: number }[]>`select count(*)::int from pg_proc where prosecdef`,
    )
    expect(counted?.count).toBeGreaterThan(40)
    expect(await catalogue(unsafe)).toEqual([])
  })
  it.each([
    ['no search path', ''],
    ['the temporary schema first, unsaid', 'set search_path = public'],
    ['another order', 'set search_path = public, pg_catalog, pg_temp'],
    ['more than the search path', `set search_path = pg_catalog, public, pg_temp set work_mem = '1MB'`],
  ])('is named when it has %s', async (_why, says) => {
    const change = `create function careless() returns int language sql security definer ${says} as 'select 1'`
    expect(await catalogue(unsafe, change)).toEqual([{ name: 'careless()' }])
  })
})

const roles = [
  ...['saldo_server', 'saldo_anonymous', 'saldo_link', 'saldo_consumer', 'saldo_customer', 'saldo_subuser'],
  ...['saldo_super', 'saldo_system', 'saldo_worker'],
]

describe('a session of the server', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  let server: Sql
  let jobs: Sql
  let owner: postgres.Sql
  beforeAll(async () => {
    database = await cloneDatabase()
    const logins = await loginsOf(database.url)
    server = connect(logins.requests, { max: 1 })
    jobs = connect(logins.jobs, { max: 1 })
    owner = postgres(database.url, { max: 1, onnotice: () => {} })
  })
  afterAll(async () => {
    await server.end()
    await jobs.end()
    await owner.end()
    await database.drop()
  })

  /** Runs statements as this role, and undoes what they did. */
  async function as<Found>(role: string, work: (tx: Tx) => Promise<Found>): Promise<Found> {
    const tx = await (['saldo_system', 'saldo_worker'].includes(role) ? jobs : server).reserve()
    try {
      await tx`begin`
      await tx`select set_config('role', ${role}, true)`
      return await work(tx)
    } finally {
      await tx`rollback`
      tx.release()
    }
  }

  it.each(roles)('makes no table, function or schema of its own as %s', async (role) => {
    for (const statement of [
      'create temporary table bills (bill_id bigint)',
      'create table pg_temp.bills (bill_id bigint)',
      'select 1 as bill_id into temporary bills',
      'create temporary view bills as select 1',
      'create temporary sequence bills',
      `create function pg_temp.today() returns date language sql return '2000-01-01'::date`,
      'create schema mine',
      'create table public.mine (id bigint)',
      `create function public.mine() returns int language sql return 1`,
      'create operator public.= (leftarg = text, rightarg = text, function = texteq)',
    ])
      await expect(
        as(role, (tx) => tx.unsafe(statement)),
        statement,
      ).rejects.toMatchObject({ code: '42501' })
  })

  it('reads and writes a work table, and can neither change it nor make another', async () => {
    const change = (statement: string) =>
      as('saldo_customer', async (tx) => {
        await tx`select make_work_table('days')`
        await tx.unsafe(statement)
        return await tx`select day from days`
      })
    expect(await change(`insert into days values ('2026-02-01')`)).toEqual([{ day: '2026-02-01' }])
    for (const statement of [
      'create trigger steal before insert on days for each row execute function touch()',
      'create rule steal as on insert to days do also select 1',
      'alter table days add column more text',
      'drop table days',
    ])
      await expect(change(statement), statement).rejects.toMatchObject({ code: '42501' })
    await expect(as('saldo_customer', (tx) => tx`select make_work_table('bills')`)).rejects.toThrow(
      'there is no work table bills',
    )
    await expect(as('saldo_link', (tx) => tx`select make_work_table('days')`)).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('has no work table with the name of anything else', async () => {
    const [made] = await owner<[{ source: string }]>`
      select prosrc as source from pg_proc where proname = 'make_work_table'`
    const names = [...made.source.matchAll(/when '(\w+)' then/g)].map(([, name = '']) => name)
    expect(names).toContain('new_bills')
    expect(await owner`select relname from pg_class where relname = any (${names})`).toEqual([])
  })

  /* The second lock, tried with the first one open: a role that may make temporary tables, or that has a schema in front
     of ours. */
  it('changes nothing in what runs as the owner by a temporary table with a trigger', async () => {
    await owner.unsafe(`
      grant temporary on database ${new URL(database.url).pathname.slice(1)} to saldo_customer;
      create table seen (who text);
      grant select, insert on seen to public;
      create schema elsewhere;
      grant usage, create on schema elsewhere to saldo_customer;`)
    const { ran_as, told } = await as('saldo_customer', async (tx) => {
      await tx.unsafe(`
        create function elsewhere.steal() returns trigger language plpgsql as $$
        begin insert into public.seen values (current_user); return null; end $$;
        create temporary table audit_log as select * from public.audit_log where false;
        create trigger steal before insert on audit_log for each row execute function elsewhere.steal();
        create function elsewhere.require_audit_noun(wanted text) returns void language sql
          as $$ insert into public.seen values (current_user) $$;
        create function elsewhere.same(a bigint, b bigint) returns boolean language plpgsql
          as $$ begin insert into public.seen values (current_user); return true; end $$;
        create operator elsewhere.= (leftarg = bigint, rightarg = bigint, function = elsewhere.same);
        grant execute on all functions in schema elsewhere to public;
        grant all on audit_log to public;
        set local search_path = elsewhere, public, pg_catalog;
        select public.audit(null, null, 'users', 7, 'Ada', 'created', null, '{}');`)
      await tx`select set_config('role', 'saldo_super', true)`
      return {
        ran_as: await tx`select who from public.seen`,
        told: await tx`select label from public.audit_log where record_id OPERATOR(pg_catalog.=) 7::bigint`,
      }
    })
    expect(ran_as).toEqual([])
    expect(told).toEqual([{ label: 'Ada' }])
  })
})

describe('a migration', () => {
  it('takes temporary tables from the server’s roles again when a copy or a dump gave them back', async () => {
    const database = await cloneDatabase()
    const name = new URL(database.url).pathname.slice(1)
    const owner = postgres(database.url, { max: 1, onnotice: () => {} })
    const able = async () => {
      const found = await owner`
        select rolname as role from pg_roles
        where rolname = any (${roles}) and has_database_privilege(rolname, ${name}, 'temporary')`
      return found.map(({ role }) => role)
    }
    await owner.unsafe(`grant temporary on database ${name} to public`)
    expect((await able()).sort()).toEqual([...roles].sort())
    const server = connect((await loginsOf(database.url)).requests, { max: 1 })
    await expect(forbidTemporaryTables(server, 'saldo')).rejects.toThrow(
      `run there: revoke temporary on database ${name} from public, saldo_anonymous, `,
    )
    await server.end()
    await owner.unsafe(`grant temporary on database ${name} to saldo_server`)
    await migrate(database.url)
    expect(await able()).toEqual([])
    await owner.end()
    await database.drop()
  })
})
