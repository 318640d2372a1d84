import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  completeAccount,
  payByCard,
  type RunningSandbox,
  refusal,
  runSandbox,
} from '../../running-sandbox.ts'

let sandbox: RunningSandbox
let stripe: Stripe
beforeEach(async () => {
  sandbox = await runSandbox()
  stripe = sandbox.stripe
})
afterEach(() => sandbox.end())

const day = 86_400
const days = (count: number) => sandbox.control('clock/advance', { seconds: count * day })
const balance = async (options?: Stripe.RequestOptions) => {
  const { available, pending } = await stripe.balance.retrieve({}, options)
  return [available[0]?.amount, pending[0]?.amount]
}
const eventTypes = async (options?: Stripe.RequestOptions) =>
  (await stripe.events.list({ type: 'payout.*', limit: 100 }, options)).data.map((event) => event.type)

describe('automatic payouts', () => {
  it('send the available money to the bank each midnight, and name their lines', async () => {
    const first = await payByCard(stripe, 'pm_card_visa', { amount: 10_000, expand: ['latest_charge'] })
    const second = await payByCard(stripe, 'pm_card_visa', { amount: 5000, expand: ['latest_charge'] })
    await stripe.refunds.create({ payment_intent: first.id, amount: 1000 })
    expect(await balance()).toEqual([0, 9825 + 4900 - 1000])
    await days(8)
    const payouts = (await stripe.payouts.list({ expand: ['data.balance_transaction'] })).data
    expect(payouts).toHaveLength(1)
    const [payout] = payouts as [Stripe.Payout]
    expect(payout).toMatchObject({
      amount: 13_725,
      automatic: true,
      currency: 'eur',
      reconciliation_status: 'completed',
      balance_transaction: { type: 'payout', amount: -13_725, reporting_category: 'payout', fee: 0 },
    })
    const lines = (await stripe.balanceTransactions.list({ payout: payout.id })).data
    expect(lines.map((line) => line.type).sort()).toEqual(['charge', 'charge', 'payout', 'refund'])
    expect(lines.reduce((sum, line) => sum + line.net, 0)).toBe(0)
    expect(lines.map((line) => line.status)).toEqual(Array(4).fill('available'))
    const sources = new Set(lines.map((line) => line.source))
    for (const intent of [first, second])
      expect(sources).toContain((intent.latest_charge as Stripe.Charge).id)
    expect(await balance()).toEqual([0, 0])
    await days(1)
    expect((await stripe.payouts.retrieve(payout.id)).status).toBe('paid')
    expect(await eventTypes()).toEqual(['payout.reconciliation_completed', 'payout.paid', 'payout.created'])
  })

  it('pay each line once, and wait while the balance is negative', async () => {
    const paid = await payByCard(stripe, 'pm_card_visa', { amount: 10_000 })
    await days(9)
    await stripe.refunds.create({ payment_intent: paid.id })
    expect((await balance())[0]).toBe(-10_000)
    await days(3)
    expect((await stripe.payouts.list()).data).toHaveLength(1)
    await payByCard(stripe, 'pm_card_visa', { amount: 30_000 })
    await days(9)
    const [latest] = (await stripe.payouts.list({ limit: 1 })).data
    expect(latest?.amount).toBe(30_000 - 475 - 10_000)
    const lines = (await stripe.balanceTransactions.list({ payout: latest?.id })).data
    expect(lines.map((line) => line.type)).toEqual(['payout', 'charge', 'refund'])
  })

  it('go to a connected account on its own schedule, and its bank may refuse them', async () => {
    const account = await stripe.accounts.create({
      ...completeAccount,
      external_account: {
        ...completeAccount.external_account,
        account_number: 'IT33C9999999999000000000002',
      },
      settings: { payouts: { schedule: { interval: 'weekly', weekly_anchor: 'friday', delay_days: 2 } } },
    } as Stripe.AccountCreateParams)
    const options = { stripeAccount: account.id }
    await payByCard(stripe, 'pm_card_visa', { transfer_data: { destination: account.id }, amount: 10_000 })
    await days(11)
    const [payout] = (await stripe.payouts.list({}, options)).data
    expect(new Date((payout?.created ?? 0) * 1000).getUTCDay()).toBe(5)
    expect(payout).toMatchObject({ amount: 10_000, status: 'failed', failure_code: 'account_closed' })
    expect(payout?.destination).toBe(account.external_accounts?.data[0]?.id)
    expect(await balance(options)).toEqual([10_000, 0])
    expect(await eventTypes(options)).toEqual(['payout.failed', 'payout.created'])
    // As at Stripe, no more payouts go to a bank account that bounced, until another one is set.
    await days(15)
    expect((await stripe.payouts.list({}, options)).data).toHaveLength(1)
    await stripe.accounts.update(account.id, {
      external_account: {
        object: 'bank_account',
        country: 'IT',
        currency: 'eur',
        account_number: 'IT56B9999999999000000000001',
      },
    })
    await days(9)
    expect((await stripe.payouts.list({}, options)).data.map((one) => one.status)).toEqual(['paid', 'failed'])
    expect(await balance(options)).toEqual([0, 0])
  })
})

describe('payouts by hand', () => {
  it('are refused above the available balance, sent, and cancelled only while pending', async () => {
    await payByCard(stripe, 'pm_card_visa', { amount: 10_000 })
    expect(await refusal(stripe.payouts.create({ amount: 1000, currency: 'eur' }))).toMatchObject({
      statusCode: 400,
      code: 'balance_insufficient',
    })
    const account = await stripe.accounts.create({
      ...completeAccount,
      settings: { payouts: { schedule: { interval: 'manual' } } },
    })
    const options = { stripeAccount: account.id }
    await payByCard(stripe, 'pm_card_visa', { transfer_data: { destination: account.id }, amount: 10_000 })
    await days(8)
    expect(await balance(options)).toEqual([10_000, 0])
    const first = await stripe.payouts.create({ amount: 4000, currency: 'eur' }, options)
    expect(first).toMatchObject({ status: 'pending', automatic: false })
    expect(await balance(options)).toEqual([6000, 0])
    expect(await stripe.payouts.cancel(first.id, {}, options)).toMatchObject({
      status: 'canceled',
      failure_balance_transaction: expect.stringMatching(/^txn_/),
    })
    expect(await balance(options)).toEqual([10_000, 0])
    const second = await stripe.payouts.create(
      { amount: 10_000, currency: 'eur', metadata: { why: 'all' } },
      options,
    )
    await days(2)
    expect(await stripe.payouts.retrieve(second.id, {}, options)).toMatchObject({
      status: 'paid',
      metadata: { why: 'all' },
    })
    expect((await refusal(stripe.payouts.cancel(second.id, {}, options))).statusCode).toBe(400)
    // A bank may return it even then.
    expect(await sandbox.control('payouts/fail', { payout: second.id })).toMatchObject({ status: 'failed' })
    expect(await balance(options)).toEqual([10_000, 0])
    const categories = (await stripe.balanceTransactions.list({ source: second.id }, options)).data
    expect(categories.map((line) => [line.type, line.amount, line.reporting_category])).toEqual([
      ['payout_failure', 10_000, 'payout_reversal'],
      ['payout', -10_000, 'payout'],
    ])
  })
})
