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

async function charged(payment_method_id: string) {
  const { token } = await makeBill(test.services, customer_id)
  const { body } = await test.call({
    method: 'POST',
    url: `/v1/stripe/charge/${token}`,
    payload: { payment_method: 'CARD', payment_method_id },
  })
  return { token, payment_id: (body as { payment_id: number }).payment_id }
}
const ask = (token: string, payment_id: number | string) =>
  test.app.inject({ url: `/v1/mybill/${token}/receipt/${payment_id}` })

describe('GET /v1/mybill/{token}/receipt/{payment_id}', () => {
  it('200: the receipt of a payment of this bill', async () => {
    const { token, payment_id } = await charged('pm_card_visa')
    const reply = await ask(token, payment_id)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('application/pdf')
    expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('404: a payment of another bill of the same administrator, an unknown payment, or no valid link', async () => {
    const mine = await charged('pm_card_visa')
    const others = await charged('pm_card_visa')
    expect((await ask(mine.token, others.payment_id)).statusCode).toBe(404)
    expect((await ask(mine.token, 987_654_321)).statusCode).toBe(404)
    expect((await ask('x'.repeat(32), mine.payment_id)).statusCode).toBe(404)
  })

  it('409: a payment that did not succeed', async () => {
    const { token, payment_id } = await charged('pm_card_chargeDeclined')
    expect((await ask(token, payment_id)).statusCode).toBe(409)
  })

  it.each(['0', '-1', 'abc', '1e99'])('400: %s is not a payment id', async (id) => {
    const { token } = await makeBill(test.services, customer_id)
    expect((await ask(token, id)).statusCode).toBe(400)
  })
})
