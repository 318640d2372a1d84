import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeAccount, makeBill, makeSubject, signIn } from '../../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../../testing/sandbox.ts'

let sandbox: TestSandbox
let test: TestApp
beforeAll(async () => {
  sandbox = await startSandbox()
  test = await startApp({ provider: sandbox.url })
})
afterAll(async () => {
  await test.close()
  await sandbox.stop()
})

type Body = {
  payment_id: number
  error: string
  fields: Record<string, string>
  why_confirm_under_way: string | null
  held: { because: string }[]
}

/** A person with a bill of two instalments, the first of which is being debited, and a bill without payments. */
async function office() {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const account_id = await makeAccount(test.services, customer_id)
  const subject_id = await makeSubject(test.services, customer_id)
  const of = { account_id, subject_id }
  const bill = await makeBill(test.services, customer_id, {
    ...{ ...of, amounts: [10_000, 5_000], due_dates: ['2026-09-30', '2027-03-31'] },
  })
  const other = await makeBill(test.services, customer_id, {
    ...{ ...of, amounts: [7_000], due_dates: ['2027-06-30'] },
  })
  const [first, second] = (
    await test.services.asSystem(
      (tx) =>
        tx`select instalment_id from bill_instalments where bill_id = ${bill.bill_id} order by position`,
    )
  ).map(({ instalment_id }) => instalment_id as number)
  const iban = await sandbox.stripe.paymentMethods.create({
    type: 'sepa_debit',
    sepa_debit: { iban: 'IT56B9999999999000000000001' },
    billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
  })
  const debit = await test.call({
    ...{ method: 'POST', url: `/v1/stripe/charge/${bill.token}` },
    payload: {
      ...{ payment_method: 'SEPA_DEBIT', payment_method_id: iban.id, mandate: { accepted: true } },
      ...{ email: 'lucia@example.it', instalment_ids: [first] },
    },
  })
  expect(debit.status).toBe(201)
  const call = async (url: string, payload: object) => {
    const reply = await test.call({ method: 'POST', url: `/v1/payments${url}`, headers, payload })
    return { status: reply.status, body: reply.body as unknown as Body }
  }
  return { of, bill, other, first, second, call }
}

const cash = { method: 'CASH', received_on: '2026-10-02', confirm_day: true }
const refusal = { status: 409, body: { error: 'payment_under_way' } }

describe('money by hand while a payment of the same bill is under way', () => {
  it('409 until it is confirmed to be other money: for a person, a bill, chosen instalments and many bills', async () => {
    const { of, bill, other, first, second, call } = await office()
    const person = { ...of, ...cash, amount: 3_000 }
    const refused = await call('', person)
    expect(refused).toMatchObject(refusal)
    expect(refused.body.fields.confirm_under_way).toContain(`La bolletta ${bill.number} è già in addebito`)
    const preview = await call('/preview', { ...of, amount: 3_000 })
    expect(preview.body.why_confirm_under_way).toBe(refused.body.fields.confirm_under_way)

    expect(await call('', { ...person, bill_ids: [bill.bill_id] })).toMatchObject(refusal)
    const many = { ...cash, bill_ids: [other.bill_id, bill.bill_id], amounts: [1_000, 1_000] }
    expect(await call('/of-bills', many)).toMatchObject(refusal)
    expect(
      (await call('/of-bills/preview', { bill_ids: many.bill_ids })).body.why_confirm_under_way,
    ).toContain(bill.number)
    // The debited instalment itself has nothing left that could be settled.
    const chosen = { ...person, instalment_ids: [first], amounts: [3_000] }
    expect((await call('', chosen)).body.error).toBe('more_than_due')

    // Money for no instalment becomes credit: it may be what is under way.
    const nothing = { ...person, instalment_ids: [], amounts: [], credit_surplus: true }
    expect(await call('', nothing)).toMatchObject(refusal)

    // Another bill, or another instalment that the office chose itself, is not in doubt.
    expect((await call('', { ...person, bill_ids: [other.bill_id] })).status).toBe(201)
    expect(
      (await call('', { ...person, amount: 100, instalment_ids: [second], amounts: [100] })).status,
    ).toBe(201)
    expect((await call('', { ...person, amount: 200, confirm_under_way: true })).status).toBe(201)
    expect((await call('/of-bills', { ...many, confirm_under_way: true })).status).toBe(201)
  })

  it('says both what is under way and what a dispute holds of one bill', async () => {
    const { of, bill, call } = await office()
    await test.services.asSystem((tx) => tx`update bills set disputed = true where bill_id = ${bill.bill_id}`)
    const { held, why_confirm_under_way } = (await call('/preview', { ...of, amount: 3_000 })).body
    expect(held.map(({ because }) => because)).toEqual(['disputed', 'pending'])
    expect(why_confirm_under_way).toContain(bill.number)
  })

  it('409: the collection in the place of a reversed one', async () => {
    const { of, other, call } = await office()
    const { body } = await call('', { ...of, ...cash, amount: 3_000, bill_ids: [other.bill_id] })
    const order = { reason: 'other_amount', amount: 2_000 }
    expect(await call(`/${body.payment_id}/reversal`, order)).toMatchObject(refusal)
    expect((await call(`/${body.payment_id}/reversal`, { ...order, confirm_under_way: true })).status).toBe(
      201,
    )
  })
})

describe('400: a request that contradicts itself', () => {
  it.each([
    ['bills and instalments', { bill_ids: [1], instalment_ids: [1], amounts: [1] }, 'bill_ids'],
    ['amounts of nothing', { amounts: [1] }, 'amounts'],
    ['fewer amounts than instalments', { instalment_ids: [1, 2], amounts: [1] }, 'amounts'],
    ['an instalment twice', { instalment_ids: [1, 1], amounts: [1, 1] }, 'instalment_ids'],
    ['a bill twice', { bill_ids: [1, 1] }, 'bill_ids'],
  ])('%s', async (_what, purpose, field) => {
    const { of, call } = await office()
    const { status, body } = await call('', { ...of, ...cash, amount: 100, ...purpose })
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  it('more distributed than came, and purposes of a reversal that registers nothing', async () => {
    const { of, other, second, call } = await office()
    const person = { ...of, ...cash, amount: 100 }
    const more = await call('', { ...person, instalment_ids: [second], amounts: [101] })
    expect([more.status, Object.keys(more.body.fields)]).toEqual([400, ['amounts']])
    const { body } = await call('', { ...person, bill_ids: [other.bill_id] })
    const mistake = { reason: 'by_mistake', bill_ids: [other.bill_id] }
    const reversed = await call(`/${body.payment_id}/reversal`, mistake)
    expect([reversed.status, Object.keys(reversed.body.fields)]).toEqual([400, ['bill_ids']])
  })

  it('an online amount that is not the sum of the named instalments', async () => {
    const { other } = await office()
    const [instalment] = await test.services.asSystem(
      (tx) => tx`select instalment_id from bill_instalments where bill_id = ${other.bill_id}`,
    )
    const pay = async (order: object) => {
      const { status, body } = await test.call({
        ...{ method: 'POST', url: `/v1/stripe/charge/${other.token}` },
        payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa', ...order },
      })
      return [status, Object.keys((body as unknown as Body).fields ?? {})]
    }
    const instalment_ids = [instalment?.instalment_id]
    expect(await pay({ instalment_ids, amount: 6_000 })).toEqual([400, ['amount']])
    expect(await pay({ instalment_ids: [...instalment_ids, ...instalment_ids] })).toEqual([
      400,
      ['instalment_ids'],
    ])
    expect(await pay({ instalment_ids, amount: 7_000 })).toEqual([201, []])
  })
})
