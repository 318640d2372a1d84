import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completeAccount, payByCard, type RunningSandbox, refusal, runSandbox } from '../running-sandbox.ts'

let sandbox: RunningSandbox
let stripe: Stripe
let now: number
beforeAll(async () => {
  sandbox = await runSandbox()
  stripe = sandbox.stripe
  now = Number((await sandbox.control('clock', undefined, 'GET')).now)
})
afterAll(() => sandbox.end())

const day = 86_400
const past = (payments: object[], account_key = 'sk_test_saldo') =>
  sandbox.control('history', { account_key, payments })
const paid = (name: string, more: object = {}) => ({
  payment_intent: `pi_${name}`,
  charge: `ch_${name}`,
  amount: 10_000,
  created: now - 100 * day,
  method: { type: 'card', brand: 'mastercard', last4: '4444' },
  outcome: 'succeeded',
  ...more,
})

describe('an imported history', () => {
  it('has its own dates, like real payments', async () => {
    const created = now - 100 * day
    expect(
      await past([
        paid('one', { metadata: { bill: '7' }, description: 'Rata 1', fee: 123, payer: { name: 'Anna' } }),
      ]),
    ).toEqual({ written: 1, skipped: 0, payouts: 1 })
    const intent = await stripe.paymentIntents.retrieve('pi_one', {
      expand: ['latest_charge.balance_transaction'],
    })
    expect(intent).toMatchObject({
      status: 'succeeded',
      created,
      amount_received: 10_000,
      metadata: { bill: '7' },
      latest_charge: {
        id: 'ch_one',
        created,
        captured: true,
        billing_details: { name: 'Anna' },
        payment_method_details: { card: { brand: 'mastercard', last4: '4444' } },
        balance_transaction: { created, amount: 10_000, fee: 123, net: 9877, status: 'available' },
      },
    })
    expect((await stripe.events.list()).data).toEqual([])
    const found = await stripe.paymentIntents.search({ query: 'metadata["bill"]:"7"' })
    expect(found.data.map((one) => one.id)).toEqual(['pi_one'])
    const [payout] = (await stripe.payouts.list()).data
    expect(payout).toMatchObject({ amount: 9877, status: 'paid', automatic: true })
    expect(payout?.created).toBeLessThan(created + 9 * day)
  })

  it('is sorted by day among existing rows', async () => {
    const recent = await payByCard(stripe, 'pm_card_visa')
    await past([paid('old', { created: now - 300 * day }), paid('young', { created: now - 2 * day })])
    const ids = (await stripe.paymentIntents.list()).data.map((intent) => intent.id)
    expect(ids).toEqual([recent.id, 'pi_young', 'pi_one', 'pi_old'])
    const window = { created: { gte: now - 301 * day, lt: now - 299 * day } }
    expect((await stripe.balanceTransactions.list({ ...window, type: 'charge' })).data).toHaveLength(1)
  })

  it('can be refunded and disputed afterwards', async () => {
    await past([
      paid('later'),
      paid('debit', {
        charge: 'py_debit',
        method: { type: 'sepa_debit', last4: '0001' },
        settled: now - 95 * day,
      }),
    ])
    const refund = await stripe.refunds.create({ payment_intent: 'pi_later', amount: 4000 })
    expect(refund.status).toBe('succeeded')
    const error = await refusal(stripe.refunds.create({ payment_intent: 'pi_later', amount: 6001 }))
    expect(error.param).toBe('amount')
    expect(await sandbox.control('disputes', { charge: 'py_debit' })).toMatchObject({ status: 'lost' })
    const line = (await stripe.balanceTransactions.list({ source: 'py_debit' })).data[0]
    expect(line).toMatchObject({ type: 'payment', created: now - 95 * day })
  })

  it('contains failed, refunded and disputed payments, with the given ids', async () => {
    const at = (days: number) => now - days * day
    await past([
      paid('failed', { outcome: 'failed', failure_code: 'insufficient_funds' }),
      paid('bounced', { outcome: 'failed', charge: 'py_bounced', method: { type: 'sepa_debit' } }),
      paid('refunded', {
        refunds: [
          { refund: 're_past', amount: 3000, created: at(50) },
          { amount: 1000, created: at(40), reason: 'duplicate' },
        ],
      }),
      paid('gone', { outcome: 'refunded' }),
      paid('disputed', { outcome: 'disputed', dispute: { dispute: 'dp_past', created: at(30) } }),
      paid('open', {
        created: at(3),
        outcome: 'disputed',
        dispute: { created: at(1), status: 'needs_response', reason: 'duplicate' },
      }),
      paid('klarna', { charge: 'py_klarna', method: { type: 'klarna' } }),
    ])
    const read = (name: string) =>
      stripe.paymentIntents.retrieve(`pi_${name}`, { expand: ['latest_charge.refunds'] })
    expect(await read('failed')).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
      latest_charge: { status: 'failed', balance_transaction: null },
    })
    expect((await read('bounced')).last_payment_error?.code).toBe('insufficient_funds')
    expect(await read('refunded')).toMatchObject({
      latest_charge: { amount_refunded: 4000, refunded: false },
    })
    expect(await stripe.refunds.retrieve('re_past')).toMatchObject({ amount: 3000, created: at(50) })
    expect(await read('gone')).toMatchObject({ latest_charge: { refunded: true } })
    expect(await stripe.disputes.retrieve('dp_past')).toMatchObject({ status: 'lost', created: at(30) })
    const [open] = (await stripe.disputes.list({ payment_intent: 'pi_open' })).data
    expect(open).toMatchObject({ status: 'needs_response', reason: 'duplicate' })
    await sandbox.control('disputes/decide', { dispute: open?.id, status: 'won' })
    expect(await read('klarna')).toMatchObject({
      latest_charge: { payment_method_details: { type: 'klarna' } },
    })
  })

  it('is transferred to connected accounts, with the platform fee and their payouts', async () => {
    const { id } = await stripe.accounts.create(completeAccount)
    await past([paid('theirs', { transfer_destination: id, application_fee_amount: 500 })])
    const charge = await stripe.charges.retrieve('ch_theirs')
    expect(charge.transfer).toMatch(/^tr_/)
    const [payout] = (await stripe.payouts.list({}, { stripeAccount: id })).data
    expect(payout).toMatchObject({ amount: 9500, status: 'paid' })
  })

  it('changes nothing when it is imported again', async () => {
    const before = await stripe.balance.retrieve()
    const again = [paid('twice'), paid('one'), paid('refunded')]
    expect(await past(again)).toMatchObject({ written: 1, skipped: 2 })
    expect(await past(again)).toEqual({ written: 0, skipped: 3, payouts: 0 })
    expect((await stripe.balance.retrieve()).pending).toEqual(before.pending)
  })

  it.each([
    [{ amount: 0 }, 'payments[1][amount]'],
    [{ created: 99_999_999_999 }, 'payments[1][created]'],
    [{ method: { type: 'gold' } }, 'payments[1][method][type]'],
    [{ outcome: 'perhaps' }, 'payments[1][outcome]'],
    [{ refunds: [{ amount: 6000 }, { amount: 6000 }] }, 'payments[1][refunds]'],
    [{ outcome: 'failed', refunds: [{ amount: 1 }] }, 'payments[1][refunds]'],
    [{ payment_intent: 'pi_before' }, 'payments[1][payment_intent]'],
    [{ charge: 'ch_before' }, 'payments[1][charge]'],
    [{ charge: 'ch_one' }, 'payments[1][charge]'],
    [{ refunds: [{ refund: 're_past', amount: 1 }] }, 'payments[1][refunds][0][refund]'],
    [{ customer: 'cus_none' }, 'payments[1][customer]'],
    [{ transfer_destination: 'acct_none' }, 'payments[1][transfer_destination]'],
  ])('%j is refused, and nothing of its call is written', async (wrong, param) => {
    const answer = await past([paid('before'), paid('wrong', wrong)])
    expect(answer).toMatchObject({ error: { param } })
    expect((await refusal(stripe.paymentIntents.retrieve('pi_before'))).statusCode).toBe(404)
  })

  it('needs the key of an account', async () => {
    expect(await past([], 'sk_test_nobody')).toMatchObject({ error: { param: 'account_key' } })
  })

  it('of five thousand payments in one call survives a restart and balances to the cent', async () => {
    const many = await runSandbox()
    const payments = Array.from({ length: 5000 }, (_, i) => ({
      ...paid(`many${i}`, { created: now - (i % 700) * day, amount: 1000 + i }),
      ...(i % 10 === 0 && { outcome: 'refunded' }),
    }))
    const history = { account_key: 'sk_test_saldo', payments }
    expect(await many.control('history', history)).toMatchObject({ written: 5000 })
    const { available, pending } = await many.stripe.balance.retrieve()
    await many.stop()
    const again = await runSandbox({ home: many.home })
    const balance = await again.stripe.balance.retrieve()
    expect([balance.available, balance.pending]).toEqual([available, pending])
    const book = await (await fetch(`${again.url}/_sandbox/book?account_key=sk_test_saldo`)).text()
    const objects = book
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { object: string; amount_received?: number; amount: number })
    const total = (kind: string, amount: (one: (typeof objects)[number]) => number) =>
      objects.filter((one) => one.object === kind).reduce((sum, one) => sum + amount(one), 0)
    expect(objects.filter((one) => one.object === 'payment_intent')).toHaveLength(5000)
    expect(total('payment_intent', (one) => one.amount_received ?? 0)).toBe(5000 * 1000 + (4999 * 5000) / 2)
    let kept = 0
    let paidOut = 0
    for await (const line of again.stripe.balanceTransactions.list({ limit: 100 })) {
      kept += line.fee
      if (line.type === 'payout') paidOut -= line.net
    }
    const left = (balance.available[0]?.amount ?? 0) + (balance.pending[0]?.amount ?? 0)
    expect(left + paidOut + kept + total('refund', (one) => one.amount)).toBe(
      total('charge', (one) => one.amount),
    )
    await again.end()
  })
})

describe('the dump of a book', () => {
  it('has one line for each object, with its metadata', async () => {
    const answer = await fetch(`${sandbox.url}/_sandbox/book?account_key=sk_test_saldo`)
    expect(answer.headers.get('content-type')).toContain('ndjson')
    const lines = (await answer.text()).trimEnd().split('\n')
    const one = lines.map((line) => JSON.parse(line)).find((object) => object.id === 'pi_one')
    expect(one).toMatchObject({ object: 'payment_intent', status: 'succeeded', metadata: { bill: '7' } })
    expect(new Set(lines.map((line) => JSON.parse(line).object))).toEqual(
      new Set(['payment_intent', 'charge', 'refund', 'dispute']),
    )
    expect((await fetch(`${sandbox.url}/_sandbox/book?account=acct_none`)).status).toBe(404)
    expect((await fetch(`${sandbox.url}/_sandbox/book`)).status).toBe(400)
  })
})
