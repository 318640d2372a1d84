import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payByCard, type RunningSandbox, refusal, runSandbox } from '../running-sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await runSandbox()
})
afterAll(() => sandbox.end())

const create = (idempotencyKey: string, amount = 5000, stripe = sandbox.stripe) =>
  stripe.paymentIntents.create({ amount, currency: 'eur', metadata: { a: '1', b: '2' } }, { idempotencyKey })

describe('the same key', () => {
  it('with the same parameters returns the same answer, marked as replayed', async () => {
    const first = await create('same')
    const second = await create('same')
    expect(second).toEqual(first)
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
    expect(second.lastResponse.requestId).not.toBe(first.lastResponse.requestId)
    expect(
      (await sandbox.stripe.paymentIntents.list({ limit: 100 })).data.filter(
        (intent) => intent.id === first.id,
      ),
    ).toHaveLength(1)
  })

  it('ignores the order of the parameters', async () => {
    const send = (body: string) =>
      fetch(`${sandbox.url}/v1/customers`, {
        method: 'POST',
        headers: {
          authorization: 'Bearer sk_test_saldo',
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': 'order',
        },
        body,
      }).then((answer) => answer.json() as Promise<{ id: string }>)
    expect((await send('name=A&email=a@b.it')).id).toBe((await send('email=a@b.it&name=A')).id)
  })

  it('with other parameters is refused, and nothing is executed', async () => {
    await create('other')
    const error = await refusal(create('other', 6000))
    expect(error).toMatchObject({
      type: 'StripeIdempotencyError',
      rawType: 'idempotency_error',
      statusCode: 400,
    })
  })

  it('on another address is refused', async () => {
    const intent = await create('address')
    const error = await refusal(
      sandbox.stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey: 'address' }),
    )
    expect(error.rawType).toBe('idempotency_error')
  })

  it('replays a declined payment, too, without charging again', async () => {
    const pay = () =>
      sandbox.stripe.paymentIntents.create(
        {
          amount: 700,
          currency: 'eur',
          payment_method: 'pm_card_chargeDeclined',
          allowed_payment_method_types: ['card'],
          confirm: true,
        },
        { idempotencyKey: 'declined' },
      )
    const first = await refusal(pay())
    const second = await refusal(pay())
    expect(second).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      headers: { 'idempotent-replayed': 'true' },
    })
    expect(second.payment_intent?.id).toBe(first.payment_intent?.id)
    expect(
      (await sandbox.stripe.charges.list({ payment_intent: first.payment_intent?.id })).data,
    ).toHaveLength(1)
  })

  it('can be used again after wrong parameters', async () => {
    expect((await refusal(create('wrong', 10))).code).toBe('amount_too_small')
    expect((await create('wrong', 1000)).amount).toBe(1000)
  })

  it('is independent in another account', async () => {
    const mine = await create('shared')
    const theirs = await create('shared', 9900, sandbox.client('sk_test_saldo2'))
    expect(theirs.id).not.toBe(mine.id)
    expect(theirs.amount).toBe(9900)
  })

  it('answers 409 while the first request is running, then replays it', async () => {
    await sandbox.control('faults', {
      kind: 'delay',
      rate: 1,
      delay_ms: 300,
      times: 1,
      path: '/v1/payment_intents',
    })
    const slow = create('flight')
    await new Promise((resolve) => setTimeout(resolve, 100))
    const error = await refusal(create('flight'))
    expect(error).toMatchObject({ type: 'StripeAPIError', statusCode: 409, code: 'idempotency_key_in_use' })
    expect((await create('flight').catch(() => slow)).id).toBe((await slow).id)
    expect((await create('flight')).id).toBe((await slow).id)
  })

  it('in fifty parallel requests makes one charge', async () => {
    const settled = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        sandbox.stripe.paymentIntents.create(
          {
            amount: 4200,
            currency: 'eur',
            payment_method: 'pm_card_visa',
            allowed_payment_method_types: ['card'],
            confirm: true,
            description: 'fifty',
          },
          { idempotencyKey: 'fifty' },
        ),
      ),
    )
    const ids = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []))
    expect(new Set(ids).size).toBe(1)
    for (const result of settled) if (result.status === 'rejected') expect(result.reason.statusCode).toBe(409)
    const charges = await sandbox.stripe.charges.list({ limit: 100 })
    expect(charges.data.filter((charge) => charge.description === 'fifty')).toHaveLength(1)
  })

  it('survives a restart', async () => {
    const before = await runSandbox()
    const first = await payByCard(before.stripe, 'pm_card_visa', {})
    const keyed = await create('restart', 5000, before.stripe)
    await before.stop()
    const after = await runSandbox({ home: before.home })
    try {
      expect((await create('restart', 5000, after.stripe)).id).toBe(keyed.id)
      expect((await after.stripe.paymentIntents.retrieve(first.id)).status).toBe('succeeded')
    } finally {
      await after.end()
    }
  })

  it('is forgotten after 24 hours of the sandbox clock', async () => {
    const first = await create('old')
    await sandbox.control('clock/advance', { seconds: 23 * 3600 })
    expect((await create('old')).id).toBe(first.id)
    await sandbox.control('clock/advance', { seconds: 2 * 3600 })
    expect((await create('old')).id).not.toBe(first.id)
  })
})
