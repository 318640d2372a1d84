import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payByCard, payBySepa, type RunningSandbox, refusal, runSandbox } from '../running-sandbox.ts'

let sandbox: RunningSandbox
let stripe: Stripe
beforeAll(async () => {
  sandbox = await runSandbox({ sepa_seconds: 3600 })
  stripe = sandbox.stripe
})
afterAll(() => sandbox.end())

const later = () => sandbox.control('clock/advance', { seconds: 3700 })
const chargeOf = async (intent: Stripe.PaymentIntent) =>
  stripe.charges.retrieve(intent.latest_charge as string)
const events = async (id: string) =>
  (await stripe.events.list({ types: ['refund.*', 'charge.refund.updated'], limit: 100 })).data
    .filter((event) => (event.data.object as Stripe.Refund).id === id)
    .map((event) => event.type)
    .reverse()
const lines = async (source: string) =>
  (await stripe.balanceTransactions.list({ source })).data.map((line) => [
    line.type,
    line.amount,
    line.fee,
    line.net,
    line.reporting_category,
  ])

describe('a refund', () => {
  it('of most cards succeeds at once', async () => {
    const intent = await payByCard(stripe, 'pm_card_visa')
    const refund = await stripe.refunds.create({ payment_intent: intent.id, reason: 'duplicate' })
    expect(refund).toMatchObject({ status: 'succeeded', amount: 12_345, reason: 'duplicate' })
    expect(await chargeOf(intent)).toMatchObject({ refunded: true, amount_refunded: 12_345 })
    expect(await lines(refund.id)).toEqual([['refund', -12_345, 0, -12_345, 'refund']])
  })

  it('of 4000 0000 0000 7726 is pending, then succeeds', async () => {
    const intent = await payByCard(stripe, '4000000000007726')
    const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 2000 })
    expect(refund.status).toBe('pending')
    await later()
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
    expect(await events(refund.id)).toEqual(['refund.created', 'refund.updated', 'charge.refund.updated'])
  })

  it('of 4000 0000 0000 5126 succeeds, then fails, and the money is in the balance again', async () => {
    const intent = await payByCard(stripe, 'pm_card_refundFail')
    const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 2000 })
    expect(refund.status).toBe('succeeded')
    expect((await chargeOf(intent)).amount_refunded).toBe(2000)
    await later()
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'unknown',
      failure_balance_transaction: expect.stringMatching(/^txn_/),
    })
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 0, refunded: false })
    expect(await events(refund.id)).toEqual([
      'refund.created',
      'refund.updated',
      'charge.refund.updated',
      'refund.failed',
    ])
    expect(await lines(refund.id)).toEqual([
      ['refund_failure', 2000, 0, 2000, 'refund_failure'],
      ['refund', -2000, 0, -2000, 'refund'],
    ])
  })

  it('of a debit is pending, and may fail once when the bank says so', async () => {
    const intent = await payBySepa(stripe, 'IT56B9999999999000000000001')
    await later()
    const refund = await stripe.refunds.create({ payment_intent: intent.id })
    expect(refund).toMatchObject({ status: 'pending', id: expect.stringMatching(/^pyr_/) })
    await later()
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
    expect(await sandbox.control('refunds/fail', { refund: refund.id })).toMatchObject({ status: 'failed' })
    expect(await sandbox.control('refunds/fail', { refund: refund.id })).toMatchObject({
      error: { param: 'refund' },
    })
    expect((await chargeOf(intent)).amount_refunded).toBe(0)
  })

  it('is refused during a dispute, and never exceeds the captured amount', async () => {
    const disputed = await payByCard(stripe, 'pm_card_visa')
    await sandbox.control('disputes', { charge: disputed.latest_charge })
    expect(await refusal(stripe.refunds.create({ payment_intent: disputed.id }))).toMatchObject({
      statusCode: 400,
      code: 'charge_disputed',
    })
    const captured = await payByCard(stripe, 'pm_card_visa', { capture_method: 'manual' })
    await stripe.paymentIntents.capture(captured.id, { amount_to_capture: 5000 })
    expect((await refusal(stripe.refunds.create({ payment_intent: captured.id, amount: 5001 }))).param).toBe(
      'amount',
    )
    expect((await stripe.refunds.create({ payment_intent: captured.id })).amount).toBe(5000)
  })

  it('requested a thousand times in parallel returns exactly what was paid', async () => {
    const intent = await payByCard(stripe, 'pm_card_visa', { amount: 10_000 })
    const asked = await Promise.allSettled(
      Array.from({ length: 1000 }, (_, i) =>
        stripe.refunds.create({ payment_intent: intent.id, amount: 17 + (i % 23) }),
      ),
    )
    const given = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value.amount] : []))
    const sum = given.reduce((total, amount) => total + amount, 0)
    expect(sum).toBeLessThanOrEqual(10_000)
    expect(sum).toBeGreaterThan(10_000 - 40)
    expect((await chargeOf(intent)).amount_refunded).toBe(sum)
    let balanced = 0
    for await (const refund of stripe.refunds.list({ payment_intent: intent.id, limit: 100 }))
      balanced += refund.amount
    expect(balanced).toBe(sum)
  })
})
