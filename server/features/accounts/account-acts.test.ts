import type { Account } from '@saldo/contract/registry/accounts'
import { makeItalianIban } from '@saldo/domain/iban'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../testing/app.ts'
import {
  makeAccount,
  makeBill,
  makeCustomer,
  makeSubject,
  signIn,
  signInSubUser,
} from '../../testing/people.ts'

type Headers = Record<string, string>
type Refusal = { error: string; error_description: string; fields?: Record<string, string> }
type Brief = { account_id: number }[]

const iban = (account: number) =>
  makeItalianIban({ abi: '05428', cab: '11101', account: String(account).padStart(12, '0') })

async function setUp() {
  const test = await withApp()
  const { services } = test
  const customer_id = await makeCustomer(services)
  const { headers, user_id } = await signIn(services, 'customer', customer_id)
  const send = <Body = Account>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    of: { as?: Headers; body?: object } = {},
  ): Promise<{ status: number; body: Body & Refusal }> =>
    test.call({
      method,
      url: `/v1/${path}`,
      headers: of.as ?? headers,
      ...(of.body ? { payload: of.body } : {}),
    })
  const change = (account_id: number, fields: Record<string, unknown>) =>
    services.asSystem((tx) => tx`update accounts set ${tx(fields)} where account_id = ${account_id}`)
  const make = (of: Parameters<typeof makeAccount>[2] = {}) => makeAccount(services, customer_id, of)
  return { ...test, customer_id, headers, user_id, send, change, make }
}

describe('GET /v1/accounts/exists-by-taxid, exists-by-iban', () => {
  type Exists = { exists: boolean; account: { name: string } | null; message: string | null }

  it('200: names the condominium that has it, in any notation', async () => {
    const { send, make, change, customer_id } = await setUp()
    const id = await make({ name: 'Aurora', iban: iban(1) })
    await change(id, { fiscal_code: '94000000011' })
    for (const path of [
      `exists-by-taxid/${customer_id}?taxId=${encodeURIComponent(' 940 000 000 11')}`,
      `exists-by-iban/${customer_id}?iban=${encodeURIComponent(iban(1).toLowerCase())}`,
    ])
      expect((await send<Exists>('GET', `accounts/${path}`)).body).toMatchObject({
        exists: true,
        account: { account_id: id, name: 'Aurora' },
        message: expect.stringContaining('Aurora'),
      })
    for (const path of [`exists-by-taxid/${customer_id}?taxId=x`, `exists-by-iban/${customer_id}`])
      expect((await send<Exists>('GET', `accounts/${path}`)).body).toEqual({
        exists: false,
        account: null,
        message: null,
      })
  })

  it('200: tells a sub-user only of their own condominiums; 404: another customer’s', async () => {
    const { send, make, services, customer_id } = await setUp()
    await make({ name: 'Aurora', iban: iban(1) })
    const { headers: as } = await signInSubUser(services, customer_id, {
      permissions: ['accounts:read'],
      accounts: [await make()],
    })
    const path = `accounts/exists-by-iban/${customer_id}?iban=${iban(1)}`
    expect((await send<Exists>('GET', path, { as })).body.exists).toBe(false)
    const { headers: other } = await signIn(services, 'customer')
    expect((await send('GET', path, { as: other })).status).toBe(404)
  })
})

describe('GET /v1/accounts/user/{id}', () => {
  it('200: all condominiums for the office’s users, their own for sub-users and residents', async () => {
    const { send, make, services, customer_id, user_id } = await setUp()
    const [one, two] = [await make({ name: 'A' }), await make({ name: 'B' })]
    const some = await signInSubUser(services, customer_id, {
      permissions: ['accounts:read'],
      accounts: [two],
    })
    const resident = await signIn(services, 'consumer')
    const subject_id = await makeSubject(services, customer_id, { user_id: resident.user_id })
    await makeBill(services, customer_id, { account_id: one, subject_id })
    const { headers: as } = await signIn(services, 'super_user')
    const of = async (id: number, how: { as?: Headers } = {}) =>
      (await send<Brief>('GET', `accounts/user/${id}`, how)).body.map(({ account_id }) => account_id)
    expect(await of(user_id)).toEqual([one, two])
    expect(await of(some.user_id)).toEqual([two])
    expect(await of(some.user_id, { as: some.headers })).toEqual([two])
    expect(await of(resident.user_id, { as })).toEqual([one])
  })
  it('403: a sub-user asks what a colleague sees; 404: another office’s user', async () => {
    const { send, services, customer_id } = await setUp()
    const some = { permissions: ['accounts:read'], accounts: [] }
    const { headers: as } = await signInSubUser(services, customer_id, some)
    const colleague = await signInSubUser(services, customer_id, some)
    expect((await send('GET', `accounts/user/${colleague.user_id}`, { as })).body.error).toBe('not_permitted')
    const { user_id } = await signIn(services, 'customer')
    expect((await send('GET', `accounts/user/${user_id}`)).status).toBe(404)
  })
})

describe('POST /v1/accounts/update-flags/{id}', () => {
  it('200: a disabled payment method is neither offered nor accepted', async () => {
    const { send, make, services, customer_id, call } = await setUp()
    const account_id = await make()
    const { token } = await makeBill(services, customer_id, { account_id })
    const ways = async () =>
      ((await call({ url: `/v1/mybill/${token}` })).body as { pay: { methods: string[] } | null }).pay
        ?.methods
    expect(await ways()).toEqual(['CARD', 'SEPA_DEBIT', 'KLARNA', 'BANK_TRANSFER'])
    const body = { flag_pay_card: false, flag_pay_klarna: false }
    const changed = await send('POST', `accounts/update-flags/${account_id}`, { body })
    expect(changed.body).toMatchObject({ ...body, flag_pay_debit: true })
    expect(await ways()).toEqual(['SEPA_DEBIT', 'BANK_TRANSFER'])
    const card = { payment_method: 'CARD', payment_method_id: 'pm_card_visa', email: 'a@example.it' }
    const refused = await call({ method: 'POST', url: `/v1/stripe/charge/${token}`, payload: card })
    expect([refused.status, (refused.body as Refusal).error]).toEqual([409, 'method_not_offered'])
    await send('POST', `accounts/update-flags/${account_id}`, { body: { flag_pay_debit: false } })
    expect(await ways()).toEqual(['BANK_TRANSFER'])
  })
  it('400: an unknown method, or no boolean; 404: another customer’s', async () => {
    const { send, make, services } = await setUp()
    const id = await make()
    for (const body of [{ flag_pay_cash: true }, { flag_pay_card: 'no' }])
      expect((await send('POST', `accounts/update-flags/${id}`, { body })).status).toBe(400)
    const { headers: as } = await signIn(services, 'customer')
    const body = { flag_pay_card: false }
    expect((await send('POST', `accounts/update-flags/${id}`, { as, body })).status).toBe(404)
  })
})

describe('PUT /v1/accounts/activated/{id}', () => {
  it('200: activates it, and mails its contact and the office once', async () => {
    const { send, services } = await setUp()
    const made = await send('PUT', 'accounts', {
      body: { name: 'Aurora', fiscal_code: '94000000011', iban: iban(1), email: 'aurora@example.it' },
    })
    expect(made.body).toMatchObject({ state: 'awaiting', activated_at: null })
    const activate = () => send('PUT', `accounts/activated/${made.body.account_id}`)
    expect((await activate()).body).toMatchObject({ state: 'active', activated_at: expect.any(String) })
    await activate()
    const mails = await services.asSystem(
      (tx) => tx`select to_address, text from emails where template = 'account-activated' order by email_id`,
    )
    expect(mails.map(({ to_address }) => to_address)).toEqual([
      'aurora@example.it',
      expect.stringMatching(/^studio/),
    ])
    expect(mails[0]?.text).not.toContain(iban(1))
  })
  it('409: names the missing data; 404: another customer’s', async () => {
    const { send, services } = await setUp()
    const { account_id } = (await send('PUT', 'accounts', { body: { name: 'Aurora' } })).body
    const refused = await send('PUT', `accounts/activated/${account_id}`)
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([409, ['fiscal_code', 'iban']])
    const { headers: as } = await signIn(services, 'customer')
    expect((await send('PUT', `accounts/activated/${account_id}`, { as })).status).toBe(404)
  })
})

describe('DELETE /v1/accounts/{id}', () => {
  const idsIn = (reply: { body: { items: Brief } }) => reply.body.items.map(({ account_id }) => account_id)

  it('200: deletes it if no other record refers to it', async () => {
    const { send, make } = await setUp()
    const id = await make()
    expect((await send('DELETE', `accounts/${id}`)).body).toEqual({ account_id: id, outcome: 'erased' })
    expect((await send('GET', `accounts/${id}`)).status).toBe(404)
  })

  it('200: closes it if it has a history: not listed, no new bills, until it is active again', async () => {
    const { send, make, services, customer_id, change } = await setUp()
    const account_id = await make({ iban: iban(1) })
    const { bill_id, subject_id } = await makeBill(services, customer_id, { account_id })
    await services.asSystem((tx) => tx`update bills set status = 'cancelled' where bill_id = ${bill_id}`)
    expect((await send('DELETE', `accounts/${account_id}`)).body).toMatchObject({ outcome: 'closed' })
    expect((await send('GET', `accounts/${account_id}`)).body.state).toBe('closed')
    const list = (query = '') => send<{ items: Brief }>('GET', `accounts${query}`)
    expect(idsIn(await list())).toEqual([])
    expect(idsIn(await list('?state=closed'))).toEqual([account_id])
    const bill = {
      account_id,
      subject_id,
      description: 'Rata',
      issue_date: '2026-09-01',
      lines: [{ description: 'Spese', amount: 100 }],
      instalments: [{ due_date: '2026-12-01', amount: 100 }],
    }
    expect((await send('PUT', 'bills', { body: bill })).body.error).toBe('account_closed')
    await change(account_id, { fiscal_code: '94000000011' })
    expect((await send('PUT', `accounts/activated/${account_id}`)).body).toMatchObject({
      state: 'active',
      closed_at: null,
    })
    expect((await send('PUT', 'bills', { body: bill })).status).toBe(201)
  })

  it('409: lists everything open, also what a sub-user does not see', async () => {
    const { send, make, services, customer_id } = await setUp()
    const account_id = await make()
    const { bill_id, subject_id } = await makeBill(services, customer_id, { account_id, amounts: [41_250] })
    await services.asSystem(async (tx) => {
      const whose = { customer_id, account_id, subject_id }
      const paying = {
        ...whose,
        bill_id,
        method: 'CARD',
        amount: 100,
        state: 'processing',
        provider_account: 'stripe',
      }
      await tx`insert into payments ${tx(paying)}`
      await tx`insert into subject_credits ${tx({ ...whose, balance: 500 })}`
      await tx`
        insert into iban_changes (customer_id, account_id, new_iban, requested_by_name)
        values (${customer_id}, ${account_id}, ${iban(9)}, 'Piero')`
    })
    const { headers: as } = await signInSubUser(services, customer_id, {
      permissions: ['accounts:write'],
    })
    for (const how of [{}, { as }]) {
      const { status, body } = await send('DELETE', `accounts/${account_id}`, how)
      expect([status, body.error]).toEqual([409, 'money_is_open'])
      expect(body.fields).toMatchObject({
        bills: expect.stringContaining('412,50'),
        payments: expect.any(String),
        credits: expect.stringContaining('5,00'),
        iban_changes: expect.any(String),
      })
    }
    expect((await send('GET', `accounts/${account_id}`)).body.state).toBe('active')
  })

  it('404: another customer’s', async () => {
    const { send, make, services } = await setUp()
    const id = await make()
    const { headers: as } = await signIn(services, 'customer')
    expect((await send('DELETE', `accounts/${id}`, { as })).status).toBe(404)
  })
})
