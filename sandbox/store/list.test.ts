import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payByCard, type RunningSandbox, refusal, runSandbox } from '../running-sandbox.ts'

let sandbox: RunningSandbox
let created: string[] = []
beforeAll(async () => {
  sandbox = await runSandbox()
  for (let i = 0; i < 25; i++)
    created.push(
      (await sandbox.stripe.customers.create({ name: `n${i}`, email: `${i % 2}@example.test` })).id,
    )
  created = created.reverse()
})
afterAll(() => sandbox.end())

const list = async (params: Stripe.CustomerListParams) => sandbox.stripe.customers.list(params)
const ids = (page: { data: { id: string }[] }) => page.data.map((row) => row.id)

describe('lists', () => {
  it('come newest first, ten at a time', async () => {
    const page = await list({})
    expect(ids(page)).toEqual(created.slice(0, 10))
    expect(page).toMatchObject({ object: 'list', has_more: true, url: '/v1/customers' })
  })

  it('continue after a row and before one', async () => {
    const second = await list({ limit: 10, starting_after: created[9] })
    expect(ids(second)).toEqual(created.slice(10, 20))
    const back = await list({ limit: 10, ending_before: created[10] })
    expect(ids(back)).toEqual(created.slice(0, 10))
    expect(back.has_more).toBe(false)
    const last = await list({ limit: 10, starting_after: created[19] })
    expect(ids(last)).toEqual(created.slice(20))
    expect(last.has_more).toBe(false)
  })

  it('are paged to the end by the SDK itself', async () => {
    const seen: string[] = []
    for await (const customer of sandbox.stripe.customers.list({ limit: 7 })) seen.push(customer.id)
    expect(seen).toEqual(created)
  })

  it('are filtered', async () => {
    expect(ids(await list({ email: '1@example.test', limit: 100 }))).toHaveLength(12)
    const [first] = (await list({ limit: 1 })).data
    expect(ids(await list({ created: { gt: first?.created ?? 0 }, limit: 100 }))).toEqual([])
    expect(ids(await list({ created: { lte: first?.created ?? 0 }, limit: 100 }))).toEqual(created)
  })

  it.each([{ limit: 101 }, { limit: 0 }, { starting_after: 'cus_nobody' }])('refuse %j', async (params) => {
    expect((await refusal(list(params))).statusCode).toBe(400)
  })
})

describe('expand', () => {
  it('follows objects and lists, four levels deep', async () => {
    const { stripe } = sandbox
    const customer = await stripe.customers.create({ name: 'Anna' })
    const intent = await payByCard(stripe, 'pm_card_visa', {
      customer: customer.id,
      setup_future_usage: 'off_session',
    })
    const deep = await stripe.paymentIntents.retrieve(intent.id, {
      expand: ['latest_charge.balance_transaction.source.customer', 'payment_method'],
    })
    expect(deep).toMatchObject({ payment_method: { card: { last4: '4242' }, customer: customer.id } })
    expect(deep.latest_charge).toMatchObject({
      balance_transaction: { source: { customer: { name: 'Anna' } } },
    })
    const [first] = (await stripe.paymentIntents.list({ limit: 1, expand: ['data.customer'] })).data
    expect(first?.customer).toMatchObject({ name: 'Anna' })
  })

  it("shows a charge's refunds only if they are expanded", async () => {
    const { stripe } = sandbox
    const intent = await payByCard(stripe, 'pm_card_visa')
    await stripe.refunds.create({ payment_intent: intent.id, amount: 100 })
    const id = intent.latest_charge as string
    expect((await stripe.charges.retrieve(id)).refunds).toBeUndefined()
    expect((await stripe.charges.retrieve(id, { expand: ['refunds'] })).refunds?.data).toMatchObject([
      { amount: 100 },
    ])
  })

  it('does not change the book', async () => {
    const { stripe } = sandbox
    const intent = await payByCard(stripe, 'pm_card_visa', { expand: ['latest_charge', 'payment_method'] })
    const plain = await stripe.paymentIntents.retrieve(intent.id)
    expect([typeof plain.latest_charge, typeof plain.payment_method]).toEqual(['string', 'string'])
  })

  it.each(['nothing', 'status', 'a.b.c.d.e'])('refuses %s', async (path) => {
    const intent = await payByCard(sandbox.stripe, 'pm_card_visa')
    expect(
      (await refusal(sandbox.stripe.paymentIntents.retrieve(intent.id, { expand: [path] }))).statusCode,
    ).toBe(400)
  })
})
