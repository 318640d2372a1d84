import type { Certificate } from '@saldo/contract/reports/certificates'
import type { Statement } from '@saldo/contract/reports/statements'
import { today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverEvents } from '../../testing/deliver-events.ts'
import { type RefundFixtures, refundFixtures } from '../../testing/features/refund-fixtures.ts'
import { makeBill } from '../../testing/people.ts'

let fixtures: RefundFixtures
beforeAll(async () => {
  fixtures = await refundFixtures()
})
afterAll(() => fixtures.close())

type Reply = { payment_id: number; note: { number: string } }
const send = async (method: 'POST' | 'PUT', url: string, payload: object = {}) => {
  const reply = await fixtures.test.call({ method, url, headers: fixtures.headers, payload })
  return { status: reply.status, body: reply.body as Reply }
}
const read = async <B>(url: string) =>
  (await fixtures.test.call({ url, headers: fixtures.headers })).body as B

/** A bill paid by a debit of 100.00, which the bank can be told to dispute. */
async function paidByDebit() {
  const bill = await makeBill(fixtures.test.services, fixtures.customer_id, {
    amounts: [10_000],
    due_dates: ['2026-09-30'],
  })
  const method = await fixtures.sandbox.stripe.paymentMethods.create({
    type: 'sepa_debit',
    sepa_debit: { iban: 'IT56B9999999999000000000001' },
    billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
  })
  const paid = await send('POST', `/v1/stripe/charge/${bill.token}`, {
    ...{ payment_method: 'SEPA_DEBIT', payment_method_id: method.id },
    ...{ email: 'lucia@example.it', mandate: { accepted: true } },
  })
  await fixtures.sandbox.advance(100)
  await deliverEvents(fixtures.test, fixtures.sandbox)
  return { ...bill, payment_id: paid.body.payment_id }
}
const comesBack = async (payment_id: number) => {
  await fixtures.sandbox.dispute(await fixtures.chargeOf(payment_id))
  await deliverEvents(fixtures.test, fixtures.sandbox)
}
/** The person's balance on each screen that shows it. */
async function balancesShown({ subject_id, account_id }: { subject_id: number; account_id: number }) {
  const statement = await read<Statement>(`/v1/subjects/statement/${subject_id}?from=2026-01-01`)
  const person = await read<{ residue: number; credit: number }>(`/v1/subjects/${subject_id}`)
  const reply = await send('PUT', '/v1/certificates', { subject_id, account_id })
  const { regular, overdue, residue } = reply.body as unknown as Certificate
  return {
    closing: statement.closing,
    person: person.residue,
    credit: person.credit,
    regular,
    overdue,
    residue,
  }
}

describe('a returned debit', () => {
  it('removes the credit that it had become, while that is unspent', async () => {
    const one = await paidByDebit()
    const note = await send('POST', `/v1/bills/credit-note/${one.bill_id}`, {
      reason: 'Errore',
      surplus: 'credit',
    })
    expect(note.status).toBe(201)
    expect(await balancesShown(one)).toEqual({ closing: -10_000, person: 0, credit: 10_000 })
    await comesBack(one.payment_id)
    expect(await balancesShown(one)).toEqual({ closing: 0, person: 0, credit: 0 })
  })

  it('reopens the bill that its credit had paid, and every screen shows the amount owed', async () => {
    const one = await paidByDebit()
    const { account_id, subject_id } = one
    const due_dates = ['2026-10-31']
    const two = await makeBill(fixtures.test.services, fixtures.customer_id, {
      ...{ account_id, subject_id, amounts: [10_000], due_dates },
    })
    await send('POST', `/v1/bills/credit-note/${one.bill_id}`, { reason: 'Errore', surplus: 'credit' })
    const used = await send('POST', `/v1/bills/${two.bill_id}/credit`)
    expect(await fixtures.billOf(two.bill_id)).toMatchObject({ phase: 'paid' })
    await comesBack(one.payment_id)
    expect(await fixtures.billOf(two.bill_id)).toMatchObject({ phase: 'returned', settled: 0 })
    expect(await balancesShown(one)).toEqual({
      ...{ closing: 10_000, person: 10_000, credit: 0, regular: false, overdue: 10_000, residue: 10_000 },
    })
    expect(await read(`/v1/payments/${used.body.payment_id}`)).toMatchObject({ state: 'refunded' })
    const again = await send('POST', '/v1/payments', {
      account_id,
      subject_id,
      amount: 10_000,
      received_on: today(),
    })
    expect(again.status).toBe(201)
    expect(await balancesShown(one)).toMatchObject({ closing: 0, regular: true, residue: 0 })
  })

  it('makes a new bill for the part that cannot be taken from anything', async () => {
    const one = await paidByDebit()
    await send('POST', `/v1/bills/credit-note/${one.bill_id}`, { reason: 'Errore', surplus: 'credit' })
    // Credit that was withdrawn in a way that no allocation explains.
    await fixtures.test.services.asSystem(
      (tx) => tx`update subject_credits set balance = 0 where subject_id = ${one.subject_id}`,
    )
    await comesBack(one.payment_id)
    const bills = await fixtures.test.services.asSystem(
      (tx) => tx`
        select amount, residue, phase, description from bills
        where subject_id = ${one.subject_id} and bill_id <> ${one.bill_id}`,
    )
    expect(bills).toMatchObject([{ amount: 10_000, residue: 10_000, phase: 'open' }])
    expect(bills[0]?.description).toMatch(/^Somme tornate indietro/)
  })
})
