import type { CheckoutResult } from '@saldo/contract/bills/mybill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeBill, makeCustomer } from '../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../testing/sandbox.ts'

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

type Progress = { state: string; result_token: string; next_action: { redirect_url: string } | null }
const pay = async (token: string, payment_method_id: string, more: object = {}) => {
  const { body } = await test.call({
    ...{ method: 'POST', url: `/v1/stripe/charge/${token}` },
    payload: { payment_method: 'CARD', payment_method_id, ...more },
  })
  return body as Progress
}
const resultOf = async ({ result_token }: Progress) =>
  (await test.call({ url: `/v1/checkout-result/${result_token}` })).body as CheckoutResult
/** The payer's answer at their bank. */
const approve = ({ next_action }: Progress) =>
  fetch(next_action?.redirect_url as string, {
    ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ decision: 'approve' }) },
  })

describe('a payment that waits for the bank while another tab pays', () => {
  it('is cancelled, takes nothing when it is approved, and says that the bill is paid', async () => {
    const bill = await makeBill(test.services, customer_id)
    const first = await pay(bill.token, 'pm_card_threeDSecure2Required')
    expect(await resultOf(first)).toMatchObject({ state: 'requires_action', paid_otherwise: null })
    const second = await pay(bill.token, 'pm_card_visa')
    expect(second.state).toBe('succeeded')
    expect((await approve(first)).headers.get('location')).toContain('/checkout-result/')
    expect(await resultOf(first)).toMatchObject({ state: 'cancelled', paid_otherwise: 'paid', residue: 0 })
    const { data } = await sandbox.stripe.paymentIntents.list({ limit: 100 })
    const taken = data.filter(({ metadata }) => metadata.bill_id === String(bill.bill_id))
    expect(taken.reduce((sum, { amount_received }) => sum + amount_received, 0)).toBe(bill.amount)
    expect(await resultOf(second)).toMatchObject({ state: 'succeeded', paid_otherwise: null })
  })

  it('says that another is under way while that one waits, and nothing of one that failed', async () => {
    const bill = await makeBill(test.services, customer_id)
    const first = await pay(bill.token, 'pm_card_threeDSecure2Required')
    const second = await pay(bill.token, 'pm_card_threeDSecure2Required')
    expect(await resultOf(first)).toMatchObject({ state: 'cancelled', paid_otherwise: 'under_way' })
    const third = await pay(bill.token, 'pm_card_chargeDeclined')
    expect(third.state).toBe('failed')
    for (const each of [first, second])
      expect(await resultOf(each)).toMatchObject({ state: 'cancelled', paid_otherwise: null })
  })

  it('says nothing of a payment of other instalments', async () => {
    const bill = await makeBill(test.services, customer_id, {
      amounts: [10_000, 20_000],
      due_dates: ['2027-01-10', '2027-06-10'],
    })
    const first = await pay(bill.token, 'pm_card_threeDSecure2Required', { amount: 30_000 })
    expect((await pay(bill.token, 'pm_card_visa', { amount: 10_000 })).state).toBe('succeeded')
    expect(await resultOf(first)).toMatchObject({ state: 'cancelled', paid_otherwise: null, residue: 20_000 })
  })
})
