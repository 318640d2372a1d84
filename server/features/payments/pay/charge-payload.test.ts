import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeBill, makeCustomer, signIn } from '../../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../../testing/sandbox.ts'

let sandbox: TestSandbox
let test: TestApp
let customer_id: number

beforeAll(async () => {
  sandbox = await startSandbox()
  test = await startApp({ provider: sandbox.url })
  customer_id = await makeCustomer(test.services)
})
afterAll(async () => {
  await test.close()
  await sandbox.stop()
})

type Progress = { payment_id: number; state: string; amount: number; error?: string; fields?: object }
const post = async (url: string, payload: object, headers: Record<string, string> = {}) => {
  const reply = await test.call({ method: 'POST', url: `/v1/stripe/${url}`, headers, payload })
  return { status: reply.status, body: reply.body as Progress }
}

/** The specification's sixteen fields, with nothing in them. */
const empty = {
  id: null,
  type_id: null,
  source_id: null,
  amount: null,
  application_fee_amount: null,
  account_destination: null,
  description: null,
  service_id: null,
  email: null,
  payment_method_id: null,
  payment_intent_id: null,
  name: null,
  save_payment_method: null,
  payment_method: null,
  mandate: null,
  payment_id: null,
}
const byCard = { payment_method: 'CARD', payment_method_id: 'pm_card_visa' }
const byKlarna = { email: 'lucia@example.it' }
const bill = (amounts = [20_000]) => makeBill(test.services, customer_id, { amounts })
/** The provider's id of a payment's attempt. */
const intentOf = (payment_id: number) =>
  test.services.asSystem(async (tx) => {
    const [attempt] = await tx`select provider_object from payment_attempts where payment_id = ${payment_id}`
    return attempt?.provider_object as string
  })
const paymentsOf = (bill_id: number) =>
  test.services.asSystem(
    (tx) => tx`select amount, service_id, payer_name from payments where bill_id = ${bill_id}`,
  )

describe('a payload that does not say which bill it means', () => {
  it('404: another bill than that of the link; nobody is charged', async () => {
    const [linked, other] = [await bill(), await bill()]
    for (const named of [{ id: other.bill_id }, { bill_ids: [linked.bill_id, other.bill_id] }])
      for (const call of ['charge', 'klarna'])
        expect((await post(`${call}/${linked.token}`, { ...byCard, ...byKlarna, ...named })).status).toBe(404)
    expect(await paymentsOf(linked.bill_id)).toHaveLength(0)
    const same = await post(`charge/${linked.token}`, { ...byCard, id: linked.bill_id })
    expect(same.status).toBe(201)
  })

  it('400: bills named in both ways; nobody is charged', async () => {
    const { headers } = await signIn(test.services, 'customer', customer_id)
    const [one, other] = [await bill(), await bill()]
    const refused = await post('charge', { ...byCard, id: one.bill_id, bill_ids: [other.bill_id] }, headers)
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['bill_ids']])
    expect(await paymentsOf(one.bill_id)).toHaveLength(0)
  })

  it('409: the idempotency key of a payment of another bill', async () => {
    const { headers } = await signIn(test.services, 'customer', customer_id)
    const [one, other] = [await bill(), await bill()]
    const keyed = { ...headers, 'idempotency-key': 'form-of-two-bills' }
    const { body } = await post('charge', { ...byCard, id: one.bill_id }, keyed)
    const refused = await post('charge', { ...byCard, id: other.bill_id }, keyed)
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'idempotency_key_reused', payment_id: body.payment_id },
    })
    expect(await paymentsOf(other.bill_id)).toHaveLength(0)
  })
})

describe('the specification’s whole payload', () => {
  it('has sixteen fields', () => expect(Object.keys(empty)).toHaveLength(16))

  it('201: charge, klarna and confirm_payment take it with null in every field they can do without', async () => {
    const [card, later] = [await bill(), await bill()]
    const paid = await post(`charge/${card.token}`, { ...empty, ...byCard })
    expect(paid).toMatchObject({ status: 201, body: { state: 'succeeded', amount: 20_000 } })
    const asked = await post(`klarna/${later.token}`, { ...empty, ...byKlarna })
    expect(asked).toMatchObject({ status: 201, body: { state: 'requires_action', amount: 20_000 } })
    const { payment_id } = asked.body
    const followed = await post(`confirm_payment/${later.token}`, { ...empty, payment_id })
    expect(followed).toMatchObject({ status: 200, body: { payment_id, state: 'requires_action' } })
  })

  it('201: charge, klarna and confirm_payment take it with something in every field', async () => {
    const whole = {
      ...{ type_id: 'card', amount: 20_000, application_fee_amount: 0, description: 'Rata 1' },
      ...{ service_id: 12, email: 'lucia@example.it', name: 'Lucia Rossi', save_payment_method: false },
      ...{ ...byCard, mandate: { accepted: false } },
    }
    const office = await signIn(test.services, 'customer', customer_id)
    const [card, later] = [await bill(), await bill()]
    const paid = await post('charge', { ...empty, ...whole, id: card.bill_id }, office.headers)
    expect(paid).toMatchObject({ status: 201, body: { state: 'succeeded', amount: 20_000 } })
    expect(await paymentsOf(card.bill_id)).toEqual([
      { amount: 20_000, service_id: '12', payer_name: 'Lucia Rossi' },
    ])
    const asked = await post('klarna', { ...empty, ...whole, id: later.bill_id }, office.headers)
    expect(asked).toMatchObject({ status: 201, body: { state: 'requires_action' } })
    const followed = await post(
      'confirm_payment',
      { ...empty, ...whole, id: later.bill_id, payment_id: asked.body.payment_id },
      office.headers,
    )
    expect(followed.status).toBe(200)
  })

  it('201: type_id in either case says how, where payment_method does not', async () => {
    for (const type_id of ['card', 'CARD']) {
      const { token } = await bill()
      const body = { ...empty, type_id, payment_method_id: 'pm_card_visa' }
      expect((await post(`charge/${token}`, body)).body.state).toBe('succeeded')
    }
  })

  it('422: a SEPA debit whose mandate is null, false or not accepted', async () => {
    const { token } = await bill()
    for (const mandate of [null, false, { accepted: false }])
      expect(
        (await post(`charge/${token}`, { ...empty, ...byCard, payment_method: 'sepa_debit', mandate }))
          .status,
      ).toBe(422)
  })

  it('201: without an amount charge and klarna ask for what is due now, else for the next instalment', async () => {
    const due_dates = ['2026-03-31', '2026-09-30', '2099-03-31', '2099-09-30']
    const amounts = [10_000, 5_000, 7_000, 8_000]
    const [card, later] = [
      await makeBill(test.services, customer_id, { amounts, due_dates }),
      await makeBill(test.services, customer_id, { amounts, due_dates }),
    ]
    const charge = () => post(`charge/${card.token}`, { ...empty, ...byCard })
    for (const amount of [15_000, 7_000, 8_000])
      expect(await charge()).toMatchObject({ status: 201, body: { state: 'succeeded', amount } })
    expect((await charge()).status).toBe(409)
    expect((await post(`klarna/${later.token}`, { ...empty, ...byKlarna })).body.amount).toBe(15_000)
  })

  it('201: takes whole instalments, the oldest first, without their ids; 400 for a part of one', async () => {
    const { token } = await makeBill(test.services, customer_id, {
      ...{ amounts: [10_000, 5_000, 7_000], due_dates: ['2026-03-31', '2026-09-30', '2099-03-31'] },
    })
    const charge = (amount: number) => post(`charge/${token}`, { ...empty, ...byCard, amount })
    for (const amount of [1, 9_999, 15_001, 22_001]) {
      const { status, body } = await charge(amount)
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['amount']])
    }
    expect(JSON.stringify((await charge(9_999)).body.fields)).toMatch(/150,00.*220,00/)
    expect((await charge(10_000)).body).toMatchObject({ state: 'succeeded', amount: 10_000 })
    expect((await charge(12_000)).body).toMatchObject({ state: 'succeeded', amount: 12_000 })
  })

  it('201: klarna needs no email where the holder has one; 400 where nobody has', async () => {
    const known = await bill()
    expect((await post(`klarna/${known.token}`, empty)).status).toBe(201)
    const nobody = await bill()
    await test.services.asSystem(
      (tx) => tx`
        update subjects set email = null
        where subject_id = (select subject_id from bills where bill_id = ${nobody.bill_id})`,
    )
    const refused = await post(`klarna/${nobody.token}`, empty)
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['email']])
  })

  it('400 and 409: money that is not what the server knows is refused, never taken', async () => {
    const { token, bill_id } = await bill()
    const tries = [
      [{ amount: 20_001 }, 400],
      [{ amount: 1 }, 400],
      [{ application_fee_amount: 500 }, 409],
      [{ account_destination: 'acct_mine' }, 409],
    ] as const
    for (const [money, status] of tries)
      expect((await post(`charge/${token}`, { ...empty, ...byCard, ...money })).status).toBe(status)
    expect(await paymentsOf(bill_id)).toEqual([])
  })
})

describe('payment_intent_id', () => {
  it('200: confirm_payment follows the payment that the provider calls so', async () => {
    const { token } = await bill()
    const { body } = await post(`klarna/${token}`, { ...empty, ...byKlarna })
    const payment_intent_id = await intentOf(body.payment_id)
    const followed = await post(`confirm_payment/${token}`, { ...empty, payment_intent_id })
    expect(followed).toMatchObject({ status: 200, body: { payment_id: body.payment_id } })
  })

  it('201: charge with the id of a payment that was made answers it and charges nobody again', async () => {
    const { token, bill_id } = await bill([10_000, 10_000])
    await test.services.asSystem(
      (tx) => tx`update accounts set minimum_payment = 100 where customer_id = ${customer_id}`,
    )
    const first = await post(`charge/${token}`, { ...empty, ...byCard, amount: 10_000 })
    const names = [
      { payment_intent_id: await intentOf(first.body.payment_id) },
      { payment_id: first.body.payment_id },
    ]
    for (const name of names) {
      const again = await post(`charge/${token}`, { ...empty, ...byCard, ...name })
      expect(again).toMatchObject({ status: 201, body: { payment_id: first.body.payment_id } })
    }
    expect(await paymentsOf(bill_id)).toHaveLength(1)
  })

  it('201: after one that failed a new attempt is made', async () => {
    const { token, bill_id } = await bill()
    const declined = { ...byCard, payment_method_id: 'pm_card_chargeDeclined' }
    const { body } = await post(`charge/${token}`, { ...empty, ...declined })
    const { payment_id } = body
    expect((await post(`charge/${token}`, { ...empty, ...byCard, payment_id })).body.state).toBe('succeeded')
    expect(await paymentsOf(bill_id)).toHaveLength(2)
  })

  it('404: another bill’s payment, an unknown one, or two ids that do not agree; 400: none', async () => {
    const [mine, other] = [await bill(), await bill()]
    const paid = await post(`charge/${other.token}`, { ...empty, ...byCard })
    const foreign = { payment_intent_id: await intentOf(paid.body.payment_id) }
    for (const names of [
      foreign,
      { payment_id: paid.body.payment_id },
      { payment_intent_id: 'pi_unknown' },
    ]) {
      expect((await post(`confirm_payment/${mine.token}`, { ...empty, ...names })).status).toBe(404)
      expect((await post(`charge/${mine.token}`, { ...empty, ...byCard, ...names })).status).toBe(404)
    }
    const both = { ...foreign, payment_id: 1 }
    expect((await post(`confirm_payment/${other.token}`, { ...empty, ...both })).status).toBe(404)
    expect(await post(`confirm_payment/${mine.token}`, empty)).toMatchObject({
      status: 400,
      body: { fields: { payment_id: 'Di’ quale pagamento vuoi seguire.' } },
    })
  })
})
