import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payByCard, type RunningSandbox, refusal, runSandbox } from './running-sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await runSandbox()
})
afterAll(() => sandbox.end())

const call = (path: string, headers: Record<string, string>, body?: string) =>
  fetch(`${sandbox.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    ...(body !== undefined && { body }),
  })
const card = 'type=card&card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=40&card[cvc]=123'

describe('keys', () => {
  it('are accepted as Bearer and as Basic', async () => {
    const basic = `Basic ${Buffer.from('sk_test_saldo:').toString('base64')}`
    expect((await call('/v1/customers', { authorization: basic })).status).toBe(200)
    expect((await call('/v1/customers', { authorization: 'Bearer sk_test_saldo' })).status).toBe(200)
  })

  it.each([
    {},
    { authorization: 'Bearer' },
    { authorization: 'Bearer sk_test_unknown' },
    { authorization: 'Digest x' },
  ])('401 for %j', async (headers) => {
    expect((await call('/v1/customers', headers as Record<string, string>)).status).toBe(401)
  })

  it('of live accounts are refused, secret and publishable, and not repeated', async () => {
    for (const key of ['sk_live_abcdefgh12345678', 'pk_live_abcdefgh12345678', 'rk_live_abcdefgh12345678']) {
      const answer = await call('/v1/customers', { authorization: `Bearer ${key}` })
      expect(answer.status).toBe(403)
      expect(await answer.text()).not.toContain(key)
    }
  })

  it('are refused with another API version', async () => {
    expect(
      (await call('/v1/customers', { authorization: 'Bearer sk_test_saldo', 'stripe-version': '2020-08-27' }))
        .status,
    ).toBe(400)
  })
})

describe('two accounts', () => {
  it('have separate books', async () => {
    const other = sandbox.client('sk_test_saldo2')
    const mine = await payByCard(sandbox.stripe, 'pm_card_visa')
    expect((await refusal(other.paymentIntents.retrieve(mine.id))).statusCode).toBe(404)
    expect((await refusal(other.charges.retrieve(mine.latest_charge as string))).statusCode).toBe(404)
    expect((await refusal(other.refunds.create({ payment_intent: mine.id }))).code).toBe('resource_missing')
    expect((await other.paymentIntents.list()).data).toEqual([])
    expect((await other.events.list()).data).toEqual([])
    expect((await other.accounts.retrieveCurrent()).id).not.toBe(
      (await sandbox.stripe.accounts.retrieveCurrent()).id,
    )
  })

  it('cannot act for each other', async () => {
    const { id } = await sandbox.client('sk_test_saldo2').accounts.retrieveCurrent()
    expect(await refusal(sandbox.stripe.customers.list({}, { stripeAccount: id }))).toMatchObject({
      statusCode: 403,
      code: 'account_invalid',
    })
  })
})

describe('publishable keys', () => {
  it('create payment methods from a page of another origin', async () => {
    const origin = 'http://127.0.0.1:3000'
    const preflight = await fetch(`${sandbox.url}/v1/payment_methods`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization')
    const answer = await call('/v1/payment_methods', { authorization: 'Bearer pk_test_saldo', origin }, card)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    expect(await answer.json()).toMatchObject({ card: { brand: 'visa', last4: '4242', exp_year: 2040 } })
    expect((await call('/v1/payment_methods', { origin }, `${card}&key=pk_test_saldo`)).status).toBe(200)
  })

  it('cannot do what needs a secret key', async () => {
    for (const path of [
      '/v1/customers',
      '/v1/payment_intents',
      '/v1/charges',
      '/v1/events',
      '/v1/payment_methods',
    ])
      expect([path, (await call(path, { authorization: 'Bearer pk_test_saldo' })).status]).toEqual([
        path,
        403,
      ])
    expect(
      (
        await call(
          '/v1/payment_intents',
          { authorization: 'Bearer pk_test_saldo' },
          'amount=500&currency=eur',
        )
      ).status,
    ).toBe(403)
  })

  it('read and confirm an intent only with its client secret, and see only a part of it', async () => {
    const intent = await sandbox.stripe.paymentIntents.create({
      amount: 900,
      currency: 'eur',
      allowed_payment_method_types: ['card'],
      metadata: { internal: 'x' },
    })
    const browser = sandbox.client('pk_test_saldo')
    expect((await refusal(browser.paymentIntents.retrieve(intent.id))).param).toBe('client_secret')
    expect(
      (await refusal(browser.paymentIntents.retrieve(intent.id, { client_secret: `${intent.id}_secret_x` })))
        .statusCode,
    ).toBe(403)
    const seen = await browser.paymentIntents.retrieve(intent.id, {
      client_secret: intent.client_secret ?? '',
    })
    expect(seen).toMatchObject({ amount: 900, status: 'requires_payment_method' })
    expect(seen).not.toHaveProperty('metadata')
    const confirmed = await call(
      `/v1/payment_intents/${intent.id}/confirm`,
      { authorization: 'Bearer pk_test_saldo' },
      `client_secret=${intent.client_secret}&payment_method=pm_card_visa`,
    )
    expect(await confirmed.json()).toMatchObject({ status: 'succeeded' })
    expect(
      (await call(`/v1/payment_intents/${intent.id}/cancel`, { authorization: 'Bearer pk_test_saldo' }, ''))
        .status,
    ).toBe(403)
  })
})

describe('errors', () => {
  it('contain request id, type, code and parameter', async () => {
    const missing = await refusal(sandbox.stripe.paymentIntents.retrieve('pi_nothing'))
    expect(missing).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'intent',
      rawType: 'invalid_request_error',
    })
    expect(missing.requestId).toMatch(/^req_/)
    const misspelt = await refusal(sandbox.stripe.customers.create({ nome: 'Anna' } as never))
    expect(misspelt).toMatchObject({ statusCode: 400, code: 'parameter_unknown', param: 'nome' })
  })

  it('name parameters of older versions as unknown', async () => {
    const old = sandbox.stripe.paymentIntents.create({
      amount: 500,
      currency: 'eur',
      payment_method_types: ['card'],
    } as never)
    expect(await refusal(old)).toMatchObject({ code: 'parameter_unknown', param: 'payment_method_types' })
  })

  it('are never a 500, whatever a caller sends', async () => {
    const auth = { authorization: 'Bearer sk_test_saldo' }
    const strange = [
      'amount=1',
      'amount[]=5&currency=eur',
      'amount=1e9&currency=eur',
      'currency=eur&amount=%00',
      'a[b][c][d][e]=1',
      '[x]=1',
      'metadata=x&amount=500&currency=eur',
      'metadata[a][b]=1&amount=500&currency=eur',
      'transfer_data=1&amount=500&currency=eur',
      '__proto__[x]=1',
      'expand[]=nothing&amount=500&currency=eur',
      'expand[0][a]=b&amount=500&currency=eur',
      '%',
      'payment_method_data[type]=constructor&confirm=true&amount=500&currency=eur',
    ]
    for (const body of strange)
      expect([body, (await call('/v1/payment_intents', auth, body)).status]).toEqual([body, 400])
    expect(
      (await call('/v1/payment_intents', { ...auth, 'content-type': 'application/json' }, '{"amount":1}'))
        .status,
    ).toBe(400)
    expect(
      (await call('/v1/payment_intents', { ...auth, 'content-type': 'application/json' }, '{')).status,
    ).toBe(400)
    expect((await call('/v1/nothing', auth)).status).toBe(404)
    expect((await call('/v1/customers?limit=0', auth)).status).toBe(400)
    expect((await call('/v1/customers?starting_after=x', auth)).status).toBe(400)
    expect((await call('/authorize/x', {}, 'decision=approve')).status).toBe(404)
  })
})
