import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeBill, makeCustomer } from '../../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../../testing/sandbox.ts'

let sandbox: TestSandbox
let app: TestApp
beforeAll(async () => {
  sandbox = await startSandbox()
  app = await startApp({ provider: sandbox.url })
})
afterAll(async () => {
  await app.close()
  await sandbox.stop()
})

const send = async (method: 'GET' | 'POST', path: string, payload?: object) =>
  (await app.call({ method, url: `/v1/${path}`, ...(payload ? { payload } : {}) })) as {
    status: number
    body: { payment_id: number; result_token: string; state: string }
  }

it('a payment that began before is confirmed, and its result is shown; none begins', async () => {
  const customer_id = await makeCustomer(app.services)
  const { token } = await makeBill(app.services, customer_id)
  const { token: other } = await makeBill(app.services, customer_id)
  const card = { payment_method: 'CARD', payment_method_id: 'pm_card_authenticationRequired' }
  const begun = await send('POST', `stripe/charge/${token}`, card)
  expect(begun).toMatchObject({ status: 201, body: { state: 'requires_action' } })
  const { payment_id, result_token } = begun.body
  await app.services.asSystem(
    (tx) => tx`
      insert into maintenances (audience, reason, until, opened_by_name)
      values ('everybody', 'Prova', now() + interval '1 hour', 'X')`,
  )
  expect((await send('POST', `stripe/charge/${other}`, card)).status).toBe(503)
  expect((await send('GET', `mybill/${other}`)).status).toBe(503)
  expect(await send('POST', `stripe/confirm_payment/${token}`, { payment_id })).toMatchObject({
    status: 200,
    body: { payment_id },
  })
  expect((await send('GET', `checkout-result/${result_token}`)).status).toBe(200)
})
