import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeBill, makeCustomer } from '../../testing/people.ts'
import { freePort, startSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
let test: TestApp

beforeAll(async () => {
  const port = await freePort()
  sandbox = await startSandbox({ port })
  test = await startApp({
    provider: sandbox.url,
    env: { STRIPE_WEBHOOK_SECRET: 'whsec_test_one,whsec_test_connect' },
  })
  await test.app.listen({ port, host: '127.0.0.1' })
})
afterAll(async () => {
  await sandbox.stop()
  await test.close()
})

const event = (id: string, data: object = { id: 'pi_unknown', object: 'payment_intent' }) =>
  JSON.stringify({
    id,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: 1_790_000_000,
    data: { object: data },
  })
/** `seconds`: how far from now it was signed, when this is called. */
const signed = (payload: string, options: { secret?: string; seconds?: number } = {}) =>
  Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: options.secret ?? 'whsec_test_one',
    timestamp: Math.floor(Date.now() / 1000) + (options.seconds ?? 0),
  })
const post = (payload: string, signature: string, account = 'stripe') =>
  test.call({
    method: 'POST',
    url: `/v1/stripe/webhook/${account}`,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })
const kept = (event_id: string) =>
  test.services.asSystem(
    async (tx) => (await tx`select * from provider_events where event_id = ${event_id}`).length,
  )

describe('400, and the event is not stored', () => {
  it.each([
    ['a wrong secret', { secret: 'whsec_of_somebody_else' }, 'stripe'],
    ['the other account’s secret', { secret: 'whsec_test_two' }, 'stripe'],
    ['a signature 301 seconds old', { seconds: -301 }, 'stripe'],
    ['a signature of 310 seconds from now', { seconds: 310 }, 'stripe'],
    ['a signature of next year', { seconds: 365 * 86_400 }, 'stripe'],
  ])('for %s', async (_name, options, account) => {
    const payload = event('evt_bad')
    expect((await post(payload, signed(payload, options), account)).status).toBe(400)
    expect(await kept('evt_bad')).toBe(0)
  })

  it('refuses a body that was changed after it was signed', async () => {
    const signature = signed(event('evt_changed'))
    expect(
      (await post(event('evt_changed', { id: 'pi_other', object: 'payment_intent' }), signature)).status,
    ).toBe(400)
    expect(await kept('evt_changed')).toBe(0)
  })
})

describe('200', () => {
  it('accepts a signature of a provider whose clock is a little ahead', async () => {
    const payload = event('evt_ahead')
    const signature = signed(payload, { seconds: 240 })
    expect((await post(payload, signature)).status).toBe(200)
  })

  it('accepts an event of a connected account, whose endpoint has its own secret', async () => {
    const payload = event('evt_connect')
    expect((await post(payload, signed(payload, { secret: 'whsec_test_connect' }))).status).toBe(200)
    expect(await kept('evt_connect')).toBe(1)
  })

  it('stores an event once that is sent three times', async () => {
    const payload = event('evt_thrice', { id: 'pi_x', object: 'something_else' })
    for (let times = 0; times < 3; times += 1) expect((await post(payload, signed(payload))).status).toBe(200)
    expect(await kept('evt_thrice')).toBe(1)
  })

  it('settles a debit by the provider’s event alone, without polling', async () => {
    const bill = await makeBill(test.services, await makeCustomer(test.services))
    const method = await sandbox.stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban: 'IT56B9999999999000000000001' },
      billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
    })
    await test.call({
      method: 'POST',
      url: `/v1/stripe/charge/${bill.token}`,
      payload: {
        payment_method: 'SEPA_DEBIT',
        payment_method_id: method.id,
        email: 'lucia@example.it',
        mandate: { accepted: true },
      },
    })
    await sandbox.advance(100)
    const phase = async () => {
      await runJobs(test.services)
      return test.services.asSystem(
        async (tx) => (await tx`select phase from bills where bill_id = ${bill.bill_id}`)[0]?.phase,
      )
    }
    await expect.poll(phase, { timeout: 20_000, interval: 200 }).toBe('paid')
    const mails = await test.services.asSystem(
      (tx) => tx`select template from emails where bill_id = ${bill.bill_id} order by template`,
    )
    expect(mails.map(({ template }) => template)).toEqual(['debit-notice', 'receipt'])
  })
})
