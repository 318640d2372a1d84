import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeAccount, makeCustomer, signIn } from '../../../testing/people.ts'
import { openQuerySession } from './open-query-session.ts'

/* Ways out of a query that only reads. Each is refused by PostgreSQL: by its grammar of cursors, by the transaction that
   only reads, or by the rights of the login. No word is looked for in the text. */

let app: TestApp
let headers: Record<string, string>
beforeAll(async () => {
  app = await startApp()
  headers = (await signIn(app.services, 'super_user')).headers
})
afterAll(() => app.close())

type Said = { error?: string; rows?: (string | null)[][]; fields?: { text?: string } }
const run = async (text: string, more: object = {}) => {
  for (;;) {
    const { status, body } = await app.call({
      ...{ method: 'POST', url: '/v1/query-runs', headers },
      body: { text, ...more } as never,
    })
    // The login’s connections are those of the whole PostgreSQL, which other tests use too.
    if (status !== 503) return { status, ...(body as Said) }
  }
}

/** What each needs to do its harm, and what PostgreSQL says instead. */
const ways: Record<string, [text: string, said: RegExp][]> = {
  'another statement than a query': [
    ["update customers set business_name = 'x'", /syntax error/],
    ['delete from queries.bills', /syntax error/],
    ["insert into queries.bills (number) values ('x')", /syntax error/],
    ['drop view queries.bills', /syntax error/],
    ['create table x (a int)', /syntax error/],
    ['set statement_timeout = 0', /syntax error/],
    ['set role saldo_super', /syntax error/],
    ['reset all', /syntax error/],
    ["copy queries.bills to program 'sh'", /syntax error/],
    ["copy queries.bills to '/tmp/x'", /syntax error/],
    ['do $$ begin perform 1; end $$', /syntax error/],
    ['call x()', /syntax error/],
    ['listen live', /syntax error/],
    ['lock table queries.bills', /syntax error/],
    ['prepare p as select 1', /syntax error/],
    ['explain analyze select 1', /syntax error/],
    ['commit', /syntax error/],
    ['select 1 into temp x', /not allowed/],
  ],
  'a second statement': [
    ['select 1; delete from queries.bills', /multiple commands/],
    ['select 1; commit; set role none', /multiple commands/],
    ['select 1) x; select 2', /syntax error/],
    ["select ';'; select 2", /multiple commands/],
  ],
  'a query that writes': [
    ['with d as (delete from queries.bills returning 1) select * from d', /data-modifying/],
    [
      "with i as (insert into queries.bills (number) values ('x') returning 1) select * from i",
      /data-modifying/,
    ],
    ['select * from queries.bills for update', /permission denied/],
    ["select nextval('public.bills_bill_id_seq')", /permission denied/],
    ["select setval('public.bills_bill_id_seq', 1)", /permission denied/],
  ],
  'a function that waits, locks or sets': [
    ['select pg_sleep(1)', /permission denied for function pg_sleep/],
    ["select pg_sleep_for('1 second')", /permission denied/],
    ['select pg_advisory_lock(1)', /permission denied/],
    ['select pg_try_advisory_xact_lock(1)', /permission denied/],
    ["select set_config('saldo.customer_id', '1', true)", /permission denied/],
    ["select set_config('role', 'saldo_super', true)", /permission denied/],
    ["select set_config('statement_timeout', '0', false)", /permission denied/],
    ["select pg_notify('live', 'x')", /permission denied/],
    ['select pg_terminate_backend(pid) from pg_stat_activity', /permission denied/],
    ['select pg_cancel_backend(pid) from pg_stat_activity', /permission denied/],
    ['select pg_export_snapshot()', /permission denied/],
    ['select setseed(0.5)', /permission denied/],
    ["select pg_logical_emit_message(true, 'a', 'b')", /permission denied/],
  ],
  'a function that reads or writes files': [
    ["select pg_read_file('/etc/passwd')", /permission denied/],
    ["select pg_read_binary_file('postgresql.conf')", /permission denied/],
    ["select pg_ls_dir('.')", /permission denied/],
    ["select pg_stat_file('postgresql.conf')", /permission denied/],
    ["select lo_import('/etc/passwd')", /permission denied/],
    ["select lo_export(1, '/tmp/x')", /permission denied/],
    ['select lo_create(0)', /permission denied/],
    ["select lo_from_bytea(0, 'x')", /permission denied/],
    ['select pg_current_logfile()', /permission denied/],
    ['select * from pg_hba_file_rules', /permission denied/],
    ['select pg_reload_conf()', /permission denied/],
  ],
  'a function that runs another text, or reaches another host': [
    ["select query_to_xml('delete from queries.bills', true, true, '')", /permission denied/],
    ["select query_to_xml('select 1', true, true, '')", /permission denied/],
    ["select * from ts_stat('select 1')", /permission denied/],
    ["select dblink('host=127.0.0.1', 'select 1')", /does not exist/],
    ["select public.enter('saldo_system', null, null, null)", /permission denied/],
    ['select public.become_session(null, 1)', /permission denied/],
    ["select public.let_queries_read('credentials', '*')", /permission denied/],
    ["select public.audit(null, null, 'x', 1, 'x', 'x', null, null)", /permission denied/],
  ],
  'a secret table or column': [
    ['select * from public.credentials', /permission denied/],
    ['select * from credentials', /does not exist/],
    ['select token_hash from public.access_tokens', /permission denied/],
    ['select secret from public.totp_secrets', /permission denied/],
    ['select html from emails', /does not exist/],
    ['select html from public.emails', /permission denied/],
    ['select iban from accounts', /does not exist/],
    ['select (a).iban from (select a from accounts a) x', /not found/],
    ['select public.accounts.iban from public.accounts', /permission denied/],
    ['select count(*) from public.bills', /permission denied/],
    ['select rolpassword from pg_authid', /permission denied/],
    ['select passwd from pg_shadow', /permission denied/],
    ['select * from pg_statistic', /permission denied/],
    ['select * from pgboss.job', /permission denied/],
    ['select * from pg_subscription', /permission denied/],
    ['select * from pg_user_mapping', /permission denied/],
    ["select table_to_xml('public.credentials', true, true, '')", /permission denied/],
    ["select schema_to_xml('public', true, true, '')", /permission denied/],
  ],
}

describe.each(Object.entries(ways))('%s', (_what, texts) => {
  it.each(texts)('422: %s', async (text, said) => {
    const { status, error, fields } = await run(text)
    expect([status, error]).toEqual([422, 'query_refused'])
    expect(fields?.text).toMatch(said)
  })
})

describe('the rows of others', () => {
  it('are not seen by any way of asking, when the run is of one customer', async () => {
    const mine = await makeCustomer(app.services, { business_name: 'Mio' })
    const other = await makeCustomer(app.services, { business_name: 'Segreto' })
    await makeAccount(app.services, other)
    for (const text of [
      'select business_name from customers',
      "select business_name from customers where business_name = 'Segreto' or true",
      'select business_name from (select * from customers) c',
      'with all_of_them as (select * from queries.customers) select business_name from all_of_them',
      'select c.business_name from accounts a right join customers c using (customer_id)',
      'select business_name from customers union select business_name from customers where customer_id <> 1',
      `select business_name from customers where customer_id in (select customer_id from accounts)`,
      `select string_agg(business_name, ',') from customers`,
      `select (select business_name from customers c where c.customer_id = ${other})`,
    ]) {
      const { status, rows } = await run(text, { customer_id: mine })
      expect([text, status]).toEqual([text, 201])
      expect(JSON.stringify(rows)).not.toContain('Segreto')
    }
  })
  it('do not show in an error, a cast or the time that a condition takes', async () => {
    const mine = await makeCustomer(app.services, { business_name: 'Mio' })
    await makeCustomer(app.services, { business_name: 'Nascosto 42' })
    for (const text of [
      'select business_name::int from customers where customer_id <> (select min(customer_id) from customers)',
      "select 1 / (length(business_name) - length('Nascosto 42')) from customers",
      "select case when business_name like 'Nascosto%' then 1 / (length(business_name) - length(business_name)) end from customers",
      'select * from customers where business_name::int > 0 and false',
    ]) {
      const said = await run(text, { customer_id: mine })
      expect(JSON.stringify(said)).not.toContain('Nascosto')
      expect(said.fields?.text ?? '').not.toMatch(/division by zero/)
    }
    // The planner keeps no statistics that tell of rows under row-level security.
    const { rows } = await run("select * from pg_stats where tablename = 'customers'", { customer_id: mine })
    expect(rows).toEqual([])
  })
  it('are not reached by pretending to be another run', async () => {
    const mine = await makeCustomer(app.services)
    await makeCustomer(app.services, { business_name: 'Lontano' })
    const { rows } = await run(
      `select current_setting('saldo.customer_id', true), current_user::text, (select count(*) from customers)`,
      { customer_id: mine },
    )
    expect(rows?.[0]?.[0] ?? '').toBe('')
    expect(rows?.[0]?.[1]).toMatch(/_query$/)
    expect(rows?.[0]?.[2]).toBe('1')
  })
  it('are not seen at all by a connection that has no run', async () => {
    await makeCustomer(app.services)
    const session = await openQuerySession(app.services.queries_address, 1e6)
    try {
      expect(await session.sql`select * from queries.customers`).toHaveLength(0)
      await expect(session.sql`set role saldo_super`).rejects.toThrow(/permission denied|does not exist/)
    } finally {
      await session.end()
    }
  })
})

describe('whoever is no super user', () => {
  it.each(['customer', 'awaiting', 'store', 'consumer'] as const)('403: %s', async (role) => {
    const { headers } = await signIn(app.services, role)
    for (const url of ['/v1/query-runs', '/v1/query-runs/plan', '/v1/query-runs/file']) {
      const { status } = await app.call({ method: 'POST', url, headers, body: { text: 'select 1' } as never })
      expect([url, status]).toEqual([url, 403])
    }
  })
})
