import type { FeatureSwitch } from '@saldo/contract/platform/feature-switches'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../../jobs/worker.ts'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { humanToken } from '../../../testing/human-token.ts'
import {
  makeAccount,
  makeBill,
  makeCustomer,
  makeSubject,
  signIn,
  signInFor,
  signInSubUser,
} from '../../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../../testing/sandbox.ts'

let sandbox: TestSandbox
let app: TestApp
beforeAll(async () => {
  sandbox = await startSandbox()
  app = await startApp({ provider: sandbox.url })
})
afterAll(async () => {
  await app.close()
  await sandbox.stop()
})
/** All is on again after a test. */
afterEach(() => app.services.asSystem((tx) => tx`delete from feature_switches`))

type Headers = Record<string, string>
type Answer = FeatureSwitch & { error?: string; fields?: object; state: string; payment_id: number }
async function send(method: 'GET' | 'POST' | 'PUT', path: string, headers: Headers = {}, payload?: object) {
  const { status, body } = await app.call({
    ...{ method, url: `/v1/${path}`, headers },
    ...(payload ? { payload } : {}),
  })
  return { status, body: body as Answer }
}
async function turn(feature: string, of: object = { state: 'off' }) {
  const { headers } = await signIn(app.services, 'super_user')
  const reason = 'Il provider ha problemi'
  return { headers, ...(await send('PUT', `feature-switches/${feature}`, headers, { reason, ...of })) }
}
const off = { status: 409, body: { error: 'feature_off' } }

/** A bill of an office of its own, in a condominium that offers every way to pay. */
async function bill() {
  const customer_id = await makeCustomer(app.services)
  const account_id = await makeAccount(app.services, customer_id)
  await app.services.asSystem(
    (tx) => tx`
      update accounts set flag_pay_card = true, flag_pay_debit = true, flag_pay_klarna = true
      where account_id = ${account_id}`,
  )
  const subject_id = await makeSubject(app.services, customer_id, { email: 'paga@example.it' })
  const made = await makeBill(app.services, customer_id, {
    account_id,
    subject_id,
    number: `F-${account_id}`,
  })
  return { ...made, customer_id, account_id }
}
const card = { payment_method: 'CARD', payment_method_id: 'pm_card_visa' }
const payable = async (token: string) => {
  const { body } = await send('GET', `mybill/${token}`)
  return body as unknown as {
    pay: { methods: string[]; suspended: { method: string; why: string }[] } | null
    not_payable_reason: string | null
  }
}

describe('GET and PUT /v1/feature-switches', () => {
  it('200: everything is on until somebody says otherwise, with who, when and why', async () => {
    const { headers, body } = await turn('pay_card')
    expect(body).toMatchObject({ feature: 'pay_card', state: 'off', reason: 'Il provider ha problemi' })
    const all = (await send('GET', 'feature-switches', headers)).body as unknown as FeatureSwitch[]
    expect(all.map(({ feature, state }) => [feature, state])).toEqual([
      ['registrations', 'on'],
      ['resident_registrations', 'on'],
      ['pay_card', 'off'],
      ['pay_debit', 'on'],
      ['pay_klarna', 'on'],
    ])
    expect(all[2]?.changed_by_name).toMatch(/^Persona/)
    const lines = await app.services.asSystem(
      (tx) => tx`
        select customer_id, label, before, after from audit_log where noun = 'feature_switches'
        order by audit_id desc limit 1`,
    )
    expect(lines).toMatchObject([
      { customer_id: null, label: 'Pagamenti con carta', before: { state: 'on' }, after: { state: 'off' } },
    ])
  })
  it.each([
    ['no reason', 'pay_card', { state: 'off', reason: ' ' }, 'reason'],
    ['no office', 'pay_card', { state: 'off_for_some' }, 'customer_ids'],
    ['off for everybody and for one office', 'pay_card', { state: 'off', customer_ids: [1] }, 'customer_ids'],
    ['on, and yet for one office', 'pay_card', { state: 'on', customer_ids: [1] }, 'customer_ids'],
    ['what is the same for all', 'registrations', { state: 'off_for_some', customer_ids: [1] }, 'state'],
    ['what is no function', 'pay_cash', { state: 'off' }, 'feature'],
  ])('400: %s', async (_what, feature, of, field) => {
    const { status, body } = await turn(feature, of)
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 400, fields: [field] })
  })
  it('404: an office that does not exist', async () => {
    expect((await turn('pay_card', { state: 'off_for_some', customer_ids: [987_654_321] })).status).toBe(404)
  })
  it('403: anybody else, without step-up, and while impersonating', async () => {
    const body = { state: 'off', reason: 'Per provare' }
    const office = await signIn(app.services, 'customer')
    const program = await signInSubUser(app.services, office.customer_id, { permissions: ['office:write'] })
    for (const { headers } of [office, program, await signIn(app.services, 'consumer')]) {
      expect((await send('PUT', 'feature-switches/pay_card', headers, body)).status).toBe(403)
      expect((await send('GET', 'feature-switches', headers)).status).toBe(403)
    }
    const stale = await signIn(app.services, 'super_user')
    await app.services.asSystem(
      (tx) => tx`update sessions set proved_at = '-infinity' where user_id = ${stale.user_id}`,
    )
    expect((await send('PUT', 'feature-switches/pay_card', stale.headers, body)).body.error).toBe(
      'step_up_required',
    )
    const acting = await signInFor(app.services, office.customer_id)
    expect((await send('PUT', 'feature-switches/pay_card', acting.headers, body)).body.error).toBe(
      'not_while_impersonating',
    )
  })
})

describe('a way to pay that is off', () => {
  it('is not offered, the page says why and offers the rest; by the API it is refused', async () => {
    const { token, bill_id } = await bill()
    await turn('pay_card')
    const page = await payable(token)
    expect(page.pay?.methods).toEqual(expect.arrayContaining(['SEPA_DEBIT', 'KLARNA']))
    expect(page.pay?.methods).not.toContain('CARD')
    expect(page.pay?.suspended).toEqual([
      { method: 'CARD', why: expect.stringContaining('per ora non si può usare') },
    ])
    expect(await send('POST', `stripe/charge/${token}`, {}, card)).toMatchObject(off)
    const [none] = await app.services.asSystem((tx) => tx`select from payments where bill_id = ${bill_id}`)
    expect(none).toBeUndefined()
  })
  it('neither a sub-user, nor a resident, nor a super user who acts for the office gets around it', async () => {
    const { customer_id, bill_id } = await bill()
    await turn('pay_card')
    const acting = await signInFor(app.services, customer_id)
    const subUser = await signInSubUser(app.services, customer_id, {
      permissions: ['bills:write', 'payments:write'],
    })
    for (const { headers } of [acting, subUser, await signIn(app.services, 'customer', customer_id)]) {
      const { status } = await send('POST', 'stripe/charge', headers, { ...card, id: bill_id })
      expect([403, 409]).toContain(status)
    }
    const [none] = await app.services.asSystem((tx) => tx`select from payments where bill_id = ${bill_id}`)
    expect(none).toBeUndefined()
  })
  it('is off for some offices only', async () => {
    const [one, other] = [await bill(), await bill()]
    await turn('pay_klarna', { state: 'off_for_some', customer_ids: [one.customer_id] })
    const klarna = { email: 'paga@example.it' }
    expect(await send('POST', `stripe/klarna/${one.token}`, {}, klarna)).toMatchObject(off)
    expect((await send('POST', `stripe/klarna/${other.token}`, {}, klarna)).status).toBe(201)
    expect((await payable(other.token)).pay?.suspended).toEqual([])
  })
  it('says why nothing can be paid online when all ways are off', async () => {
    const { token, account_id } = await bill()
    await app.services.asSystem(
      (tx) => tx`
        update accounts set iban = null, flag_pay_debit = false, flag_pay_klarna = false where account_id = ${account_id}`,
    )
    await turn('pay_card')
    expect(await payable(token)).toMatchObject({
      pay: null,
      not_payable_reason: expect.stringContaining('riprova più tardi'),
    })
  })
  it('lets a payment that is under way arrive, and answers the same request as before', async () => {
    const { token, bill_id } = await bill()
    const key = { 'idempotency-key': `form-${bill_id}-0001` }
    const method = await sandbox.stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban: 'IT10D9999999999000000000003' },
      billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
    })
    const debit = {
      ...{ payment_method: 'SEPA_DEBIT', payment_method_id: method.id },
      ...{ email: 'lucia@example.it', mandate: { accepted: true } },
    }
    const first = await send('POST', `stripe/charge/${token}`, key, debit)
    expect(first.status).toBe(201)
    await turn('pay_debit')
    const again = await send('POST', `stripe/charge/${token}`, key, debit)
    expect(again).toMatchObject({ status: 201, body: { payment_id: first.body.payment_id } })
    await runJobs(app.services)
    const [payment] = await app.services.asSystem(
      (tx) => tx`select state from payments where payment_id = ${first.body.payment_id}`,
    )
    expect(['processing', 'succeeded']).toContain(payment?.state)
  })
  it('is on again at once', async () => {
    const { token } = await bill()
    await turn('pay_card')
    await turn('pay_card', { state: 'on' })
    expect((await send('POST', `stripe/charge/${token}`, {}, card)).status).toBe(201)
  })
})

describe('registrations that are off', () => {
  it('409: the back office adds no new office, and changes those that there are', async () => {
    const { headers, body } = await turn('registrations')
    expect(body.state).toBe('off')
    const complete = {
      ...{
        business_name: 'Studio Nuovo',
        firstname: 'Ada',
        lastname: 'Neri',
        address: 'Via Roma',
        house_number: '1',
      },
      ...{ city: 'Firenze', zip_code: '50122', prov: 'FI', vat_number: '00743110157' },
      ...{ fiscal_code: '00743110157', primary_email: 'ada@example.it', primary_mobile_phone: '055 000 000' },
    }
    expect(await send('PUT', 'customers', headers, complete)).toMatchObject(off)
    await turn('registrations', { state: 'on' })
    const made = await send('PUT', 'customers', headers, complete)
    expect(made.status).toBe(200)
  })
  it('409: a resident who asks for access is told to come back', async () => {
    await turn('resident_registrations')
    const asked = {
      ...{ username: 'nuovo_condomino', fiscal_code: 'RSSMRA80A01F205X', bill_number: '2026/000001' },
      recaptcha_token: await humanToken(app.call),
    }
    expect(await send('POST', 'users/btoc/register', {}, asked)).toMatchObject(off)
  })
})

describe('PUT /v1/users/flag-can-buy-service/{id}', () => {
  const set = (headers: Headers, user_id: number, may = true) =>
    send('PUT', `users/flag-can-buy-service/${user_id}`, headers, { flag_can_buy_service_is_active: may })
  it('200: a super user decides it, and the audit log says who', async () => {
    const { headers } = await signIn(app.services, 'super_user')
    const office = await signIn(app.services, 'customer')
    expect(await set(headers, office.user_id)).toMatchObject({
      status: 200,
      body: { flag_can_buy_service_is_active: true },
    })
    expect((await send('GET', 'users/me', office.headers)).body).toMatchObject({
      flag_can_buy_service_is_active: true,
    })
    const lines = await app.services.asSystem(
      (tx) => tx`
        select flag_super_user, after from audit_log where noun = 'users' and record_id = ${office.user_id} and act = 'changed'`,
    )
    expect(lines).toMatchObject([{ flag_super_user: true, after: { flag_can_buy_service_is_active: true } }])
  })
  it('403: neither the user nor anybody of the office; 404: a super user', async () => {
    const office = await signIn(app.services, 'customer')
    expect((await set(office.headers, office.user_id)).status).toBe(403)
    const { headers, user_id } = await signIn(app.services, 'super_user')
    expect((await set(headers, user_id)).status).toBe(404)
    const acting = await signInFor(app.services, office.customer_id)
    expect((await set(acting.headers, office.user_id)).body.error).toBe('not_while_impersonating')
  })
})
