import Stripe from 'stripe'
import { afterEach, describe, expect, it } from 'vitest'
import {
  eventually,
  type Listener,
  listenForWebhooks,
  payByCard,
  payBySepa,
  type RunningSandbox,
  refusal,
  runSandbox,
} from './running-sandbox.ts'

const open: { close?(): Promise<void>; end?(): Promise<void> }[] = []
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await (thing.end ?? thing.close)?.()
})

async function start(options = {}): Promise<RunningSandbox> {
  const sandbox = await runSandbox(options)
  open.push(sandbox)
  return sandbox
}

async function listen(port = 0): Promise<Listener> {
  const listener = await listenForWebhooks(port)
  open.push(listener)
  return listener
}

const eventOf = (delivery: { body: string }) => JSON.parse(delivery.body) as Stripe.Event
const types = (listener: Listener) => listener.received.map((delivery) => eventOf(delivery).type)

describe('webhooks', () => {
  it('are signed so that the SDK accepts them, and only with the right secret and body', async () => {
    const [sandbox, listener] = [await start(), await listen()]
    const endpoint = await sandbox.stripe.webhookEndpoints.create({
      url: listener.url,
      enabled_events: ['*'],
    })
    const intent = await payByCard(sandbox.stripe, 'pm_card_visa')
    await listener.until((received) => received.length >= 3)
    const delivery = listener.received.find((one) => eventOf(one).type === 'payment_intent.succeeded')!
    const event = sandbox.stripe.webhooks.constructEvent(
      delivery.body,
      delivery.signature,
      endpoint.secret ?? '',
    )
    expect(event).toMatchObject({
      object: 'event',
      api_version: Stripe.API_VERSION,
      livemode: false,
      data: { object: { id: intent.id, status: 'succeeded' } },
    })
    expect(() =>
      sandbox.stripe.webhooks.constructEvent(delivery.body, delivery.signature, 'whsec_other'),
    ).toThrow('signature')
    expect(() =>
      sandbox.stripe.webhooks.constructEvent(
        delivery.body.replace('12345', '12346'),
        delivery.signature,
        endpoint.secret ?? '',
      ),
    ).toThrow('signature')
  })

  it('name the request that caused them; the book lists the same events', async () => {
    const [sandbox, listener] = [await start(), await listen()]
    await sandbox.stripe.webhookEndpoints.create({
      url: listener.url,
      enabled_events: ['payment_intent.created'],
    })
    const intent = await sandbox.stripe.paymentIntents.create(
      { amount: 500, currency: 'eur' },
      { idempotencyKey: 'k1' },
    )
    await listener.until((received) => received.length === 1)
    const event = eventOf(listener.received[0]!)
    expect(event.request).toEqual({ id: intent.lastResponse.requestId, idempotency_key: 'k1' })
    await eventually(async () => (await sandbox.stripe.events.retrieve(event.id)).pending_webhooks === 0)
    expect((await sandbox.stripe.events.list({ type: 'payment_intent.created' })).data[0]?.id).toBe(event.id)
  })

  it('go only to endpoints that subscribe to their type', async () => {
    const [sandbox, listener] = [await start(), await listen()]
    await sandbox.stripe.webhookEndpoints.create({
      url: listener.url,
      enabled_events: ['payment_intent.succeeded'],
    })
    await payByCard(sandbox.stripe, 'pm_card_visa')
    await listener.until((received) => received.length === 1)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(types(listener)).toEqual(['payment_intent.succeeded'])
  })

  it('report every step of a debit that fails', async () => {
    const [sandbox, listener] = [await start({ sepa_seconds: 600 }), await listen()]
    await sandbox.stripe.webhookEndpoints.create({ url: listener.url, enabled_events: ['*'] })
    await payBySepa(sandbox.stripe, 'IT33C9999999999000000000002')
    await sandbox.control('clock/advance', { seconds: 601 })
    await listener.until((received) => received.length >= 6)
    expect(types(listener).sort()).toEqual([
      'charge.failed',
      'charge.pending',
      'mandate.updated',
      'payment_intent.created',
      'payment_intent.payment_failed',
      'payment_intent.processing',
    ])
  })

  it('are retried until they are answered with 2xx', async () => {
    const [sandbox, listener] = [await start(), await listen()]
    listener.status = 500
    await sandbox.stripe.webhookEndpoints.create({ url: listener.url, enabled_events: ['customer.created'] })
    await sandbox.stripe.customers.create({ name: 'Anna' })
    await listener.until((received) => received.length >= 2)
    listener.status = 200
    const seen = listener.received.length
    await listener.until((received) => received.length === seen + 1, 8000)
    await eventually(async () => (await sandbox.control('webhooks', undefined, 'GET')).pending === 0)
    expect(new Set(listener.received.map((delivery) => eventOf(delivery).id)).size).toBe(1)
  })

  it('that are pending at a restart are delivered afterwards', async () => {
    const first = await start()
    const nobody = await listen()
    const { port } = new URL(nobody.url)
    await nobody.close()
    open.pop()
    await first.stripe.webhookEndpoints.create({ url: nobody.url, enabled_events: ['customer.created'] })
    const customer = await first.stripe.customers.create({ name: 'Anna' })
    await first.stop()
    const listener = await listen(Number(port))
    await start({ home: first.home })
    await listener.until((received) => received.length === 1)
    expect(eventOf(listener.received[0]!).data.object).toMatchObject({ id: customer.id })
  })

  it('come from the settings at boot, and change with them', async () => {
    const listener = await listen()
    const webhook = { account_key: 'sk_test_saldo2', url: listener.url, secret: 'whsec_boot' }
    const first = await start({ webhooks: [webhook] })
    await first.client('sk_test_saldo2').customers.create({ name: 'B' })
    await first.stripe.customers.create({ name: 'A' })
    await listener.until((received) => received.length === 1)
    const [delivery] = listener.received
    expect(
      first.stripe.webhooks.constructEvent(delivery!.body, delivery!.signature, 'whsec_boot').data.object,
    ).toMatchObject({ name: 'B' })
    await first.stop()
    const again = await start({ home: first.home, webhooks: [webhook] })
    expect((await again.client('sk_test_saldo2').webhookEndpoints.list()).data).toHaveLength(1)
    await again.stop()
    const without = await start({ home: first.home })
    expect((await without.client('sk_test_saldo2').webhookEndpoints.list()).data).toHaveLength(0)
  })

  it('refuse to start for an account that does not exist', async () => {
    await expect(
      runSandbox({ webhooks: [{ account_key: 'sk_test_nobody', url: 'http://x.test', secret: 's' }] }),
    ).rejects.toThrow('sk_test_nobody')
  })
})

describe('disturbed delivery', () => {
  it('duplicate: each event is sent the given number of extra times', async () => {
    const [sandbox, listener] = [await start(), await listen()]
    await sandbox.stripe.webhookEndpoints.create({ url: listener.url, enabled_events: ['customer.created'] })
    await sandbox.control('webhooks', { duplicate: 2 })
    await sandbox.stripe.customers.create({ name: 'Anna' })
    await listener.until((received) => received.length === 3)
    expect(new Set(listener.received.map((delivery) => eventOf(delivery).id)).size).toBe(1)
  })

  it('hold: no event is sent until the time has passed', async () => {
    const [sandbox, listener] = [await start(), await listen()]
    await sandbox.stripe.webhookEndpoints.create({ url: listener.url, enabled_events: ['customer.created'] })
    await sandbox.control('webhooks', { hold_seconds: 3600 })
    await sandbox.stripe.customers.create({ name: 'Anna' })
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(listener.received).toHaveLength(0)
    await sandbox.control('clock/advance', { seconds: 3600 })
    await listener.until((received) => received.length === 1)
  })

  it('shuffle: the order changes, and no event is lost', async () => {
    const [sandbox, listener] = [await start(), await listen()]
    await sandbox.stripe.webhookEndpoints.create({ url: listener.url, enabled_events: ['customer.created'] })
    await sandbox.control('webhooks', { shuffle: 1, seed: 7 })
    const created: string[] = []
    for (let i = 0; i < 20; i++) created.push((await sandbox.stripe.customers.create({ name: String(i) })).id)
    await listener.until((received) => received.length === 20)
    const arrived = listener.received.map((delivery) => (eventOf(delivery).data.object as { id: string }).id)
    expect(arrived).not.toEqual(created)
    expect([...arrived].sort()).toEqual([...created].sort())
  })
})

describe('endpoints', () => {
  it('return their secret once, and are listed, changed, disabled and deleted', async () => {
    const { stripe } = await start()
    const made = await stripe.webhookEndpoints.create({
      url: 'http://127.0.0.1:9/x',
      enabled_events: ['*'],
      description: 'd',
    })
    expect(made.secret).toMatch(/^whsec_/)
    expect((await stripe.webhookEndpoints.retrieve(made.id)).secret).toBeUndefined()
    const changed = await stripe.webhookEndpoints.update(made.id, {
      disabled: true,
      enabled_events: ['charge.failed'],
    })
    expect(changed).toMatchObject({ status: 'disabled', enabled_events: ['charge.failed'], description: 'd' })
    expect((await stripe.webhookEndpoints.list()).data.map((endpoint) => endpoint.id)).toEqual([made.id])
    expect(await stripe.webhookEndpoints.del(made.id)).toMatchObject({ deleted: true })
    expect((await refusal(stripe.webhookEndpoints.retrieve(made.id))).code).toBe('resource_missing')
    expect(
      (await refusal(stripe.webhookEndpoints.create({ url: 'ftp://x', enabled_events: ['*'] }))).code,
    ).toBe('url_invalid')
  })
})
