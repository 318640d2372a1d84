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

const day = 86_400
const advance = (seconds: number) => sandbox.control('clock/advance', { seconds })
const events = async (id: string) =>
  (await stripe.events.list({ type: 'charge.dispute.*', limit: 100 })).data
    .filter((event) => (event.data.object as Stripe.Dispute).id === id)
    .map((event) => event.type.replace('charge.dispute.', ''))
    .reverse()
const lines = async (source: string) =>
  (await stripe.balanceTransactions.list({ source })).data.map((line) => [
    line.type,
    line.amount,
    line.fee,
    line.net,
    line.reporting_category,
  ])

async function disputed(reason?: string): Promise<Stripe.Dispute> {
  const intent = await payByCard(stripe, 'pm_card_visa')
  const { id } = await sandbox.control('disputes', { charge: intent.latest_charge, reason })
  return stripe.disputes.retrieve(String(id))
}

describe('a card dispute', () => {
  it('waits for an answer; the money and a fee leave at once', async () => {
    const dispute = await disputed('product_not_received')
    expect(dispute).toMatchObject({
      status: 'needs_response',
      reason: 'product_not_received',
      amount: 12_345,
      evidence_details: { has_evidence: false, submission_count: 0, past_due: false },
    })
    expect(await lines(dispute.id)).toEqual([['adjustment', -12_345, 2000, -14_345, 'dispute']])
    expect(await events(dispute.id)).toEqual(['created', 'funds_withdrawn'])
    expect((await stripe.charges.retrieve(dispute.charge as string)).disputed).toBe(true)
  })

  it.each(['won', 'lost'] as const)('answered and %s by the bank', async (status) => {
    const dispute = await disputed()
    const staged = await stripe.disputes.update(dispute.id, {
      evidence: { customer_name: 'Anna Bianchi' },
      submit: false,
    })
    expect(staged).toMatchObject({
      status: 'needs_response',
      evidence: { customer_name: 'Anna Bianchi' },
      evidence_details: { has_evidence: true, submission_count: 0 },
    })
    const sent = await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'Ricevuta' } })
    expect(sent).toMatchObject({ status: 'under_review', evidence_details: { submission_count: 1 } })
    await advance(30 * day)
    expect((await stripe.disputes.retrieve(dispute.id)).status).toBe('under_review')
    await sandbox.control('disputes/decide', { dispute: dispute.id, status })
    const closed = await stripe.disputes.retrieve(dispute.id)
    expect(closed.status).toBe(status)
    const back = ['adjustment', 12_345, 0, 12_345, 'dispute_reversal']
    const gone = ['adjustment', -12_345, 2000, -14_345, 'dispute']
    expect(await lines(dispute.id)).toEqual(status === 'won' ? [back, gone] : [gone])
    expect(closed.balance_transactions.map((line) => line.net)).toEqual(
      status === 'won' ? [-14_345, 12_345] : [-14_345],
    )
    expect(await events(dispute.id)).toEqual([
      'created',
      'funds_withdrawn',
      'updated',
      'updated',
      ...(status === 'won' ? ['funds_reinstated'] : []),
      'closed',
    ])
    const refund = stripe.refunds.create({ charge: dispute.charge as string, amount: 100 })
    if (status === 'won') expect((await refund).status).toBe('succeeded')
    else expect((await refusal(refund)).code).toBe('charge_disputed')
    expect(await sandbox.control('disputes/decide', { dispute: dispute.id, status })).toMatchObject({
      error: { code: 'status_transition_invalid' },
    })
  })

  it.each([
    ['winning_evidence', 'won'],
    ['losing_evidence', 'lost'],
  ])('%s is %s at once', async (uncategorized_text, status) => {
    const { id } = await disputed()
    expect((await stripe.disputes.update(id, { evidence: { uncategorized_text } })).status).toBe(status)
  })

  it('is lost when it is not answered in time', async () => {
    const dispute = await disputed()
    await advance(8 * day)
    expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({
      status: 'lost',
      evidence_details: { past_due: true },
    })
  })

  it('can be accepted, is found by its payment, and has its evidence by name', async () => {
    const dispute = await disputed()
    const found = await stripe.disputes.list({ payment_intent: dispute.payment_intent as string })
    expect(found.data.map((one) => one.id)).toEqual([dispute.id])
    const evidence = { nonsense: 'x' } as Stripe.DisputeUpdateParams.Evidence
    expect((await refusal(stripe.disputes.update(dispute.id, { evidence }))).param).toBe('evidence[nonsense]')
    expect((await stripe.disputes.close(dispute.id)).status).toBe('lost')
  })

  it('takes only the part that was not refunded, and nothing after a full refund', async () => {
    const intent = await payByCard(stripe, 'pm_card_visa')
    await stripe.refunds.create({ payment_intent: intent.id, amount: 2345 })
    expect(await sandbox.control('disputes', { charge: intent.latest_charge })).toMatchObject({
      amount: 10_000,
    })
    const refunded = await payByCard(stripe, 'pm_card_visa')
    await stripe.refunds.create({ payment_intent: refunded.id })
    expect(await sandbox.control('disputes', { charge: refunded.latest_charge })).toMatchObject({
      error: { param: 'charge' },
    })
  })

  it('needs a reason that Stripe knows and an existing charge', async () => {
    const intent = await payByCard(stripe, 'pm_card_visa')
    expect(await sandbox.control('disputes', { charge: intent.latest_charge, reason: 'whim' })).toMatchObject(
      { error: { param: 'reason' } },
    )
    expect(await sandbox.control('disputes', { charge: 'ch_none' })).toMatchObject({
      error: { code: 'resource_missing' },
    })
  })
})

describe('a debit taken back by the bank', () => {
  it.each([
    [55, 'customer_initiated', 'active'],
    [392, 'debit_not_authorized', 'inactive'],
  ])('%i days later (%s) is lost at once, with its own line', async (days, reason, mandate) => {
    const intent = await payBySepa(stripe, 'IT56B9999999999000000000001')
    await advance(days * day)
    const charge = await stripe.charges.retrieve(intent.latest_charge as string)
    expect(charge.status).toBe('succeeded')
    const dispute = await sandbox.control('disputes', { charge: charge.id, reason })
    expect(dispute).toMatchObject({ status: 'lost', reason, amount: 8000 })
    expect(await lines(String(dispute.id))).toEqual([['adjustment', -8000, 350, -8350, 'dispute']])
    const id = charge.payment_method_details?.sepa_debit?.mandate ?? ''
    expect((await stripe.mandates.retrieve(id)).status).toBe(mandate)
  })
})
