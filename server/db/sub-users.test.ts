import { sections } from '@saldo/contract/sections'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn, signInSubUser } from '../testing/people.ts'

let app: TestApp
let owner: postgres.Sql
beforeAll(async () => {
  app = await startApp()
  owner = postgres(app.services.env.DATABASE_URL, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

/** Records that belong to a user as a person: no permission limits them, and nobody else sees them. */
const personal = ['push_messages', 'push_sendings', 'user_preferences']
/** Readable by everybody. */
const everybodys = ['cities', 'attempt_transitions']

describe('sub-users', () => {
  it('are limited on every table that a customer sees or changes', async () => {
    const tables = await owner<{ name: string; limited: boolean; changes: boolean; guarded: number }[]>`
      select c.relname as name,
        has_any_column_privilege('saldo_customer', c.oid, 'insert, update')
          or has_table_privilege('saldo_customer', c.oid, 'delete') as changes,
        exists (select from pg_policies p where p.tablename = c.relname and p.permissive = 'RESTRICTIVE'
          and p.cmd = 'SELECT' and 'saldo_subuser' = any (p.roles)) as limited,
        (select count(*)::int from pg_policies p where p.tablename = c.relname and p.permissive = 'RESTRICTIVE'
          and p.cmd <> 'SELECT' and 'saldo_subuser' = any (p.roles)) as guarded
      from pg_class c
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and has_any_column_privilege('saldo_customer', c.oid, 'select, insert, update')`
    expect(tables.length).toBeGreaterThan(40)
    const free = [...personal, ...everybodys]
    // Every user of the office may read these: whom the office works for, who its users and contacts are, and what
    // its sheets' columns mean.
    const offices = ['customers', 'customer_groups', 'sectors', 'users', 'agents', 'agent_customers']
    const known = [...free, ...offices, 'import_mappings']
    expect(
      tables.filter(({ name, limited }) => !limited && !known.includes(name)).map(({ name }) => name),
    ).toEqual([])
    expect(
      tables
        .filter(({ name, changes, guarded }) => changes && guarded < 3 && !free.includes(name))
        .map(({ name }) => name),
    ).toEqual([])
  })

  it('see of each list what belongs to their condominiums, and the people who live there', async () => {
    const customer_id = await makeCustomer(app.services)
    const [own, other] = [
      await makeAccount(app.services, customer_id),
      await makeAccount(app.services, customer_id),
    ]
    const [resident, stranger] = [
      await makeSubject(app.services, customer_id),
      await makeSubject(app.services, customer_id),
    ]
    await makeBill(app.services, customer_id, { account_id: own, subject_id: resident })
    await makeBill(app.services, customer_id, { account_id: other, subject_id: stranger })
    const permissions = sections.map((section) => `${section}:read`)
    const { headers } = await signInSubUser(app.services, customer_id, { permissions, accounts: [own] })
    const list = async (noun: string) =>
      ((await app.call({ url: `/v1/${noun}`, headers })).body as { items: Record<string, number>[] }).items
    expect((await list('accounts')).map(({ account_id }) => account_id)).toEqual([own])
    expect((await list('bills')).map(({ account_id }) => account_id)).toEqual([own])
    expect((await list('subjects')).map(({ subject_id }) => subject_id)).toEqual([resident])
    const found = await app.call({ url: '/v1/research/find-all/condominio', headers })
    expect((found.body as { account_id: number }[]).map(({ account_id }) => account_id)).toEqual([own])
  })

  it.each(sections)('who may read all but %s are told so there, and by whom to have it', async (without) => {
    const customer_id = await makeCustomer(app.services)
    const permissions = sections.filter((section) => section !== without).map((section) => `${section}:read`)
    const { headers } = await signInSubUser(app.services, customer_id, { permissions })
    const pages = {
      accounts: 'accounts',
      subjects: 'subjects',
      bills: 'bills',
      payments: 'payments',
      debits: 'debits',
    }
    for (const [section, noun] of Object.entries(pages)) {
      const { status, body } = await app.call({ url: `/v1/${noun}`, headers })
      if (section !== without) expect(status, noun).toBe(200)
      else {
        expect(body).toMatchObject({ error: 'not_permitted' })
        expect((body as { error_description: string }).error_description).toMatch(/permesso di vedere «.+»/)
      }
    }
  })

  it('cannot change by SQL what they may only read, in any table', async () => {
    const customer_id = await makeCustomer(app.services)
    const { bill_id, account_id, subject_id } = await makeBill(app.services, customer_id)
    const { user_id } = await signInSubUser(app.services, customer_id, {
      permissions: sections.map((section) => `${section}:read`),
    })
    const as = <Result>(work: Parameters<typeof app.services.asCustomer<Result>>[1]) =>
      app.services.asCustomer({ customer_id, user_id }, work)
    expect(await as((tx) => tx`select from bills where bill_id = ${bill_id}`)).toHaveLength(1)
    expect(
      await as(
        (tx) => tx`update bills set description = 'altro' where bill_id = ${bill_id} returning bill_id`,
      ),
    ).toEqual([])
    expect(
      await as((tx) => tx`update accounts set name = 'altro' where account_id = ${account_id} returning 1`),
    ).toEqual([])
    await expect(
      as(
        (tx) =>
          tx`insert into units (customer_id, account_id, number) values (${customer_id}, ${account_id}, '1')`,
      ),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(
      as((tx) => tx`insert into subjects (customer_id, nominative) values (${customer_id}, 'Nuovo')`),
    ).rejects.toMatchObject({ code: '42501' })
    expect(await as((tx) => tx`delete from bill_lines where bill_id = ${bill_id} returning 1`)).toEqual([])
    expect(
      await as((tx) => tx`update users set is_subuser = false where user_id = ${user_id} returning 1`).catch(
        () => [],
      ),
    ).toEqual([])
    expect(subject_id).toBeGreaterThan(0)
  })

  it('who have nothing granted still know who they are, and that they have nothing', async () => {
    const { headers, user_id } = await signInSubUser(app.services, await makeCustomer(app.services), {
      permissions: [],
    })
    const me = await app.call({ url: '/v1/users/me', headers })
    expect(me).toMatchObject({ status: 200, body: { user_id, permissions: [] } })
    expect((await signIn(app.services, 'customer')).user_id).toBeGreaterThan(0)
  })
})
