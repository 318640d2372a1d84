import { today } from '@saldo/domain/dates'
import { expect, it } from 'vitest'
import { deliverEvents } from '../../testing/deliver-events.ts'
import { refundFixtures } from '../../testing/features/refund-fixtures.ts'
import { makeBill } from '../../testing/people.ts'

type Sums = Record<'count' | 'gross' | 'given_back' | 'taken_back' | 'fees' | 'net' | 'credit', number>

it('the sums of transactions equal the changes of the provider’s balance and of the bank account', async () => {
  const fixtures = await refundFixtures()
  const { test, sandbox, customer_id, headers, refund, paidByCard, chargeOf, detail } = fixtures
  try {
    const send = async (url: string, payload: object) => {
      const reply = await test.call({ method: 'POST', url, headers, payload })
      expect([200, 201]).toContain(reply.status)
      return reply.body as { payment_id: number; amount: number }
    }
    const sums = async (query = '') =>
      (await test.call({ url: `/v1/payments/summary?${query}`, headers })).body as Sums
    const debit = async () => {
      const { id } = await sandbox.stripe.paymentMethods.create({
        type: 'sepa_debit',
        sepa_debit: { iban: 'IT56B9999999999000000000001' },
        billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
      })
      const bill = await makeBill(test.services, customer_id, { amounts: [9_873] })
      const order = { payment_method: 'SEPA_DEBIT', payment_method_id: id, email: 'lucia@example.it' }
      const paid = await send(`/v1/stripe/charge/${bill.token}`, { ...order, mandate: { accepted: true } })
      await sandbox.advance(100)
      await deliverEvents(test, sandbox)
      return paid.payment_id
    }

    const partly = await paidByCard()
    expect((await refund(partly.payment_id, { amount: 12_345 })).status).toBe(201)
    const won = await paidByCard()
    const lost = await paidByCard()
    const open = await paidByCard()
    for (const { payment_id } of [won, lost, open]) await sandbox.dispute(await chargeOf(payment_id))
    await deliverEvents(test, sandbox)
    for (const [{ payment_id }, outcome] of [[won, 'won'] as const, [lost, 'lost'] as const]) {
      const { disputes } = (await detail(payment_id)) as unknown as {
        disputes: { provider_object: string }[]
      }
      await sandbox.decide(disputes[0]?.provider_object as string, outcome)
    }
    await sandbox.dispute(await chargeOf(await debit()))
    await deliverEvents(test, sandbox)

    // A transfer of 300.00 for a bill of 100.00. From the credit, 150.00 pay another bill and 20.00 are given back by
    // hand.
    const { account_id, subject_id } = await makeBill(test.services, customer_id, { amounts: [10_000] })
    const transfer = { account_id, subject_id, amount: 30_000, received_on: today(), credit_surplus: true }
    const paid = await send('/v1/payments', transfer)
    const next = await makeBill(test.services, customer_id, { account_id, subject_id, amounts: [15_000] })
    expect(await send(`/v1/bills/${next.bill_id}/credit`, {})).toMatchObject({ amount: 15_000 })
    const byHand = { amount: 2_000, returned_on: today(), reference: 'CRO 1' }
    expect((await refund(paid.payment_id, byHand)).status).toBe(201)

    const { data } = await sandbox.stripe.balanceTransactions.list({ limit: 100 })
    const provider = data.reduce((sum, { net }) => sum + net, 0)
    const { gross, given_back, taken_back, fees, net, credit } = await sums()
    expect(net).toBe(provider + 30_000 - 2_000)
    expect(gross).toBe(4 * 41_250 + 9_873 + 30_000)
    expect(given_back).toBe(12_345 + 2_000)
    expect(taken_back).toBe(2 * 41_250 + 9_873)
    expect(gross - given_back - taken_back - fees).toBe(net)
    expect(credit).toBe(15_000)

    expect((await sums('money=given_back')).count).toBe(2)
    expect((await sums('money=taken_back')).count).toBe(3)
    expect((await sums('money=credit')).count).toBe(1)
    const dashboard = (await test.call({ url: '/v1/dashboard', headers })).body as {
      collected_today: { amount: number }
    }
    expect(dashboard.collected_today.amount).toBe(gross - given_back - taken_back)
  } finally {
    await fixtures.close()
  }
})
