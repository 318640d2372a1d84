import { attemptTransitions } from '@saldo/domain/payments/payment'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeBill, makeCustomer } from '../../../testing/people.ts'
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

async function paidBill() {
  const bill = await makeBill(test.services, await makeCustomer(test.services))
  const payload = { payment_method: 'CARD', payment_method_id: 'pm_card_visa' }
  const { body } = await test.call({ method: 'POST', url: `/v1/stripe/charge/${bill.token}`, payload })
  expect(body).toMatchObject({ state: 'succeeded' })
  return bill
}

describe('the table of transitions', () => {
  it('is the same in the database and in the domain', async () => {
    const rows = await test.services.asSystem(
      (tx) => tx`select from_state, to_state from attempt_transitions`,
    )
    const wanted = Object.entries(attemptTransitions).flatMap(([from, tos]) =>
      tos.map((to) => `${from} ${to}`),
    )
    expect(rows.map((row) => `${row.from_state} ${row.to_state}`).sort()).toEqual(wanted.sort())
  })

  it('never moves an ended attempt back', async () => {
    const bill = await paidBill()
    await expect(
      test.services.asSystem(
        (tx) => tx`update payment_attempts set state = 'failed' where bill_id = ${bill.bill_id}`,
      ),
    ).rejects.toMatchObject({ constraint_name: 'attempt_moves_forward' })
  })

  it('prevents changes of the ledger by any role', async () => {
    const bill = await paidBill()
    await expect(
      test.services.asSystem(
        (tx) => tx`update ledger_entries set description = 'x' where bill_id = ${bill.bill_id}`,
      ),
    ).rejects.toMatchObject({ code: '42501' })
  })
})
