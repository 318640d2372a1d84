import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeAccount, makeBill, makeCustomer } from '../../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../../testing/sandbox.ts'

let sandbox: TestSandbox
let test: TestApp
let customer_id: number
let destination: string

beforeAll(async () => {
  sandbox = await startSandbox()
  test = await startApp({ provider: sandbox.url })
  customer_id = await makeCustomer(test.services)
  destination = await connectedAccount()
  await test.services.asSystem(
    (tx) => tx`
      insert into provider_accounts (customer_id, provider_account, account_destination, state, fee_bps, fee_fixed)
      values (${customer_id}, 'stripe', ${destination}, 'active', 150, 25)`,
  )
})
afterAll(async () => {
  await test.close()
  await sandbox.stop()
})

async function connectedAccount(): Promise<string> {
  const { id } = await sandbox.stripe.accounts.create({
    country: 'IT',
    capabilities: { transfers: { requested: true } },
  })
  await fetch(`${sandbox.url}/_sandbox/accounts/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: id }),
  })
  return id
}
const pay = async (token: string, body: object = {}) => {
  const reply = await test.call({
    method: 'POST',
    url: `/v1/stripe/charge/${token}`,
    payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa', ...body },
  })
  return {
    status: reply.status,
    body: reply.body as { state: string; error: string; error_description: string },
  }
}
/** The provider's own record of a bill's payment. */
const intentOf = async (bill_id: number) => {
  for await (const intent of sandbox.stripe.paymentIntents.list({ limit: 100 }))
    if (intent.metadata.bill_id === String(bill_id)) return intent
  return null
}

describe('201: the money', () => {
  it('goes to the administrator’s account, less the platform’s fee', async () => {
    const bill = await makeBill(test.services, customer_id, { amounts: [41_250] })
    expect((await pay(bill.token)).body.state).toBe('succeeded')
    expect(await intentOf(bill.bill_id)).toMatchObject({
      transfer_data: { destination },
      application_fee_amount: 644,
    })
  })
  it('goes completely to the condominium’s own account, if it has one', async () => {
    const account_id = await makeAccount(test.services, customer_id)
    const own = await connectedAccount()
    await test.services.asSystem(
      (tx) => tx`update accounts set account_destination = ${own} where account_id = ${account_id}`,
    )
    const bill = await makeBill(test.services, customer_id, { account_id })
    expect((await pay(bill.token)).body.state).toBe('succeeded')
    expect(await intentOf(bill.bill_id)).toMatchObject({
      transfer_data: { destination: own },
      application_fee_amount: null,
    })
  })
  it('stays with the platform while no account can be paid', async () => {
    const other = await makeCustomer(test.services)
    const bill = await makeBill(test.services, other)
    expect((await pay(bill.token)).body.state).toBe('succeeded')
    expect(await intentOf(bill.bill_id)).toMatchObject({ transfer_data: null, application_fee_amount: null })
  })
  it('accepts a destination in the request if it is the usual one', async () => {
    const bill = await makeBill(test.services, customer_id, { amounts: [41_250] })
    const said = { account_destination: destination, application_fee_amount: 644 }
    expect((await pay(bill.token, said)).body.state).toBe('succeeded')
  })
})

describe('409: a request with another destination; nothing is recorded', () => {
  it.each([
    [{ account_destination: 'acct_evil' }, 'other_destination'],
    [{ application_fee_amount: 0 }, 'other_fee'],
    [{ application_fee_amount: 41_000 }, 'other_fee'],
    [{ application_fee_amount: -1 }, 'other_fee'],
  ])('%j', async (said, error) => {
    const bill = await makeBill(test.services, customer_id, { amounts: [41_250] })
    const refused = await pay(bill.token, said)
    expect({ status: refused.status, error: refused.body.error }).toEqual({ status: 409, error })
    expect(refused.body.error_description).toMatch(/[.]$/)
    expect(await intentOf(bill.bill_id)).toBeNull()
    const [payments] = await test.services.asSystem(
      (tx) => tx`select count(*)::int as count from payments where bill_id = ${bill.bill_id}`,
    )
    expect(payments?.count).toBe(0)
  })
})
