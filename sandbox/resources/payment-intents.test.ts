import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payByCard, type RunningSandbox, refusal, runSandbox } from '../running-sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await runSandbox()
})
afterAll(() => sandbox.end())

const create = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  sandbox.stripe.paymentIntents.create({ amount: 5000, currency: 'eur', ...more })

describe('creating', () => {
  it('returns an intent in the format of the pinned API version', async () => {
    const intent = await create({
      allowed_payment_method_types: ['card', 'sepa_debit'],
      metadata: { bill: '7' },
      description: 'Rata',
      statement_descriptor_suffix: 'COND 7',
      receipt_email: 'a@example.test',
    })
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 5000,
      allowed_payment_method_types: ['card', 'sepa_debit'],
      payment_method_types: ['card', 'sepa_debit'],
      automatic_payment_methods: null,
      currency: 'eur',
      description: 'Rata',
      livemode: false,
      metadata: { bill: '7' },
      receipt_email: 'a@example.test',
      statement_descriptor_suffix: 'COND 7',
      status: 'requires_payment_method',
    })
    expect(intent.id).toMatch(/^pi_[A-Za-z0-9]{24,}$/)
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_[A-Za-z0-9]{20,}$`))
  })

  it('offers all possible types if no list is given', async () => {
    expect(await create()).toMatchObject({
      automatic_payment_methods: { enabled: true },
      payment_method_types: ['card', 'sepa_debit', 'klarna'],
    })
    expect((await create({ currency: 'usd' })).payment_method_types).toEqual(['card'])
  })

  it.each([
    [{ amount: 49 }, 'amount_too_small'],
    [{ amount: 100_000_000 }, 'amount_too_large'],
    [{ amount: -5 }, 'parameter_invalid_integer'],
    [{ amount: 10.5 }, 'parameter_invalid_integer'],
    [{ currency: 'lire' }, undefined],
    [{ customer: 'cus_nobody' }, 'resource_missing'],
    [{ payment_method: 'pm_nothing' }, 'resource_missing'],
    [{ allowed_payment_method_types: ['paypal'] }, undefined],
    [{ receipt_email: 'nobody' }, 'email_invalid'],
    [{ off_session: true }, undefined],
    [{ application_fee_amount: 10 }, undefined],
    [{ transfer_data: { destination: 'acct_nobody' } }, 'resource_missing'],
    [{ metadata: { ['k'.repeat(41)]: 'x' } }, undefined],
  ] as [Partial<Stripe.PaymentIntentCreateParams>, string | undefined][])(
    '%j is 400',
    async (params, code) => {
      expect(await refusal(create(params))).toMatchObject({ statusCode: 400, code })
    },
  )
})

describe('the states', () => {
  it('go from waiting for a method over confirmation to an end', async () => {
    const { paymentIntents } = sandbox.stripe
    const intent = await create({ allowed_payment_method_types: ['card'] })
    const ready = await paymentIntents.update(intent.id, {
      payment_method: 'pm_card_visa',
      amount: 6000,
      metadata: { a: '1' },
    })
    expect(ready).toMatchObject({ status: 'requires_confirmation', amount: 6000, metadata: { a: '1' } })
    expect(await paymentIntents.confirm(intent.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 6000,
    })
    for (const call of [
      paymentIntents.confirm(intent.id),
      paymentIntents.cancel(intent.id),
      paymentIntents.update(intent.id, { amount: 7000 }),
      paymentIntents.capture(intent.id),
    ])
      expect(await refusal(call)).toMatchObject({
        statusCode: 400,
        code: 'payment_intent_unexpected_state',
        payment_intent: { id: intent.id, status: 'succeeded' },
      })
  })

  it('include a final cancellation', async () => {
    const { paymentIntents } = sandbox.stripe
    const intent = await create({ allowed_payment_method_types: ['card'] })
    expect(await paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'abandoned',
    })
    expect((await refusal(paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }))).code).toBe(
      'payment_intent_unexpected_state',
    )
  })

  it('need a method to confirm, and one that is allowed', async () => {
    const { paymentIntents } = sandbox.stripe
    const intent = await create({ allowed_payment_method_types: ['sepa_debit'] })
    expect((await refusal(paymentIntents.confirm(intent.id))).code).toBe('payment_intent_unexpected_state')
    expect((await refusal(paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }))).code).toBe(
      'payment_intent_incompatible_payment_method',
    )
  })

  it('need a return address if automatic methods may redirect', async () => {
    expect((await refusal(create({ payment_method: 'pm_card_visa', confirm: true }))).param).toBe(
      'return_url',
    )
    expect(
      (
        await create({
          payment_method: 'pm_card_visa',
          confirm: true,
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        })
      ).status,
    ).toBe('succeeded')
  })

  it('allow one charge for two parallel confirmations', async () => {
    const intent = await create({ allowed_payment_method_types: ['card'], payment_method: 'pm_card_visa' })
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => sandbox.stripe.paymentIntents.confirm(intent.id)),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    expect((await sandbox.stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1)
  })
})

describe('refunds', () => {
  it('return parts until everything is returned, never more', async () => {
    const { stripe } = sandbox
    const { id, latest_charge } = await payByCard(stripe, 'pm_card_visa')
    expect(
      await stripe.refunds.create({ payment_intent: id, amount: 10_000, reason: 'requested_by_customer' }),
    ).toMatchObject({ amount: 10_000, status: 'succeeded', charge: latest_charge })
    expect(await refusal(stripe.refunds.create({ payment_intent: id, amount: 2346 }))).toMatchObject({
      statusCode: 400,
      param: 'amount',
    })
    expect((await stripe.refunds.create({ charge: latest_charge as string })).amount).toBe(2345)
    expect(await stripe.charges.retrieve(latest_charge as string)).toMatchObject({
      amount_refunded: 12_345,
      refunded: true,
    })
    expect((await refusal(stripe.refunds.create({ payment_intent: id }))).code).toBe(
      'charge_already_refunded',
    )
    expect((await stripe.refunds.list({ payment_intent: id })).data).toHaveLength(2)
  })

  it('in parallel stay within the captured amount', async () => {
    const { stripe } = sandbox
    const { id } = await payByCard(stripe, 'pm_card_visa')
    await Promise.allSettled(
      Array.from({ length: 30 }, () => stripe.refunds.create({ payment_intent: id, amount: 1000 })),
    )
    const given = (await stripe.refunds.list({ payment_intent: id, limit: 100 })).data.reduce(
      (sum, refund) => sum + refund.amount,
      0,
    )
    expect(given).toBe(12_000)
  })

  it('are refused if nothing was paid', async () => {
    const intent = await create()
    expect((await refusal(sandbox.stripe.refunds.create({ payment_intent: intent.id }))).statusCode).toBe(400)
    const held = await payByCard(sandbox.stripe, 'pm_card_visa', { capture_method: 'manual' })
    expect((await refusal(sandbox.stripe.refunds.create({ payment_intent: held.id }))).message).toContain(
      'not been captured',
    )
  })
})

describe('the receipt', () => {
  it('is a page in Italian', async () => {
    const intent = await payByCard(sandbox.stripe, 'pm_card_visa', {
      expand: ['latest_charge'],
      description: 'Rata <1>',
    })
    const page = await fetch((intent.latest_charge as Stripe.Charge).receipt_url ?? '')
    const html = await page.text()
    expect(html).toContain('123,45')
    expect(html).toContain('Rata &lt;1&gt;')
  })
})
