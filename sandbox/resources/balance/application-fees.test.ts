import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  completeAccount,
  listenForWebhooks,
  payByCard,
  payBySepa,
  type RunningSandbox,
  refusal,
  runSandbox,
} from '../../running-sandbox.ts'

let sandbox: RunningSandbox
let stripe: Stripe
let account: string
beforeAll(async () => {
  sandbox = await runSandbox({ sepa_seconds: 3600 })
  stripe = sandbox.stripe
  account = (await stripe.accounts.create(completeAccount)).id
})
afterAll(() => sandbox.end())

const pending = async (options?: Stripe.RequestOptions) =>
  (await stripe.balance.retrieve({}, options)).pending[0]?.amount ?? 0

async function direct(amount: number, application_fee_amount: number): Promise<Stripe.Charge> {
  const intent = await payByCard(
    stripe,
    'pm_card_visa',
    { amount, application_fee_amount, expand: ['latest_charge'] },
    { stripeAccount: account },
  )
  return intent.latest_charge as Stripe.Charge
}

describe('a direct payment of a connected account', () => {
  it('leaves the fee to the platform, and every cent is in a book', async () => {
    const before = [await pending(), await pending({ stripeAccount: account })] as const
    const charge = await direct(10_000, 300)
    expect(charge).toMatchObject({ application: 'ca_SaldoSandbox', application_fee_amount: 300 })
    const fee = await stripe.applicationFees.retrieve(charge.application_fee as string, {
      expand: ['balance_transaction', 'charge'],
    })
    expect(fee).toMatchObject({
      account,
      amount: 300,
      charge: { id: charge.id },
      balance_transaction: { type: 'application_fee', net: 300, reporting_category: 'platform_earning' },
    })
    expect(await stripe.applicationFees.list({ charge: charge.id })).toMatchObject({ data: [{ id: fee.id }] })
    const line = await stripe.balanceTransactions.retrieve(charge.balance_transaction as string, undefined, {
      stripeAccount: account,
    })
    expect(line).toMatchObject({ amount: 10_000, fee: 475, net: 9525 })
    expect(line.fee_details.map(({ type, amount }) => [type, amount])).toEqual([
      ['stripe_fee', 175],
      ['application_fee', 300],
    ])
    expect(await pending()).toBe(before[0] + 300)
    expect(await pending({ stripeAccount: account })).toBe(before[1] + 9525)
  })

  it('refunded with its fee costs the account the provider’s fee', async () => {
    const before = [await pending(), await pending({ stripeAccount: account })] as const
    const charge = await direct(10_000, 300)
    await stripe.refunds.create(
      { charge: charge.id, amount: 3333, refund_application_fee: true },
      { stripeAccount: account },
    )
    await stripe.refunds.create(
      { charge: charge.id, refund_application_fee: true },
      { stripeAccount: account },
    )
    expect(await pending()).toBe(before[0])
    expect(await pending({ stripeAccount: account })).toBe(before[1] - 175)
    const fee = await stripe.applicationFees.retrieve(charge.application_fee as string)
    expect(fee).toMatchObject({ refunded: true, amount_refunded: 300 })
    expect(fee.refunds.data.map((refund) => refund.amount)).toEqual([201, 99])
  })

  it('can have its fee returned alone, in parts, never twice', async () => {
    const charge = await direct(10_000, 300)
    const id = charge.application_fee as string
    const refund = await stripe.applicationFees.createRefund(id, { amount: 100, metadata: { why: 'x' } })
    expect(refund).toMatchObject({ object: 'fee_refund', amount: 100, fee: id, metadata: { why: 'x' } })
    expect((await refusal(stripe.applicationFees.createRefund(id, { amount: 201 }))).param).toBe('amount')
    await stripe.applicationFees.createRefund(id)
    expect((await refusal(stripe.applicationFees.createRefund(id))).statusCode).toBe(400)
    const list = await stripe.applicationFees.listRefunds(id)
    expect(list.data.map((one) => one.amount)).toEqual([200, 100])
    expect(await stripe.applicationFees.retrieveRefund(id, refund.id)).toMatchObject({ amount: 100 })
    const updated = await stripe.applicationFees.updateRefund(id, refund.id, { metadata: { why: 'y' } })
    expect(updated.metadata).toEqual({ why: 'y' })
    const line = await stripe.balanceTransactions.retrieve(refund.balance_transaction as string)
    expect(line).toMatchObject({ net: -100, reporting_category: 'platform_earning_refund' })
  })

  it('of a debit pays the fee when the debit has succeeded', async () => {
    const mine = await stripe.applicationFees.list({ limit: 1 })
    const options = { stripeAccount: account }
    const intent = await stripe.paymentIntents.create(
      {
        amount: 8000,
        currency: 'eur',
        application_fee_amount: 100,
        allowed_payment_method_types: ['sepa_debit'],
        confirm: true,
        payment_method_data: {
          type: 'sepa_debit',
          sepa_debit: { iban: 'IT56B9999999999000000000001' },
          billing_details: { name: 'Anna', email: 'anna@example.test' },
        },
        mandate_data: {
          customer_acceptance: { type: 'online', online: { ip_address: '203.0.113.7', user_agent: 'test' } },
        },
      },
      options,
    )
    expect((await stripe.applicationFees.list({ limit: 1 })).data).toEqual(mine.data)
    await sandbox.control('clock/advance', { seconds: 3700 })
    expect((await stripe.applicationFees.list({ limit: 1 })).data[0]).toMatchObject({
      amount: 100,
      charge: intent.latest_charge,
    })
  })

  it('needs a connected account, or a destination', async () => {
    expect(await refusal(payByCard(stripe, 'pm_card_visa', { application_fee_amount: 100 }))).toMatchObject({
      param: 'application_fee_amount',
    })
  })
})

describe('a destination payment', () => {
  it('refunded with transfer and fee leaves the account at zero', async () => {
    const options = { stripeAccount: (await stripe.accounts.create(completeAccount)).id }
    const intent = await payByCard(stripe, 'pm_card_visa', {
      transfer_data: { destination: options.stripeAccount },
      application_fee_amount: 345,
    })
    expect(await pending(options)).toBe(12_000)
    for (const amount of [5000, undefined])
      await stripe.refunds.create({
        payment_intent: intent.id,
        amount,
        reverse_transfer: true,
        refund_application_fee: true,
      })
    expect(await pending(options)).toBe(0)
    const lines = (await stripe.balanceTransactions.list({ type: 'payment_refund' }, options)).data
    expect(lines.map((line) => [line.amount, line.fee])).toEqual([
      [-7345, -206],
      [-5000, -139],
    ])
    const refund = await stripe.balanceTransactions.retrieve(
      lines[0]?.id ?? '',
      { expand: ['source'] },
      options,
    )
    expect(refund.source).toMatchObject({ object: 'refund', amount: 7345 })
  })
})

describe('a Connect endpoint', () => {
  it('gets events of connected accounts with their id; other endpoints get only their own', async () => {
    const [connect, own] = [await listenForWebhooks(), await listenForWebhooks()]
    try {
      const enabled_events = ['charge.succeeded'] as Stripe.WebhookEndpointCreateParams['enabled_events']
      const { secret } = await stripe.webhookEndpoints.create({
        url: connect.url,
        enabled_events,
        connect: true,
      })
      await stripe.webhookEndpoints.create({ url: own.url, enabled_events })
      const theirs = await direct(1000, 0)
      const mine = await payByCard(stripe, 'pm_card_visa')
      await connect.until((received) => received.length === 1)
      await own.until((received) => received.length === 1)
      const { body = '', signature = '' } = connect.received[0] ?? {}
      const event = Stripe.webhooks.constructEvent(body, signature, secret ?? '')
      expect([event.account, (event.data.object as Stripe.Charge).id]).toEqual([account, theirs.id])
      expect(own.received[0]?.body).toContain(mine.latest_charge as string)
      expect(JSON.parse(own.received[0]?.body ?? '{}')).not.toHaveProperty('account')
    } finally {
      await connect.close()
      await own.close()
    }
  })
})

describe('every movement of money', () => {
  it('has a line, and the lines of a day are found by type, source and time', async () => {
    const fresh = sandbox.client('sk_test_saldo2')
    const start = (await sandbox.control('clock', undefined, 'GET')).now as number
    const card = await payByCard(fresh, 'pm_card_visa', { amount: 20_000 })
    const refund = await fresh.refunds.create({ payment_intent: card.id, amount: 500 })
    const debit = await payBySepa(fresh, 'IT10D9999999999000000000003')
    await payBySepa(fresh, 'IT33C9999999999000000000002')
    await sandbox.control('clock/advance', { seconds: 86_400 })
    const lost = (await fresh.disputes.list({ payment_intent: debit.id })).data[0]
    const day = { created: { gte: start, lt: start + 86_400 }, limit: 100 }
    const lines = (await fresh.balanceTransactions.list({ ...day, expand: ['data.source'] })).data
    const told = lines.map(({ type, amount, fee, net, reporting_category, source }) => [
      type,
      amount,
      fee,
      net,
      reporting_category,
      (source as { id: string }).id,
    ])
    expect(told.reverse()).toEqual([
      ['charge', 20_000, 325, 19_675, 'charge', card.latest_charge],
      ['refund', -500, 0, -500, 'refund', refund.id],
      ['payment', 8000, 35, 7965, 'charge', debit.latest_charge],
      ['adjustment', -8000, 350, -8350, 'dispute', lost?.id],
    ])
    for (const line of lines) {
      expect(line.net).toBe(line.amount - line.fee)
      expect(line.fee_details.reduce((sum, part) => sum + part.amount, 0)).toBe(line.fee)
    }
    const count = async (params: Stripe.BalanceTransactionListParams) =>
      (await fresh.balanceTransactions.list(params)).data.length
    expect(await count({ ...day, type: 'refund' })).toBe(1)
    expect(await count({ source: refund.id })).toBe(1)
    expect(await count({ created: { lt: start - 1 } })).toBe(0)
    expect((await refusal(fresh.balanceTransactions.list({ payout: 'po_none' }))).param).toBe('payout')
  })
})
