import { auditedNouns } from '@saldo/domain/audit/audit-fields'
import { makeItalianIban } from '@saldo/domain/iban'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, signIn, signInFor } from '../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const linesOf = (noun: string, record_id: number) =>
  app.services.asSystem(
    (tx) => tx`
    select customer_id, label, act, before, after, user_id, actor, flag_super_user from audit_log
    where noun = ${noun} and record_id = ${record_id} order by audit_id`,
  )

describe('the audit log', () => {
  it('records who created, changed and removed a record, and only the differences', async () => {
    const { headers, user_id, customer_id } = await signIn(app.services, 'customer')
    const { body } = await app.call({
      method: 'PUT',
      url: '/v1/accounts',
      headers,
      payload: { name: 'Aurora' },
    })
    const { account_id } = body as { account_id: number }
    await app.call({
      method: 'POST',
      url: '/v1/accounts',
      headers,
      payload: { account_id, name: 'Aurora 2', phone: '055 1' },
    })
    const lines = await linesOf('accounts', account_id)
    expect(lines).toMatchObject([
      { customer_id, label: 'Aurora', act: 'created', before: null, after: { name: 'Aurora' }, user_id },
      {
        label: 'Aurora 2',
        act: 'changed',
        before: { name: 'Aurora' },
        after: { name: 'Aurora 2', phone: '055 1' },
        user_id,
      },
    ])
    expect(lines.every(({ actor }) => /^Persona/.test(actor))).toBe(true)
  })

  it('records that a super user acted, and for which customer', async () => {
    const customer_id = await makeCustomer(app.services)
    const { headers, user_id } = await signInFor(app.services, customer_id)
    const { body } = await app.call({
      method: 'PUT',
      url: '/v1/subjects',
      headers,
      payload: { nominative: 'Serra Davide' },
    })
    expect(await linesOf('subjects', (body as { subject_id: number }).subject_id)).toMatchObject([
      { customer_id, user_id, flag_super_user: true },
    ])
  })

  it('holds no complete IBAN', async () => {
    const customer_id = await makeCustomer(app.services)
    const iban = makeItalianIban({ abi: '05428', cab: '11101', account: '000000123456' })
    const account_id = await makeAccount(app.services, customer_id, { iban })
    const lines = JSON.stringify(await linesOf('accounts', account_id))
    expect(lines).not.toContain(iban)
    expect(lines).toContain(iban.slice(0, 4))
    expect(lines).toContain(iban.slice(-4))
  })

  it('does not record effects of payments on a bill, but records who cancels it', async () => {
    const { headers, customer_id } = await signIn(app.services, 'customer')
    const { bill_id } = await makeBill(app.services, customer_id)
    const made = (await linesOf('bills', bill_id)).length
    await app.services.asSystem(
      (tx) => tx`update bill_instalments set settled = 100 where bill_id = ${bill_id}`,
    )
    expect(await linesOf('bills', bill_id)).toHaveLength(made)
    await app.services.asSystem(
      (tx) => tx`update bill_instalments set settled = 0 where bill_id = ${bill_id}`,
    )
    const { status } = await app.call({
      method: 'POST',
      url: `/v1/bills/cancel/${bill_id}`,
      headers,
      payload: {},
    })
    expect(status).toBe(200)
    expect((await linesOf('bills', bill_id)).at(-1)).toMatchObject({
      act: 'changed',
      before: { status: 'issued' },
      after: { status: 'cancelled' },
    })
  })

  it('has one line for a bulk write, written by the bulk act', async () => {
    const customer_id = await makeCustomer(app.services)
    const [row] = await app.services.asSystem(async (tx) => {
      await tx`set local saldo.bulk = 'yes'`
      await tx`select audit(${customer_id}, null, 'imports', 7, 'rate.xlsx', 'imported', null, '{"new_accounts": 1}')`
      return tx`insert into accounts (customer_id, name) values (${customer_id}, 'Aurora') returning account_id`
    })
    expect(await linesOf('accounts', row?.account_id)).toEqual([])
    expect(await linesOf('imports', 7)).toMatchObject([
      { act: 'imported', actor: 'Sistema', after: { new_accounts: 1 } },
    ])
  })

  it('has words that are declared with their section, and an Italian name for each', async () => {
    const declared = await app.services.asSystem((tx) => tx`select noun from audit_nouns order by noun`)
    expect(declared.map(({ noun }) => noun)).toEqual([...auditedNouns].sort())
  })

  it('refuses a word that nobody declared, in an act and in a table’s triggers', async () => {
    const undeclared = 'the audit word minutes is not declared'
    const customer_id = await makeCustomer(app.services)
    const act = app.services.asSystem(
      (tx) => tx`select audit(${customer_id}, null, 'minutes', 7, 'Verbale', 'created', null, null)`,
    )
    await expect(act).rejects.toThrow(undeclared)
    const owner = postgres(app.database_url, { max: 1, onnotice: () => {} })
    const table = owner.begin(async (tx) => {
      await tx`create table minutes (minute_id bigint, customer_id bigint, name text)`
      await tx`select keep_audit('minutes', 'minutes', 'minute_id', 'name')`
    })
    await expect(table).rejects.toThrow(undeclared)
    await owner.end()
  })

  it.each(['update audit_log set actor = $$altri$$', 'delete from audit_log', 'truncate audit_log'])(
    'refuses “%s”, also to the system',
    async (statement) => {
      await expect(app.services.asSystem((tx) => tx.unsafe(statement))).rejects.toThrow()
    },
  )
})
