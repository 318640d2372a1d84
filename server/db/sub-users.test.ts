import { moneySections, sections } from '@saldo/domain/section'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Readers } from '../feature.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn, signInSubUser } from '../testing/people.ts'
import { makeRecords } from '../testing/records.ts'
import { readBy, readers } from '../testing/table-readers.ts'

let app: TestApp
let owner: postgres.Sql
beforeAll(async () => {
  app = await startApp()
  owner = postgres(app.database_url, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

/** The tables that are declared as these kinds. */
const declaredAs = (...kinds: Readers[]) =>
  [...readers].flatMap(([table, by]) => (kinds.includes(by) ? [table] : []))
/** No permission limits them. */
const known = declaredAs('oneself', 'everybody', 'office')
/** Read line by line: each section reads those of its audit words. */
const byLine = declaredAs('by_line')

const needsLimit =
  'has no limit of sub-users: call limit_subusers in its migration, or declare in the manifest who else reads it (Readers in server/feature.ts)'

describe('the sections in SQL', () => {
  it('are those of the contract', async () => {
    const [row] = await owner`select every_section() as every, money_sections() as money`
    expect(row).toEqual({ every: sections, money: moneySections })
  })
  it('are the only ones that a migration may name', async () => {
    const limit = (named: string) =>
      owner.begin(async (tx) => {
        await tx`create table scratch (customer_id bigint, account_id bigint)`
        await tx.unsafe(`select limit_subusers_by_account('scratch', array['${named}'])`)
        throw new Error('no objection')
      })
    await expect(limit('minutes')).rejects.toThrow('scratch: no such section among {minutes,minutes}')
    await expect(limit('subjects')).rejects.toThrow('no objection')
  })
})

describe('a sub-user with a single grant', () => {
  it('reads exactly the tables whose policies name it', async () => {
    const policies = await owner<{ name: string; asks: string | null }[]>`
      select c.relname as name,
        (select substring(p.qual from 'actor_may\((.*?)\) AS actor_may') from pg_policies p
          where p.tablename = c.relname and p.permissive = 'RESTRICTIVE' and p.cmd = 'SELECT'
            and 'saldo_subuser' = any (p.roles)) as asks
      from pg_class c
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and has_any_column_privilege('saldo_customer', c.oid, 'select')
      order by 1`
    const nobodys = declaredAs('nobody')
    expect(policies.map(({ name }) => name).filter((name) => nobodys.includes(name))).toEqual([])
    const limited = policies.filter(({ name }) => ![...known, ...byLine].includes(name))
    expect(limited.filter(({ asks }) => asks === null).map(({ name }) => `${name} ${needsLimit}`)).toEqual([])
    const found = await Promise.all(
      limited.map(async ({ name, asks }) => {
        const rows = await owner.unsafe<{ permissions: string[] }[]>(`select ${asks} as permissions`)
        return [name, rows.flatMap(({ permissions }) => permissions).toSorted()] as const
      }),
    )
    const inPolicies = new Map(found.map(([name, asks]) => [name, String(asks) || 'none'] as const))
    const inManifests = new Map(
      [...readBy].map(([name, by]) => [name, String(by.map((section) => `${section}:read`).sort())] as const),
    )
    const differing = [...new Set([...inPolicies.keys(), ...inManifests.keys()])].filter(
      (name) => inPolicies.get(name) !== inManifests.get(name),
    )
    expect(
      differing.map(
        (name) =>
          `${name}: its policy limited_read asks ${inPolicies.get(name) ?? 'nothing'}, its manifest (tables in feature.ts) declares ${inManifests.get(name) ?? 'nothing'}. Name the same sections in both`,
      ),
    ).toEqual([])
  })

  it('sees rows of those tables, and of no others', async () => {
    const customer_id = await makeCustomer(app.services)
    const { user_id } = await signIn(app.services, 'customer', customer_id)
    await makeRecords(app.services, customer_id, { mark: 'Proprio', reader_id: user_id })
    const tables = [...readBy.keys()]
    const filled = (granted: string | null) =>
      app.services.asSystem(async (tx) => {
        await tx`select enter('saldo_customer', ${customer_id}, ${user_id}, null)`
        if (granted) await tx`select limit_actor(${granted}, null)`
        const [row] = await tx.unsafe(
          `select ${tables.map((table) => `exists (select from ${table}) as ${table}`).join(', ')}`,
        )
        return tables.filter((table) => row?.[table])
      })
    const all = await filled(null)
    expect(all.length).toBeGreaterThan(35)
    for (const section of sections) {
      const readable = all.filter((table) => readBy.get(table)?.includes(section))
      expect(await filled(`${section}:read`), section).toEqual(readable)
    }
    expect(await filled('none:read')).toEqual([])
  })
})

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
    const free = declaredAs('oneself', 'everybody')
    expect(
      tables
        .filter(({ name, limited }) => !limited && !known.includes(name))
        .map(({ name }) => `${name} ${needsLimit}`),
    ).toEqual([])
    expect(
      tables
        .filter(({ name, changes, guarded }) => changes && guarded < 3 && !free.includes(name))
        .map(({ name }) => `${name} ${needsLimit}`),
    ).toEqual([])
  })

  it('see in each list only records of their condominiums, and the people who live there', async () => {
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

  it.each(sections)(
    'without the permission to read %s are refused with a sentence that names it',
    async (without) => {
      const customer_id = await makeCustomer(app.services)
      const permissions = sections
        .filter((section) => section !== without)
        .map((section) => `${section}:read`)
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
    },
  )

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

  it('without any permission can still read who they are, and that they have none', async () => {
    const { headers, user_id } = await signInSubUser(app.services, await makeCustomer(app.services), {
      permissions: [],
    })
    const me = await app.call({ url: '/v1/users/me', headers })
    expect(me).toMatchObject({ status: 200, body: { user_id, permissions: [] } })
    expect((await signIn(app.services, 'customer')).user_id).toBeGreaterThan(0)
  })
})
