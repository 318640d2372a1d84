import { expect, it } from 'vitest'
import { withApp } from '../../testing/app.ts'
import { makeBill, makeCustomer } from '../../testing/people.ts'
import { startSandbox } from '../../testing/sandbox.ts'
import { applyDispute } from '../disputes/apply-dispute.ts'
import { settleAttempt } from './attempt/settle-attempt.ts'

it('a disputed bill stays disputed while another payment of it arrives', async () => {
  const sandbox = await startSandbox()
  const test = await withApp({ provider: sandbox.url })
  const { services } = test
  const bill = await makeBill(services, await makeCustomer(services), { amounts: [10_000, 20_000] })
  const instalments = await services.asSystem(
    (tx) => tx`select instalment_id from bill_instalments where bill_id = ${bill.bill_id} order by position`,
  )
  const pay = async (instalment: number, body: object) => {
    const { status } = await test.call({
      method: 'POST',
      url: `/v1/stripe/charge/${bill.token}`,
      payload: { instalment_ids: [instalments[instalment]?.instalment_id], ...body },
    })
    expect(status).toBe(201)
    const [attempt] = await services.asSystem(
      (tx) => tx`select max(attempt_id) as attempt_id from payment_attempts where bill_id = ${bill.bill_id}`,
    )
    return attempt?.attempt_id as number
  }
  const card = await pay(0, { payment_method: 'CARD', payment_method_id: 'pm_card_visa' })
  const { id } = await sandbox.stripe.paymentMethods.create({
    type: 'sepa_debit',
    sepa_debit: { iban: 'IT56B9999999999000000000001' },
    billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
  })
  const debit = await pay(1, {
    payment_method: 'SEPA_DEBIT',
    payment_method_id: id,
    email: 'lucia@example.it',
    mandate: { accepted: true },
  })
  const charges = await sandbox.stripe.charges.list()
  const paid = charges.data.find(({ status }) => status === 'succeeded')
  const disputed = await fetch(`${sandbox.url}/_sandbox/disputes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ charge: paid?.id }),
  })
  await applyDispute(services, card, (await disputed.json()) as never)
  await sandbox.advance(100)
  await settleAttempt(services, debit)
  const [now] = await services.asSystem(
    (tx) => tx`select phase, settled from bills where bill_id = ${bill.bill_id}`,
  )
  expect(now).toMatchObject({ phase: 'disputed', settled: 30_000 })
  await sandbox.stop()
})
