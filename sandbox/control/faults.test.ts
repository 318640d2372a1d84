import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type RunningSandbox, refusal, runSandbox } from '../running-sandbox.ts'
import { createFaults } from './faults.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await runSandbox()
})
afterEach(() => sandbox.control('faults', undefined, 'DELETE'))
afterAll(() => sandbox.end())

const customers = async () =>
  (await sandbox.stripe.customers.list({ limit: 100 })).data.map((customer) => customer.name)

describe('faults', () => {
  it('drop: the request is executed, its answer never comes, and its key replays it', async () => {
    await sandbox.control('faults', { kind: 'drop', rate: 1, times: 1 })
    const impatient = sandbox.client('sk_test_saldo', { timeout: 300 })
    const error = await refusal(impatient.customers.create({ name: 'dropped' }, { idempotencyKey: 'drop' }))
    expect(error.type).toBe('StripeConnectionError')
    expect(await customers()).toContain('dropped')
    const again = await sandbox.stripe.customers.create({ name: 'dropped' }, { idempotencyKey: 'drop' })
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect((await customers()).filter((name) => name === 'dropped')).toHaveLength(1)
  })

  it('reset: the connection breaks, before or after the execution', async () => {
    for (const processed of [true, false]) {
      // The SDK retries once after a broken connection, so two faults are needed to see one.
      await sandbox.control('faults', { kind: 'reset', rate: 1, times: 2, processed })
      const name = `reset ${processed}`
      const error = await refusal(sandbox.stripe.customers.create({ name }))
      expect(error.type).toBe('StripeConnectionError')
      expect((await customers()).filter((one) => one === name)).toHaveLength(processed ? 1 : 0)
    }
  })

  it('delay: the answer comes late', async () => {
    await sandbox.control('faults', { kind: 'delay', rate: 1, times: 1, delay_ms: 250 })
    const before = performance.now()
    await sandbox.stripe.customers.create({ name: 'late' })
    expect(performance.now() - before).toBeGreaterThan(240)
  })

  it.each([
    ['409', 409, 'StripeAPIError'],
    ['429', 429, 'StripeRateLimitError'],
    ['500', 500, 'StripeAPIError'],
  ])(
    '%s: the request is refused before it is executed, and the key stays unused',
    async (kind, statusCode, type) => {
      await sandbox.control('faults', { kind, rate: 1, times: 1 })
      const create = () =>
        sandbox.stripe.customers.create({ name: kind }, { idempotencyKey: `fault ${kind}` })
      expect(await refusal(create())).toMatchObject({ statusCode, type })
      expect(await customers()).not.toContain(kind)
      expect((await create()).lastResponse.headers['idempotent-replayed']).toBeUndefined()
    },
  )

  it.each([true, false])('a stored 500 (carried out: %s) is what the key replays', async (processed) => {
    await sandbox.control('faults', { kind: '500', rate: 1, times: 1, stored: true, processed })
    const name = `stored ${processed}`
    const create = (idempotencyKey: string) => sandbox.stripe.customers.create({ name }, { idempotencyKey })
    expect(await refusal(create(name))).toMatchObject({ statusCode: 500 })
    const again = await refusal(create(name))
    expect(again.statusCode).toBe(500)
    expect(again.headers?.['idempotent-replayed']).toBe('true')
    expect((await customers()).filter((one) => one === name)).toHaveLength(processed ? 1 : 0)
    await create(`${name}, another key`)
    expect((await customers()).filter((one) => one === name)).toHaveLength(processed ? 2 : 1)
  })

  it('with a seed hit the same keys in any order of requests', async () => {
    const keys = Array.from({ length: 60 }, (_, i) => `key ${i}`)
    const unlucky = async (order: string[]) => {
      await sandbox.control('faults', { kind: '429', rate: 0.4, seed: 7 })
      const tried = await Promise.allSettled(
        order.map((key) => sandbox.stripe.customers.create({ name: key }, { idempotencyKey: key })),
      )
      await sandbox.control('faults', undefined, 'DELETE')
      return order.filter((_, place) => tried[place]?.status === 'rejected').sort()
    }
    const first = await unlucky(keys)
    expect(first.length).toBeGreaterThan(10)
    expect(first.length).toBeLessThan(40)
    expect(await unlucky([...keys].reverse())).toEqual(first)
  })

  it('hit only the given addresses and methods', async () => {
    await sandbox.control('faults', {
      kind: '500',
      rate: 1,
      path: '/v1/payment_intents/*/confirm',
      method: 'POST',
    })
    const intent = await sandbox.stripe.paymentIntents.create({
      amount: 500,
      currency: 'eur',
      allowed_payment_method_types: ['card'],
    })
    await sandbox.stripe.paymentIntents.retrieve(intent.id)
    expect(
      (await refusal(sandbox.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })))
        .statusCode,
    ).toBe(500)
    await sandbox.control('faults', undefined, 'DELETE')
    expect(
      (await sandbox.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).status,
    ).toBe('succeeded')
  })

  it('with a seed repeat the same random choices, near the given rate', () => {
    const run = () => {
      const faults = createFaults()
      faults.add({
        kind: '500',
        rate: 0.3,
        path: null,
        method: null,
        times: null,
        delay_ms: 0,
        processed: null,
        stored: false,
        seed: 42,
      })
      return Array.from({ length: 1000 }, () => (faults.meet('POST', '/v1/charges').error ? 1 : 0) as number)
    }
    const luck = run()
    expect(run()).toEqual(luck)
    const hits = luck.reduce((sum, hit) => sum + hit, 0)
    expect(hits).toBeGreaterThan(250)
    expect(hits).toBeLessThan(350)
  })

  it.each([
    [{ kind: 'flood' }, 'kind'],
    [{ kind: '500', rate: 2 }, 'rate'],
    [{ kind: '500', rate: 'x' }, 'rate'],
    [{ kind: '500', times: 0 }, 'times'],
  ])('%j is refused', async (fault, param) => {
    expect(await sandbox.control('faults', fault)).toMatchObject({ error: { param } })
  })
})
