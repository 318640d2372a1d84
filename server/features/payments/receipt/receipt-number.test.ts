import type { PaymentDetail } from '@saldo/contract/payments/payments'
import { today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeAccount, makeBill, makeSubject, signIn } from '../../../testing/people.ts'
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

const twenty = Array.from({ length: 20 }, (_, index) => index + 1)
const numbers = (year: string, of: number[]) => of.map((n) => `RIC-${year}/${String(n).padStart(6, '0')}`)
const year = today().slice(0, 4)

async function condominium() {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const account_id = await makeAccount(test.services, customer_id)
  const bill = async () =>
    makeBill(test.services, customer_id, {
      ...{ account_id, subject_id: await makeSubject(test.services, customer_id) },
      ...{ amounts: [10_000], due_dates: ['2026-10-15'] },
    })
  const charge = async (token: string, method = 'pm_card_visa') => {
    const { body } = await test.call({
      ...{ method: 'POST', url: `/v1/stripe/charge/${token}` },
      payload: { payment_method: 'CARD', payment_method_id: method, email: 'lucia@example.it' },
    })
    return body as { payment_id: number; state: string; result_token: string }
  }
  const transfer = async (of: { subject_id: number }, received_on: string, amount = 10_000) => {
    const { body } = await test.call({
      ...{ method: 'POST', url: '/v1/payments', headers },
      payload: { account_id, subject_id: of.subject_id, amount, received_on, confirm_day: true },
    })
    return (body as { payment_id: number }).payment_id
  }
  const detail = async (payment_id: number) =>
    (await test.call({ url: `/v1/payments/${payment_id}`, headers })).body as PaymentDetail
  const numberOf = async (payment_id: number) => (await detail(payment_id)).receipt_number
  /** A payment whose money arrived at that time. */
  const settled = async (of: Awaited<ReturnType<typeof bill>>, settled_at: string) =>
    test.services.asSystem(async (tx) => {
      const { customer_id, account_id, bill_id, subject_id } = of
      const [row] = await tx`
        insert into payments ${tx({ customer_id, account_id, bill_id, subject_id, method: 'CARD', amount: 100, state: 'succeeded', settled_at })}
        returning payment_id`
      return row?.payment_id as number
    })
  return { headers, customer_id, account_id, bill, charge, transfer, detail, numberOf, settled }
}

describe('a receipt’s number', () => {
  it('is assigned when the money arrives, is on the page, in the mail and on the PDF, and never changes', async () => {
    const { bill, charge, numberOf, headers } = await condominium()
    const first = await bill()
    const refused = await charge(first.token, 'pm_card_chargeDeclined')
    expect(refused.state).toBe('failed')
    expect(await numberOf(refused.payment_id)).toBeNull()
    const paid = await charge(first.token)
    const [number] = numbers(year, [1])
    expect(await numberOf(paid.payment_id)).toBe(number)
    const result = await test.call({ url: `/v1/checkout-result/${paid.result_token}` })
    expect(result.body).toMatchObject({ receipt_number: number })
    const [mail] = await test.services.asSystem(
      (tx) => tx`select text, html from emails where bill_id = ${first.bill_id} and template = 'receipt'`,
    )
    expect(mail?.text).toContain(number)
    expect(mail?.html).toContain(number)
    const url = `/v1/payments/receipt/${paid.payment_id}`
    const pdf = await test.call({ url, headers })
    expect(pdf.status).toBe(200)

    const body = { reason: 'requested_by_customer' }
    await test.call({ method: 'POST', url: `/v1/stripe/refund/${paid.payment_id}`, headers, body })
    expect(await numberOf(paid.payment_id)).toBe(number)
    const again = await charge(first.token)
    expect(await numberOf(again.payment_id)).toBe(numbers(year, [2])[0])
  })

  it('is consecutive, without gaps and duplicates, when twenty people pay by card in parallel', async () => {
    const { bill, charge, detail, numberOf } = await condominium()
    const bills = await Promise.all(twenty.map(bill))
    const paid = await Promise.all(bills.map(({ token }) => charge(token)))
    // On a busy machine some are answered before the provider has: they arrive a moment later.
    const states = async () =>
      (await Promise.all(paid.map(({ payment_id }) => detail(payment_id)))).map(({ state }) => state)
    await expect.poll(states, { timeout: 60_000 }).toEqual(Array(20).fill('succeeded'))
    const given = await Promise.all(paid.map(({ payment_id }) => numberOf(payment_id)))
    expect(given.sort()).toEqual(numbers(year, twenty))
  })

  it('is consecutive when twenty transfers are registered in parallel, around the end of a year', async () => {
    const { bill, transfer, numberOf } = await condominium()
    const bills = await Promise.all(twenty.map(bill))
    const ids = await Promise.all(bills.map((of, n) => transfer(of, n % 2 ? '2025-12-31' : '2026-01-01')))
    const given = await Promise.all(ids.map(numberOf))
    const ten = twenty.slice(0, 10)
    expect(given.sort()).toEqual([...numbers('2025', ten), ...numbers('2026', ten)])
  })

  it('has the year in Rome when the money arrived', async () => {
    const { bill, settled, numberOf } = await condominium()
    const of = await bill()
    const before = await settled(of, '2026-12-31T22:59:59.900Z')
    const after = await settled(of, '2026-12-31T23:00:00.100Z')
    expect([await numberOf(before), await numberOf(after)]).toEqual(['RIC-2026/000001', 'RIC-2027/000001'])
  })

  it('leaves no gap after a rollback, and each condominium counts separately', async () => {
    const { bill, settled, numberOf } = await condominium()
    const of = await bill()
    await expect(
      test.services.asSystem(async (tx) => {
        await tx`
          insert into payments (customer_id, account_id, bill_id, subject_id, method, amount, state, settled_at)
          values (${of.customer_id}, ${of.account_id}, ${of.bill_id}, ${of.subject_id}, 'CARD', 100, 'succeeded', now())`
        await tx`set constraints all immediate`
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await numberOf(await settled(of, '2026-05-01T10:00:00Z'))).toBe('RIC-2026/000001')
    const other = await condominium()
    expect(await other.numberOf(await other.settled(await other.bill(), '2026-05-01T10:00:00Z'))).toBe(
      'RIC-2026/000001',
    )
  })

  it('cannot be changed or removed, nor seen by another office', async () => {
    const { bill, settled, customer_id } = await condominium()
    const payment_id = await settled(await bill(), '2026-05-01T10:00:00Z')
    for (const query of ['update receipts set ordinal = 7', 'delete from receipts'])
      await expect(test.services.asSystem((tx) => tx.unsafe(query))).rejects.toThrow(/permission denied/)
    const seen = (who: number) =>
      test.services.asSystem(async (tx) => {
        await tx`select enter('saldo_customer', ${who}, null, null)`
        return (await tx`select number from receipts where payment_id = ${payment_id}`).length
      })
    expect(await seen(customer_id)).toBe(1)
    expect(await seen((await condominium()).customer_id)).toBe(0)
  })
})
