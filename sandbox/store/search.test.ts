import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payByCard, type RunningSandbox, refusal, runSandbox } from '../running-sandbox.ts'

let sandbox: RunningSandbox
let stripe: Stripe
let anna: string
beforeAll(async () => {
  sandbox = await runSandbox()
  stripe = sandbox.stripe
  anna = (
    await stripe.customers.create({
      name: 'Anna Maria Bianchi',
      email: 'anna@example.test',
      metadata: { 'tax id': 'BNC"1' },
    })
  ).id
  await stripe.customers.create({ name: 'Annalisa Verdi', email: 'verdi@example.test' })
  for (let i = 0; i < 25; i++) {
    await payByCard(stripe, i === 7 ? 'pm_card_mastercard' : 'pm_card_visa', {
      amount: 1000 + i * 100,
      metadata: { bill: String(i % 5), odd: i % 2 ? 'yes' : '' },
      ...(i < 3 && { customer: anna }),
    })
  }
  await stripe.paymentIntents.create({ amount: 999, currency: 'eur', allowed_payment_method_types: ['card'] })
})
afterAll(() => sandbox.end())

const found = async (query: string) =>
  (await stripe.paymentIntents.search({ query, limit: 100 })).data.map((intent) => intent.amount)

describe('a search', () => {
  it.each([
    ['metadata["bill"]:"3"', [3300, 2800, 2300, 1800, 1300]],
    ["metadata['bill']:'3' AND amount>2000", [3300, 2800, 2300]],
    ['metadata["bill"]:"3" amount>2000', [3300, 2800, 2300]],
    ['amount:1000 OR amount=1100', [1100, 1000]],
    ['amount>=3300 amount<3400', [3300]],
    ['status:"requires_payment_method"', [999]],
    ['-status:"succeeded"', [999]],
    ['metadata["bill"]:null', [999]],
    ['-metadata["odd"]:null amount<=1300', [1300, 1100]],
    ['created>4102444800', []],
    ['created>1000 AND amount<1001', [999, 1000]],
    ['currency:"EUR" amount<1000', [999]],
    ['metadata["bill"]:"nobody"', []],
  ])('%s', async (query, amounts) => {
    expect(await found(query)).toEqual(amounts)
  })

  it('finds customers by whole words, by parts and by metadata with quotes', async () => {
    const names = async (query: string) =>
      (await stripe.customers.search({ query })).data.map((customer) => customer.name)
    expect(await names('name:"anna"')).toEqual(['Anna Maria Bianchi'])
    expect(await names('name:"maria bianchi"')).toEqual(['Anna Maria Bianchi'])
    expect(await names('name~"anna"')).toEqual(['Annalisa Verdi', 'Anna Maria Bianchi'])
    expect(await names('email:"verdi@example.test"')).toEqual(['Annalisa Verdi'])
    expect(await names('metadata["tax id"]:"BNC\\"1"')).toEqual(['Anna Maria Bianchi'])
    const { id } = await stripe.customers.create({ name: 'Anna Via' })
    await stripe.customers.del(id)
    expect(await names('name:"via"')).toEqual([])
  })

  it('finds charges by their card and customer', async () => {
    const amounts = async (query: string) =>
      (await stripe.charges.search({ query })).data.map((charge) => charge.amount)
    expect(await amounts('payment_method_details.card.brand:"mastercard"')).toEqual([1700])
    expect(await amounts('payment_method_details.card.last4:4444 AND -refunded:"true"')).toEqual([1700])
    expect(await amounts(`customer:"${anna}"`)).toEqual([1200, 1100, 1000])
  })

  it('returns pages, which the SDK follows by itself', async () => {
    const query = 'status:"succeeded"'
    const first = await stripe.paymentIntents.search({ query, limit: 10, expand: ['total_count'] })
    expect(first).toMatchObject({
      object: 'search_result',
      has_more: true,
      total_count: 25,
      url: '/v1/payment_intents/search',
    })
    const second = await stripe.paymentIntents.search({ query, limit: 10, page: first.next_page ?? '' })
    expect(second.data[0]?.amount).toBe((first.data.at(-1)?.amount ?? 0) - 100)
    const all: number[] = []
    for await (const intent of stripe.paymentIntents.search({ query, limit: 4 })) all.push(intent.amount)
    expect(all).toEqual(Array.from({ length: 25 }, (_, i) => 3400 - i * 100))
    const last = await stripe.paymentIntents.search({ query: 'amount:1000' })
    expect(last).toMatchObject({ has_more: false, next_page: null })
  })

  it.each([
    'amount:1 AND amount:2 OR amount:3',
    'description:"x"',
    'amount~"1"',
    'status>"succeeded"',
    'amount>"x"',
    'metadata:"x"',
    'status:succeeded',
    'amount:1amount:2',
    '(amount:1)',
    ' ',
  ])('refuses %s', async (query) => {
    expect(await refusal(stripe.paymentIntents.search({ query }))).toMatchObject({ statusCode: 400 })
  })

  it('refuses an invalid page', async () => {
    expect(await refusal(stripe.paymentIntents.search({ query: 'amount>1', page: 'cGFnZQ' }))).toMatchObject({
      param: 'page',
    })
  })
})
