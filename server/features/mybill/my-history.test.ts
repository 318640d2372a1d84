import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn } from '../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../testing/sandbox.ts'

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

/** A resident of two condominiums, who paid a bill in one and whose card was refused in the other. */
async function resident() {
  const customer_id = await makeCustomer(test.services)
  const { user_id, headers } = await signIn(test.services, 'consumer')
  const subject_id = await makeSubject(test.services, customer_id, { user_id })
  const ghibellina = await makeAccount(test.services, customer_id, { name: 'Via Ghibellina 41' })
  const pisana = await makeAccount(test.services, customer_id, { name: 'Via Pisana 12' })
  const bill = (account_id: number, amount: number) =>
    makeBill(test.services, customer_id, {
      ...{ account_id, subject_id, amounts: [amount], due_dates: ['2026-06-30'] },
    })
  const paid = await bill(ghibellina, 8_000)
  const refused = await bill(pisana, 5_000)
  const charge = (bill_id: number, payment_method_id: string) =>
    test.call({
      ...{ method: 'POST', url: '/v1/stripe/charge', headers },
      payload: { id: bill_id, payment_method: 'CARD', payment_method_id },
    })
  const get = async <Body>(url: string) => {
    const reply = await test.call({ url: `/v1${url}`, headers })
    return { status: reply.status, body: reply.body as Body, raw: reply.raw }
  }
  await charge(paid.bill_id, 'pm_card_visa')
  await charge(refused.bill_id, 'pm_card_chargeDeclinedInsufficientFunds')
  // A busy provider may answer after the payer has stopped waiting.
  await expect
    .poll(async () => (await get<Listed>('/mypayments')).body.items.map(({ state }) => state), {
      timeout: 60_000,
    })
    .toEqual(['failed', 'succeeded'])
  return { customer_id, subject_id, ghibellina, pisana, paid, refused, get }
}
type Listed = { items: Record<string, unknown>[]; next_cursor: string | null }

describe('the payments of a resident', () => {
  it('come newest first, each with its receipt, its bill and, if it failed, why', async () => {
    const at = await resident()
    const { body } = await at.get<Listed>('/mypayments')
    expect(body.items).toMatchObject([
      {
        ...{ bill_number: at.refused.number, state: 'failed', payable: 5_000, receipt_number: null },
        failure_reason:
          'Sul conto non c’è abbastanza denaro. Usa un altro modo di pagare o riprova più avanti.',
      },
      { bill_number: at.paid.number, state: 'succeeded', payable: 0, failure_reason: null },
    ])
    const [failed, paid] = body.items
    expect(paid?.receipt_number).toMatch(/^RIC-/)
    const receipt = await test.call({ url: `/v1/checkout-result/${paid?.result_token}/receipt` })
    expect(receipt.status).toBe(200)
    const again = await test.call({ url: `/v1/mybill/${failed?.bill_token}` })
    expect(again.body).toMatchObject({ number: at.refused.number, payable: 5_000 })
  })

  it('are filtered, sorted and summed by the server, and exported as they are filtered', async () => {
    const at = await resident()
    const only = async (query: string) =>
      (await at.get<Listed>(`/mypayments?${query}`)).body.items.map(({ account_name }) => account_name)
    expect(await only('state=failed')).toEqual(['Via Pisana 12'])
    expect(await only(`account_id=${at.ghibellina}`)).toEqual(['Via Ghibellina 41'])
    expect(await only('q=pisana')).toEqual(['Via Pisana 12'])
    expect(await only(`q=${encodeURIComponent(at.paid.number)}`)).toEqual(['Via Ghibellina 41'])
    expect(await only('created_at_to=2020-01-01')).toEqual([])
    expect(await only('sort=amount')).toEqual(['Via Pisana 12', 'Via Ghibellina 41'])
    const first = await at.get<Listed>('/mypayments?limit=1')
    expect(await only(`limit=1&cursor=${first.body.next_cursor}`)).toEqual(['Via Ghibellina 41'])
    expect((await at.get('/mypayments/summary')).body).toEqual({ count: 2, amount: 8_000 })
    const file = (await at.get('/mypayments/export?state=succeeded')).raw.toString()
    expect(file).toContain('Via Ghibellina 41')
    expect(file).not.toContain('Via Pisana 12')
  })

  it('are nobody else’s', async () => {
    const at = await resident()
    const other = await resident()
    const { body } = await other.get<Listed>('/mypayments')
    expect(body.items).toHaveLength(2)
    const ids = (await at.get<Listed>('/mypayments')).body.items.map(({ payment_id }) => payment_id)
    expect((await other.get<Listed>(`/mypayments?ids=${ids.join(',')}`)).body.items).toEqual([])
  })
})

describe('the bills of a resident', () => {
  it('are all that were issued, paid ones too, with their page', async () => {
    const at = await resident()
    const { body } = await at.get<Listed>('/mybills/issued?sort=account_name')
    expect(body.items).toMatchObject([
      { number: at.paid.number, state: 'paid', residue: 0 },
      { number: at.refused.number, state: 'overdue', residue: 5_000 },
    ])
    expect((await test.call({ url: `/v1/mybill/${body.items[0]?.token}` })).status).toBe(200)
    expect((await at.get('/mybills/issued/summary?state=overdue')).body).toEqual({
      ...{ count: 1, amount: 5_000, residue: 5_000 },
    })
    const file = (await at.get('/mybills/issued/export?columns=number,residue&state=overdue')).raw.toString()
    expect(file.trim().split('\r\n').slice(1)).toEqual([`${at.refused.number};50,00`])
  })
})

describe('the statements of a resident', () => {
  it('are one for each condominium, as PDF', async () => {
    const at = await resident()
    const { body } = await at.get<{ statements: unknown[] }>('/mystatements')
    expect(body.statements).toMatchObject([
      { account_name: 'Via Ghibellina 41', subject_id: at.subject_id, residue: 0 },
      { account_name: 'Via Pisana 12', residue: 5_000 },
    ])
    const pdf = await at.get(`/mystatements/${at.subject_id}/pdf?account_id=${at.pisana}`)
    expect([pdf.status, pdf.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  })

  it('404: of somebody else', async () => {
    const at = await resident()
    const other = await resident()
    expect((await other.get(`/mystatements/${at.subject_id}/pdf`)).status).toBe(404)
  })
})
