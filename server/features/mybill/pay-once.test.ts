import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payOnceUrl } from '../../links/pay-once-link.ts'
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

describe('a link that pays once', () => {
  it('its result does not hand out the link that lasts, also if the payment was refused', async () => {
    const bill = await makeBill(test.services, customer_id)
    const url = await test.services.asSystem((tx) =>
      payOnceUrl(test.services, tx, { customer_id, bill_id: bill.bill_id }),
    )
    const once = url.split('/').at(-1)
    const charge = async (payment_method_id: string) => {
      const { body } = await test.call({
        ...{ method: 'POST' as const, url: `/v1/stripe/charge/${once}` },
        payload: { payment_method: 'CARD', payment_method_id },
      })
      return body as { state: string; result_token: string }
    }
    const resultOf = async (token: string) => (await test.call({ url: `/v1/checkout-result/${token}` })).body
    const refused = await charge('pm_card_chargeDeclined')
    expect(refused.state).toBe('failed')
    expect(await resultOf(refused.result_token)).toMatchObject({ bill_token: null })
    const paid = await charge('pm_card_visa')
    expect(await resultOf(paid.result_token)).toMatchObject({ state: 'succeeded', bill_token: null })
    expect(await resultOf(refused.result_token)).toMatchObject({ bill_token: null })
    const { body } = await test.call({ url: `/v1/mybill/${once}` })
    expect(body).toMatchObject({ last_payment: { state: 'succeeded' } })
  })

  it('shows no payment of another link', async () => {
    const bill = await makeBill(test.services, customer_id)
    const url = await test.services.asSystem((tx) =>
      payOnceUrl(test.services, tx, { customer_id, bill_id: bill.bill_id }),
    )
    await test.call({
      ...{ method: 'POST' as const, url: `/v1/stripe/charge/${bill.token}` },
      payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa' },
    })
    const { body } = await test.call({ url: `/v1/mybill/${url.split('/').at(-1)}` })
    expect(body).toMatchObject({ state: 'paid', last_payment: null })
  })
})
