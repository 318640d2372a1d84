import type { IbanChange, IbanReport } from '@saldo/contract/registry/account-iban'
import { makeItalianIban, maskIban } from '@saldo/domain/iban'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../../testing/app.ts'
import { makeAccount, makeCustomer, signIn, signInSubUser } from '../../../testing/people.ts'

type Headers = Record<string, string>
type Refusal = { error: string; error_description: string; fields?: Record<string, string> }

const iban = (account: number, abi = '05428') =>
  makeItalianIban({ abi, cab: '11101', account: String(account).padStart(12, '0') })
const inPath = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'))

async function setUp() {
  const test = await withApp()
  const { services } = test
  const customer_id = await makeCustomer(services)
  const { headers, user_id } = await signIn(services, 'customer', customer_id)
  const call = <Body>(
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
  const block = (blocked: string) =>
    services.asSystem((tx) => tx`insert into iban_blacklist (iban, reason) values (${blocked}, 'Frode')`)
  const mails = (template: string) =>
    services.asSystem(
      (tx) =>
        tx<{ to_address: string; text: string; html: string }[]>`
        select to_address, text, html from emails where template = ${template} order by email_id`,
    )
  const lastCode = async () => /codice: (\d{6})/.exec((await mails('iban-code')).at(-1)?.text ?? '')?.[1]
  const ibanOf = async (account_id: number) =>
    (await services.asSystem((tx) => tx`select iban from accounts where account_id = ${account_id}`))[0]?.iban
  const superUser = async () => (await signIn(services, 'super_user')).headers
  return { ...test, customer_id, headers, user_id, send: call, block, mails, lastCode, ibanOf, superUser }
}

/** A code that is certainly wrong. */
const wrongFor = (code: string | undefined) => (code === '000000' ? '111111' : '000000')

describe('POST /v1/accounts/check/iban/{iban}', () => {
  const check = (
    fixtures: Awaited<ReturnType<typeof setUp>>,
    text: string,
    body?: object,
  ): Promise<{ status: number; body: IbanReport & Refusal }> =>
    fixtures.send('POST', `accounts/check/iban/${inPath(text)}`, body ? { body } : {})

  it('200: says what is wrong, with a sentence for each reason, and names the bank', async () => {
    const fixtures = await setUp()
    const taken = await makeAccount(fixtures.services, fixtures.customer_id, {
      name: 'Aurora',
      iban: iban(1),
    })
    await fixtures.block(iban(2))
    const of = async (text: string) => (await check(fixtures, text)).body
    expect(await of('it60 x054 2811 1010 0000 0123 456')).toMatchObject({
      valid: true,
      reasons: [],
      iban: 'IT60 •••• 3456',
      bank: { abi: '05428', active: false },
      warnings: ['bank_no_longer_active'],
    })
    for (const [text, reason] of [
      ['IT60?', 'format'],
      ['QQ60X0542811101000000123456', 'country'],
      ['IT60X05428111010000001234', 'length'],
      ['IT61X0542811101000000123456', 'checksum'],
      ['IT64Y0542811101000000123456', 'cin'],
      [iban(2), 'blacklisted'],
      [iban(1), 'duplicate'],
    ] as const) {
      const report = await of(text)
      expect(report).toMatchObject({ valid: false, message: expect.stringMatching(/\.$/) })
      expect(report.reasons).toContain(reason)
    }
    expect(await of(iban(1))).toMatchObject({
      duplicate_of: { account_id: taken, name: 'Aurora' },
      message: expect.stringContaining('Aurora'),
    })
    const own = (await check(fixtures, iban(1), { account_id: taken })).body
    expect(own).toMatchObject({ valid: true, duplicate_of: null })
  })

  it('200: warns of an unknown bank, and returns the bank’s answer about the holder’s name', async () => {
    const fixtures = await setUp()
    expect((await check(fixtures, iban(1, '00009'))).body).toMatchObject({
      valid: true,
      bank: null,
      warnings: ['unknown_bank'],
    })
    const answers = await Promise.all(
      [1, 2, 3, 4].map(
        async (n) => (await check(fixtures, iban(n, '99999'), { name: 'Aurora' })).body.holder?.answer,
      ),
    )
    expect(answers).toEqual(['match', 'no_match', 'close_match', 'not_possible'])
    expect((await check(fixtures, iban(1), { name: 'Aurora' })).body.holder?.answer).toBe('not_possible')
    expect((await check(fixtures, iban(1, '99999'))).body.holder).toBeNull()
  })

  it('does not name a condominium that the caller does not see', async () => {
    const fixtures = await setUp()
    await makeAccount(fixtures.services, fixtures.customer_id, { name: 'Aurora', iban: iban(1) })
    const other = (await signIn(fixtures.services, 'customer')).headers
    const own = await makeAccount(fixtures.services, fixtures.customer_id)
    const { headers: some } = await signInSubUser(fixtures.services, fixtures.customer_id, {
      permissions: ['accounts:read'],
      accounts: [own],
    })
    for (const as of [other, some]) {
      const reply = await fixtures.send<IbanReport>('POST', `accounts/check/iban/${inPath(iban(1))}`, { as })
      expect(reply.body).toMatchObject({ valid: true, duplicate_of: null })
    }
  })

  it('400: a path that is not base64; 404: another customer’s condominium', async () => {
    const fixtures = await setUp()
    expect((await fixtures.send('POST', 'accounts/check/iban/a%2A')).status).toBe(400)
    const another = await makeAccount(fixtures.services, await makeCustomer(fixtures.services))
    expect((await check(fixtures, iban(1), { account_id: another })).status).toBe(404)
  })
})

describe('POST /v1/accounts/check/iban-list', () => {
  it('200: checks many IBANs, and answers in the given order', async () => {
    const { send, block } = await setUp()
    await block(iban(2))
    const body = [iban(1), { iban: iban(2) }, 'x', { iban: iban(1, '99999'), name: 'Aurora' }]
    const reply = await send<IbanReport[]>('POST', 'accounts/check/iban-list/', { body })
    expect(reply.body.map(({ reasons }) => reasons)).toEqual([[], ['blacklisted'], ['format'], []])
    expect(reply.body[3]?.holder?.answer).toBe('match')
  })
  it('400: no IBANs, too many, or something else', async () => {
    const { send } = await setUp()
    const many = Array.from({ length: 1001 }, () => iban(1))
    for (const body of [[], many, { ibans: [] }, [7]])
      expect((await send('POST', 'accounts/check/iban-list', { body })).status).toBe(400)
  })
})

describe('PUT /v1/accounts/update-iban/{id}/{iban}, confirm-iban', () => {
  async function asking() {
    const fixtures = await setUp()
    const id = await makeAccount(fixtures.services, fixtures.customer_id, { name: 'Aurora', iban: iban(1) })
    await fixtures.services.asSystem(
      (tx) => tx`update accounts set email = 'aurora@example.it' where account_id = ${id}`,
    )
    const ask = (to = iban(2), as?: Headers) =>
      fixtures.send<IbanChange>('PUT', `accounts/update-iban/${id}/${inPath(to)}`, as ? { as } : {})
    const confirm = (otp?: string, as?: Headers) =>
      fixtures.send<IbanChange>('PUT', `accounts/confirm-iban/${id}`, {
        ...(as ? { as } : {}),
        body: otp === undefined ? {} : { otp },
      })
    const history = async () => (await fixtures.send<IbanChange[]>('GET', `accounts/iban-changes/${id}`)).body
    return { ...fixtures, id, ask, confirm, history }
  }

  it('200: the change waits, the contacts on file are notified, and it takes effect once the code is entered', async () => {
    const { ask, confirm, ibanOf, id, mails, lastCode, history } = await asking()
    const { status, body } = await ask()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      state: 'pending',
      old_iban: maskIban(iban(1)),
      new_iban: maskIban(iban(2)),
      told: ['a••••@example.it', expect.stringMatching(/^s••••@/), expect.stringMatching(/^p••••@/)],
      code_to: expect.stringMatching(/^s••••@/),
    })
    expect(await ibanOf(id)).toBe(iban(1))
    const told = await mails('iban-change')
    expect(told.map(({ to_address }) => to_address)).toEqual([
      'aurora@example.it',
      expect.stringMatching(/^studio/),
      expect.stringMatching(/^persona/),
    ])
    for (const { text, html } of told) expect(text + html).not.toMatch(new RegExp(`${iban(1)}|${iban(2)}`))

    const confirmed = await confirm(await lastCode())
    expect(confirmed.body).toMatchObject({ state: 'confirmed', decided_by_name: expect.any(String) })
    expect(await ibanOf(id)).toBe(iban(2))
    expect(await mails('iban-change')).toHaveLength(6)
    expect((await history()).map(({ state }) => state)).toEqual(['confirmed'])
    expect((await confirm(await lastCode())).body.error).toBe('no_iban_change')
  })

  it('200: a super user needs no code; a later request replaces the earlier one', async () => {
    const { ask, confirm, ibanOf, id, superUser, history, customer_id } = await asking()
    await ask(iban(2))
    await ask(iban(3))
    const office = { ...(await superUser()), 'x-customer-id': String(customer_id) }
    expect((await confirm(undefined, office)).body.state).toBe('confirmed')
    expect(await ibanOf(id)).toBe(iban(3))
    expect((await history()).map(({ state }) => state)).toEqual(['confirmed', 'replaced'])
  })

  it('403: a super user whose proof is old', async () => {
    const { ask, confirm, ibanOf, id, superUser, customer_id, services } = await asking()
    await ask()
    const office = { ...(await superUser()), 'x-customer-id': String(customer_id) }
    await services.asSystem((tx) => tx`update sessions set proved_at = now() - interval '1 hour'`)
    expect((await confirm(undefined, office)).body.error).toBe('step_up_required')
    expect(await ibanOf(id)).toBe(iban(1))
  })

  it('200: a withdrawn request leaves everything unchanged', async () => {
    const { ask, send, id, ibanOf, lastCode, confirm } = await asking()
    await ask()
    expect((await send<IbanChange>('DELETE', `accounts/update-iban/${id}`)).body.state).toBe('withdrawn')
    expect((await confirm(await lastCode())).status).toBe(409)
    expect(await ibanOf(id)).toBe(iban(1))
  })

  it('400: a wrong code, too many tries, an old code, no code', async () => {
    const { ask, confirm, lastCode, ibanOf, id, send, services } = await asking()
    await ask()
    const first = await lastCode()
    expect((await confirm()).body.fields).toHaveProperty('otp')
    for (let n = 0; n < 5; n += 1) expect((await confirm(wrongFor(first))).status).toBe(400)
    expect((await confirm(first)).body.fields?.otp).toMatch(/chiedine un altro/)
    expect((await send('POST', `accounts/iban-code/${id}`)).status).toBe(200)
    const second = await lastCode()
    if (second !== first) expect((await confirm(first)).status).toBe(400)
    await services.asSystem((tx) => tx`update one_time_codes set expires_at = now() - interval '1 second'`)
    expect((await confirm(second)).body.fields?.otp).toMatch(/scaduto/)
    expect(await ibanOf(id)).toBe(iban(1))
  })

  it('409: more than five codes for a request, or ten requests a day', async () => {
    const { ask, send, id } = await asking()
    await ask()
    const codes = []
    for (let n = 0; n < 5; n += 1) codes.push((await send('POST', `accounts/iban-code/${id}`)).status)
    expect(codes).toEqual([200, 200, 200, 200, 409])
    for (let n = 0; n < 9; n += 1) expect((await ask(iban(10 + n))).status).toBe(200)
    expect((await ask(iban(30))).body.error).toBe('too_many_requests')
  })

  it('409: a blocked or used IBAN, at the request and at the confirmation', async () => {
    const { ask, confirm, lastCode, block, services, customer_id, ibanOf, id } = await asking()
    await block(iban(4))
    expect((await ask(iban(4))).body).toMatchObject({
      error: 'iban_blacklisted',
      fields: { iban: expect.any(String) },
    })
    await makeAccount(services, customer_id, { iban: iban(5) })
    expect((await ask(iban(5))).body.fields).toHaveProperty('iban')
    expect((await ask(iban(1))).body.error).toBe('same_iban')
    await ask(iban(6))
    await block(iban(6))
    expect((await confirm(await lastCode())).body.error).toBe('iban_blacklisted')
    await ask(iban(7))
    await makeAccount(services, customer_id, { iban: iban(7) })
    expect((await confirm(await lastCode())).status).toBe(409)
    expect(await ibanOf(id)).toBe(iban(1))
  })

  it('409: a request that was not confirmed within seven days', async () => {
    const { ask, confirm, lastCode, services, history } = await asking()
    await ask()
    await services.asSystem((tx) => tx`update iban_changes set expires_at = now() - interval '1 minute'`)
    expect((await confirm(await lastCode())).body.error).toBe('no_iban_change')
    expect((await history())[0]?.state).toBe('expired')
  })

  it('403: without a recent step-up; 400: an invalid IBAN; 404: another customer’s', async () => {
    const { ask, services, user_id } = await asking()
    expect((await ask('IT64Y0542811101000000123456')).body.fields).toHaveProperty('iban')
    expect((await ask(iban(2), (await signIn(services, 'customer')).headers)).status).toBe(404)
    await services.asSystem(
      (tx) =>
        tx`update sessions set created_at = now() - interval '1 hour', proved_at = now() - interval '1 hour'
          where user_id = ${user_id}`,
    )
    expect((await ask()).body.error).toBe('step_up_required')
  })
})

describe('POST /v1/accounts/reveal-iban/{id}', () => {
  it('200: shows the full IBAN and writes an audit line; all other endpoints mask it', async () => {
    const { send, services, customer_id, call, headers } = await setUp()
    const id = await makeAccount(services, customer_id, { iban: iban(1) })
    expect((await send<{ iban: string }>('POST', `accounts/reveal-iban/${id}`)).body.iban).toBe(iban(1))
    const lines = await services.asSystem(
      (tx) => tx`select act from audit_log where record_id = ${id} and act = 'iban_revealed'`,
    )
    expect(lines).toHaveLength(1)
    for (const path of [
      `accounts/${id}`,
      'accounts',
      'accounts/export',
      `accounts/customer/${customer_id}`,
      'audit',
    ])
      expect((await call({ url: `/v1/${path}`, headers })).raw.toString()).not.toContain(iban(1))
  })
  it('404: another customer’s, and no audit line is written', async () => {
    const { send, services } = await setUp()
    const id = await makeAccount(services, await makeCustomer(services))
    expect((await send('POST', `accounts/reveal-iban/${id}`)).status).toBe(404)
    expect(
      await services.asSystem((tx) => tx`select from audit_log where act = 'iban_revealed'`),
    ).toHaveLength(0)
  })
})
