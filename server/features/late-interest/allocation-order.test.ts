import type { AllocationOrder, LateInterest } from '@saldo/contract/bills/late-interest'
import type { Allocation } from '@saldo/contract/payments/allocations'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeBill, signIn, signInSubUser } from '../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

type Headers = Record<string, string>
const call = async <B>(method: 'GET' | 'POST' | 'PUT', url: string, headers: Headers, payload?: object) => {
  const reply = await test.call({ method, url, headers, ...(payload ? { payload } : {}) })
  return { status: reply.status, body: reply.body as B & { error: string } }
}
type Preview = { rule: string; surplus: number; parts: { bill_id: number; amount: number }[] }

/** A bill of two overdue instalments, and the bill of its interest. */
async function withInterest() {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const bill = await makeBill(test.services, customer_id, {
    amounts: [100_000, 50_000],
    due_dates: [addDays(today(), -400), addDays(today(), -300)],
  })
  const { account_id, subject_id, bill_id } = bill
  await call('POST', '/v1/late-interest/rule', headers, { account_id, kind: 'agreed', agreed_bps: 1000 })
  const { body } = await call<LateInterest>('POST', `/v1/late-interest/charge/${bill_id}`, headers)
  const interest = body.charges[0] as LateInterest['charges'][number]
  const order = (interest_first: boolean, as = headers) =>
    call<AllocationOrder>('PUT', '/v1/late-interest/order', as, { interest_first })
  const preview = async (amount: number, bill_ids?: number[]) =>
    (
      await call<Preview>('POST', '/v1/payments/preview', headers, {
        ...{ account_id, subject_id, amount },
        ...(bill_ids ? { bill_ids } : {}),
      })
    ).body
  return { headers, customer_id, bill, interest, order, preview }
}

describe('the order of allocation', () => {
  it('200: is principal first until the office changes it, and the change is in the audit log', async () => {
    const { headers, order } = await withInterest()
    const get = () => call<AllocationOrder>('GET', '/v1/late-interest/order', headers)
    expect((await get()).body).toEqual({ interest_first: false })
    expect(await order(true)).toMatchObject({ status: 200, body: { interest_first: true } })
    expect((await get()).body).toEqual({ interest_first: true })
    const { body } = await call<{ items: object[] }>('GET', '/v1/audit?noun=customers', headers)
    expect(body.items[0]).toMatchObject({
      before: { interest_first: false },
      after: { interest_first: true },
    })
  })

  it('pays interest first, then the oldest principal, if money has no stated purpose, and says so', async () => {
    const { headers, bill, interest, order, preview } = await withInterest()
    expect(await preview(120_000)).toMatchObject({
      rule: 'oldest',
      parts: [
        { bill_id: bill.bill_id, amount: 100_000 },
        { bill_id: bill.bill_id, amount: 20_000 },
      ],
    })
    await order(true)
    const planned = await preview(120_000)
    expect(planned).toMatchObject({
      rule: 'interest_first',
      surplus: 0,
      parts: [
        { bill_id: interest.bill_id, amount: interest.amount },
        { bill_id: bill.bill_id, amount: 100_000 },
        { bill_id: bill.bill_id, amount: 20_000 - interest.amount },
      ],
    })
    const { account_id, subject_id } = bill
    const { status, body } = await call<{ payment_id: number }>('POST', '/v1/payments', headers, {
      ...{ account_id, subject_id, amount: 120_000, received_on: today(), credit_surplus: true },
    })
    expect(status).toBe(201)
    const payment = await call<{ allocations: Allocation[] }>(
      'GET',
      `/v1/payments/${body.payment_id}`,
      headers,
    )
    expect(payment.body.allocations[0]).toMatchObject({ rule: 'interest_first', credit: 0 })
    // All interest is paid, so the rest goes by due date, and the reply says so.
    expect((await preview(1_000)).rule).toBe('oldest')
  })

  it('does not change what the payer named', async () => {
    const { bill, order, preview } = await withInterest()
    await order(true)
    expect(await preview(60_000, [bill.bill_id])).toMatchObject({
      rule: 'named',
      parts: [{ bill_id: bill.bill_id, amount: 60_000 }],
    })
  })

  it('403: a user who may not change the office, or who sees only some of its condominiums', async () => {
    const { customer_id, order, bill } = await withInterest()
    const bills = await signInSubUser(test.services, customer_id, { permissions: ['bills:write'] })
    expect((await order(true, bills.headers)).status).toBe(403)
    expect((await call('GET', '/v1/late-interest/order', bills.headers)).status).toBe(200)
    const some = await signInSubUser(test.services, customer_id, {
      permissions: ['office:write'],
      accounts: [bill.account_id],
    })
    expect((await order(true, some.headers)).status).toBe(403)
    const office = await signInSubUser(test.services, customer_id, { permissions: ['office:write'] })
    expect((await order(true, office.headers)).body).toEqual({ interest_first: true })
  })

  it('422: a super user who impersonates no customer', async () => {
    const { headers } = await signIn(test.services, 'super_user')
    expect((await call('GET', '/v1/late-interest/order', headers)).status).toBe(422)
  })
})
