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
let theirs: { stripeAccount: string }
beforeEach(async () => {
  sandbox = await runSandbox()
  stripe = sandbox.stripe
  theirs = { stripeAccount: (await stripe.accounts.create(completeAccount)).id }
})
afterEach(() => sandbox.end())

const days = (count: number) => sandbox.control('clock/advance', { seconds: count * 86_400 })
const total = async (options?: Stripe.RequestOptions) => {
  const { available, pending } = await stripe.balance.retrieve({}, options)
  return (available[0]?.amount ?? 0) + (pending[0]?.amount ?? 0)
}
async function passedOn(amount: number, application_fee_amount?: number) {
  const intent = await payByCard(stripe, 'pm_card_visa', {
    amount,
    transfer_data: { destination: theirs.stripeAccount },
    ...(application_fee_amount && { application_fee_amount }),
    expand: ['latest_charge'],
  })
  const charge = intent.latest_charge as Stripe.Charge
  return { charge, transfer: charge.transfer as string }
}

describe('a transfer by hand', () => {
  it('uses available money, which is available there at once', async () => {
    await payByCard(stripe, 'pm_card_bypassPending', { amount: 10_000 })
    const before = await total()
    const transfer = await stripe.transfers.create({
      amount: 4000,
      currency: 'eur',
      destination: theirs.stripeAccount,
      metadata: { why: 'won' },
    })
    expect(transfer).toMatchObject({ amount: 4000, source_transaction: null, metadata: { why: 'won' } })
    expect(await total()).toBe(before - 4000)
    expect((await stripe.balance.retrieve({}, theirs)).available[0]?.amount).toBe(4000)
    const [line] = (await stripe.balanceTransactions.list({ expand: ['data.source'] }, theirs)).data
    expect(line).toMatchObject({ type: 'payment', net: 4000, source: { source_transfer: transfer.id } })
    expect(await stripe.transfers.retrieve(transfer.id)).toEqual(transfer)
  })

  it('is refused if the money is not available yet, or there is none', async () => {
    await payByCard(stripe, 'pm_card_visa', { amount: 10_000 })
    const error = await refusal(
      stripe.transfers.create({ amount: 100, currency: 'eur', destination: theirs.stripeAccount }),
    )
    expect(error).toMatchObject({ statusCode: 400, code: 'balance_insufficient' })
  })

  it('passes on a charge’s money before it is available, and not more', async () => {
    const intent = await payByCard(stripe, 'pm_card_visa', { amount: 10_000 })
    const of = {
      currency: 'eur',
      destination: theirs.stripeAccount,
      source_transaction: intent.latest_charge as string,
    }
    await stripe.transfers.create({ ...of, amount: 9000 })
    expect((await stripe.balance.retrieve({}, theirs)).pending[0]?.amount).toBe(9000)
    expect((await refusal(stripe.transfers.create({ ...of, amount: 1001 }))).param).toBe('amount')
    await stripe.transfers.create({ ...of, amount: 1000 })
  })

  it('goes only to an account of the platform that can receive', async () => {
    const bare = (await stripe.accounts.create({ country: 'IT' })).id
    const to = (destination: string) =>
      refusal(stripe.transfers.create({ amount: 100, currency: 'eur', destination }))
    expect(await to('acct_nobody')).toMatchObject({ param: 'destination', code: 'resource_missing' })
    expect((await to(bare)).code).toBe('insufficient_capabilities_for_transfer')
  })
})

describe('a reversal by hand', () => {
  it('takes money back in parts, never twice, and both books show it', async () => {
    await passedOn(5000)
    const { transfer } = await passedOn(10_000)
    const before = [await total(), await total(theirs)] as const
    const reversal = await stripe.transfers.createReversal(transfer, { amount: 4000, metadata: { of: '7' } })
    expect(reversal).toMatchObject({ amount: 4000, transfer, source_refund: null, metadata: { of: '7' } })
    expect([await total(), await total(theirs)]).toEqual([before[0] + 4000, before[1] - 4000])
    const refund = await stripe.refunds.retrieve(
      reversal.destination_payment_refund as string,
      undefined,
      theirs,
    )
    expect(refund.source_transfer_reversal).toBe(reversal.id)
    expect((await refusal(stripe.transfers.createReversal(transfer, { amount: 6001 }))).param).toBe('amount')
    await stripe.transfers.createReversal(transfer)
    expect(await stripe.transfers.retrieve(transfer)).toMatchObject({
      reversed: true,
      amount_reversed: 10_000,
    })
    expect((await refusal(stripe.transfers.createReversal(transfer))).statusCode).toBe(400)
    const list = await stripe.transfers.listReversals(transfer)
    expect(list.data.map(({ amount }) => amount)).toEqual([6000, 4000])
    expect(await stripe.transfers.retrieveReversal(transfer, reversal.id)).toEqual(reversal)
  })

  it('keeps the platform’s fee unless asked to return it in proportion', async () => {
    await passedOn(5000)
    const { charge, transfer } = await passedOn(10_000, 300)
    await stripe.transfers.createReversal(transfer, { amount: 2000 })
    const fee = () => stripe.applicationFees.retrieve(charge.application_fee as string)
    expect((await fee()).amount_refunded).toBe(0)
    await stripe.transfers.createReversal(transfer, { amount: 3333, refund_application_fee: true })
    expect((await fee()).amount_refunded).toBe(99)
  })

  it('is refused if the account has not enough, and no money moves', async () => {
    const { transfer } = await passedOn(10_000, 300)
    const error = await refusal(stripe.transfers.createReversal(transfer))
    expect(error).toMatchObject({ statusCode: 400, code: 'balance_insufficient' })
    expect(await total(theirs)).toBe(9700)
    await stripe.transfers.createReversal(transfer, { amount: 9700 })
    expect(await total(theirs)).toBe(0)
  })

  it('is refused if the money has been paid out', async () => {
    const { transfer } = await passedOn(10_000)
    await days(9)
    expect(await total(theirs)).toBe(0)
    expect((await refusal(stripe.transfers.createReversal(transfer, { amount: 1 }))).code).toBe(
      'balance_insufficient',
    )
  })
})
