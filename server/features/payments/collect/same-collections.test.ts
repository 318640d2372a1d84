import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeAccount, makeBill, makeSubject, signIn } from '../../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

type Reply = {
  payment_id: number
  surplus: number
  error: string
  error_description: string
  fields: Record<string, string>
  same: { payment_id: number; received_on: string }[]
}

async function office() {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const account_id = await makeAccount(test.services, customer_id)
  const subject_id = await makeSubject(test.services, customer_id)
  await makeBill(test.services, customer_id, { account_id, subject_id, amounts: [10_000] })
  const ask = async (url: string, of: object, key?: string) => {
    const { status, body } = await test.call({
      ...{ method: 'POST', url, headers: { ...headers, ...(key ? { 'idempotency-key': key } : {}) } },
      payload: {
        account_id,
        subject_id,
        amount: 10_000,
        received_on: '2026-10-02',
        credit_surplus: true,
        ...of,
      },
    })
    return { status, body: body as Reply }
  }
  const register = (of: object = {}, key?: string) => ask('/v1/payments', of, key)
  const preview = async (of: object = {}) => (await ask('/v1/payments/preview', of)).body.same
  const count = () =>
    test.services.asSystem(async (tx) => {
      const [row] = await tx`select count(*)::int as n from payments where subject_id = ${subject_id}`
      return row?.n as number
    })
  return { customer_id, account_id, subject_id, ask, register, preview, count }
}

/** The fields that each request of these tests sends; a reversal accepts none of them. */
const only = (of: object) => ({
  ...{ account_id: undefined, subject_id: undefined, amount: undefined, received_on: undefined },
  ...{ credit_surplus: undefined, ...of },
})

describe('a collection that looks like a registered one', () => {
  it('200: the preview names the similar transfer', async () => {
    const { register, preview } = await office()
    expect(await preview()).toEqual([])
    const { body } = await register()
    const same = {
      payment_id: body.payment_id,
      method: 'BANK_TRANSFER',
      amount: 10_000,
      received_on: '2026-10-02',
      reference: null,
    }
    expect(await preview()).toEqual([same])
    expect(await preview({ received_on: '2026-10-06' })).toEqual([same])
    expect(await preview({ received_on: '2026-10-20' })).toEqual([])
    expect(await preview({ amount: 9_999 })).toEqual([])
  })

  it('201: the same form confirmed after a lost answer is the same collection', async () => {
    const { register, count } = await office()
    const first = await register({}, 'form_lost_answer')
    const confirmed = { confirm_duplicate: true, confirm_day: true, confirm_under_way: true }
    const again = await register(confirmed, 'form_lost_answer')
    expect(again).toMatchObject({ status: 201, body: { payment_id: first.body.payment_id } })
    expect(await count()).toBe(1)
  })

  it('409: a form whose collection was reversed meanwhile is told so, and registers nothing', async () => {
    const { register, ask, count } = await office()
    const first = await register({}, 'form_reversed_1')
    const { payment_id } = first.body
    expect((await ask(`/v1/payments/${payment_id}/reversal`, only({ reason: 'by_mistake' }))).status).toBe(
      201,
    )
    const again = await register({}, 'form_reversed_1')
    expect(again).toMatchObject({ status: 409, body: { error: 'idempotency_key_reused', payment_id } })
    expect(again.body.error_description).toContain('che poi è stato stornato')
    expect(await count()).toBe(1)
  })

  it('409: until it is confirmed to be another one', async () => {
    const { register, count } = await office()
    const first = await register({ reference: 'CRO 12345678901' })
    const refused = await register()
    expect(refused).toMatchObject({ status: 409, body: { error: 'looks_like_duplicate' } })
    expect(refused.body.fields.confirm_duplicate).toContain(`PG-${first.body.payment_id} del 02/10/2026`)
    const sameReference = { reference: 'cro 123 456 789 01', received_on: '2026-08-01' }
    expect((await register(sameReference)).status).toBe(409)
    expect(await count()).toBe(1)
    expect((await register({ confirm_duplicate: true })).status).toBe(201)
    const third = await register()
    expect(third.body.error_description).toContain('e altri 1')
    expect(await count()).toBe(2)
  })

  it('409: all but one of three that arrive in parallel', async () => {
    const { register, count } = await office()
    const replies = await Promise.all([register(), register(), register()])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await count()).toBe(1)
  })

  it('400: a day in the future, or more than ten years ago', async () => {
    const { register, count } = await office()
    for (const [received_on, why] of [
      ['2199-12-31', 'futuro'],
      ['1900-01-01', 'dieci anni'],
    ] as const) {
      const { status, body } = await register({ received_on })
      expect(status).toBe(400)
      expect(body.fields.received_on).toContain(why)
    }
    expect(await count()).toBe(0)
  })

  it('201: the same form again returns the same transfer, and another person’s transfer is accepted', async () => {
    const { customer_id, account_id, register, count } = await office()
    const first = await register({}, 'form_transfer_1')
    expect(await register({}, 'form_transfer_1')).toEqual(first)
    expect(await count()).toBe(1)
    const subject_id = await makeSubject(test.services, customer_id)
    await makeBill(test.services, customer_id, { account_id, subject_id })
    expect((await register({ subject_id })).status).toBe(201)
  })
})
