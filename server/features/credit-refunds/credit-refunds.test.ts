import type { CreditRefund } from '@saldo/contract/payments/credit-refunds'
import { addDays, today } from '@saldo/domain/dates'
import { firstExecutionDay } from '@saldo/domain/payments/credit-refund'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TransferOutcomeFile } from '../../bank-files/bank-file.ts'
import { validate } from '../../bank-files/testing/xmllint.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { type OfficeWithCredit, officeWithCredit, payerIban } from '../../testing/features/credit-fixtures.ts'
import { makeAccount, makeBill, makeSubject, signInSubUser } from '../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

/** A payer who transferred 150,00 for a bill of 100,00. */
async function overpaid(of: { email?: string | null } = {}) {
  const office = await officeWithCredit(test, of)
  expect(await office.overpay(15_000)).toMatchObject({ status: 201 })
  return office
}
/** A refund of 20,00 of it, in a file for the bank. */
async function ordered() {
  const office = await overpaid({ email: 'lucia.credito@example.it' })
  const { body } = await office.ask()
  const made = await office.order([body.credit_refund_id])
  expect(made.status).toBe(201)
  return { ...office, id: body.credit_refund_id, reference: body.end_to_end_id, made: made.body }
}
const mailsOf = ({ customer_id }: OfficeWithCredit) =>
  test.services.asSystem(
    (tx) => tx`
      select template, text from emails where customer_id = ${customer_id} and template = 'credit-refund'`,
  )

describe('the surplus of a transfer', () => {
  it('is the payer’s credit, and the account it came from is proposed, masked', async () => {
    const { credit } = await overpaid()
    expect(await credit()).toMatchObject({
      ...{ balance: 5_000, held: 0, free: 5_000, why_not: null },
      ibans: [{ from: 'transfer', holder: 'Lucia Rossi', day: today() }],
    })
    expect((await credit())?.ibans[0]?.iban).not.toContain(payerIban.slice(4, 20))
  })

  it('201: is held by a refund, and can be used for nothing else', async () => {
    const office = await overpaid()
    const asked = await office.ask({ amount: 4_000, iban_from: 'transfer', iban: undefined })
    expect(asked).toMatchObject({ status: 201, body: { state: 'waiting', beneficiary: 'Lucia Rossi' } })
    expect(await office.credit()).toMatchObject({ balance: 5_000, held: 4_000, free: 1_000 })
    const { account_id, subject_id } = office
    const { bill_id } = await makeBill(test.services, office.customer_id, {
      ...{ account_id, subject_id, amounts: [10_000] },
    })
    const used = await office.send<{ amount: number }>('POST', `/v1/bills/${bill_id}/credit`)
    expect(used.body.amount).toBe(1_000)
    expect(await office.credit()).toMatchObject({ balance: 4_000, held: 4_000, free: 0 })
  })

  it('201: the same form again makes one refund', async () => {
    const office = await overpaid()
    const first = await office.ask({}, 'chiave-del-modulo')
    const again = await office.ask({}, 'chiave-del-modulo')
    expect(again).toMatchObject({ status: 201, body: { credit_refund_id: first.body.credit_refund_id } })
    expect(await office.credit()).toMatchObject({ held: 2_000 })
    expect((await office.ask({ amount: 1_000 }, 'chiave-del-modulo')).status).toBe(409)
  })

  it('201: two at once never hold more than there is', async () => {
    const office = await overpaid()
    const replies = await Promise.all([3_000, 3_000, 3_000].map((amount) => office.ask({ amount })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await office.credit()).toMatchObject({ held: 3_000, free: 2_000 })
  })

  it('409: more than is free, and a blocked IBAN', async () => {
    const office = await overpaid()
    expect(await office.ask({ amount: 5_001 })).toMatchObject({
      status: 409,
      body: { error: 'more_than_free', fields: { amount: expect.stringContaining('50,00') } },
    })
    const blocked = 'IT10D9999999999000000000003'
    await test.services.asSystem(
      (tx) => tx`insert into iban_blacklist (iban, reason) values (${blocked}, 'Frode')`,
    )
    expect(await office.ask({ iban: blocked })).toMatchObject({
      status: 409,
      body: { error: 'iban_blacklisted' },
    })
    expect(await office.ask({ iban_from: 'mandate' })).toMatchObject({
      status: 409,
      body: { error: 'no_such_iban' },
    })
  })

  it('400: an IBAN that is wrong, missing, or outside of SEPA', async () => {
    const office = await overpaid()
    for (const iban of ['IT60X0542811101000000123457', undefined, 'BR1500000000000010932840814P2'])
      expect((await office.ask({ iban })).status).toBe(400)
  })

  it('403: needs a fresh proof of identity', async () => {
    const office = await overpaid()
    await test.services.asSystem(
      (tx) => tx`update sessions set proved_at = now() - interval '1 hour' where user_id = ${office.user_id}`,
    )
    expect(await office.ask()).toMatchObject({ status: 403, body: { error: 'step_up_required' } })
  })
})

describe('201: an order', () => {
  it('is a pain.001 that validates in both versions, with several refunds, kept among the flows', async () => {
    for (const format of ['pain.001.001.03', 'pain.001.001.09'] as const) {
      const office = await overpaid()
      const first = (await office.ask({ iban_from: 'transfer', iban: undefined })).body
      const second = (await office.ask({ amount: 1_500 })).body
      const ids = [first.credit_refund_id, second.credit_refund_id]
      const { status, body } = await office.order(ids, { format })
      expect({ status, body }).toMatchObject({
        status: 201,
        body: { state: 'made', count: 2, amount: 3_500, execute_on: firstExecutionDay(today()) },
      })
      const xml = (await office.send('GET', `/v1/flows/${body.flow_id}/file`)).raw.toString()
      await validate(xml, format)
      for (const part of [office.iban, payerIban, first.end_to_end_id, '<CtrlSum>35.00</CtrlSum>'])
        expect(xml).toContain(part)
      expect((await office.send('GET', '/v1/flows?kind=transfer_order')).body).toMatchObject({
        items: [{ reference: body.message_id, count: 2, amount: 3_500, direction: 'out' }],
      })
      expect(await office.order(ids)).toMatchObject({ status: 409, body: { error: 'not_waiting' } })
      expect(await office.refund(first.credit_refund_id)).toMatchObject({
        state: 'ordered',
        flow_id: body.flow_id,
      })
    }
  })

  it('400: a day in the past, or on which banks are closed', async () => {
    const office = await overpaid()
    const { body } = await office.ask()
    for (const execute_on of [addDays(today(), -1), '2199-12-25'])
      expect((await office.order([body.credit_refund_id], { execute_on })).status).toBe(400)
  })

  it('409: a refund of another condominium', async () => {
    const office = await overpaid()
    const { body } = await office.ask()
    const account_id = await makeAccount(test.services, office.customer_id)
    expect(await office.order([body.credit_refund_id], { account_id })).toMatchObject({
      status: 409,
      body: { error: 'other_account' },
    })
  })

  it('200: cancelled before it is sent, frees the credits', async () => {
    const office = await ordered()
    const cancel = (body: object) =>
      office.send('POST', `/v1/transfer-orders/${office.made.order_id}/cancel`, body)
    expect(await cancel({})).toMatchObject({ status: 409, body: { error: 'maybe_sent' } })
    expect(await office.send('POST', `/v1/credit-refunds/${office.id}/cancel`)).toMatchObject({ status: 409 })
    expect(await cancel({ not_sent: true })).toMatchObject({ status: 200, body: { state: 'cancelled' } })
    expect(await office.refund(office.id)).toMatchObject({ state: 'cancelled' })
    expect(await office.credit()).toMatchObject({ held: 0, free: 5_000 })
    expect((await cancel({ not_sent: true })).status).toBe(409)
    // The bank executed it all the same: nothing is settled silently.
    await office.bookings({ amount: -2_000, end_to_end_id: office.reference })
    expect(await office.lastMovement()).toMatchObject({
      state: 'to_explain',
      reason: expect.stringContaining('Annullato'),
    })
    expect(await office.credit()).toMatchObject({ balance: 5_000 })
  })
})

describe('an ordered refund', () => {
  it('is settled by the statement, once, on its day; the payer is told', async () => {
    const office = await ordered()
    const before = await office.ledger()
    const debit = { amount: -2_000, end_to_end_id: office.reference }
    await office.bookings(debit)
    expect(await office.lastMovement()).toMatchObject({ state: 'flow' })
    expect(await office.refund(office.id)).toMatchObject({ state: 'executed', executed_on: today() })
    expect(await office.credit()).toMatchObject({ balance: 3_000, held: 0, free: 3_000 })
    const after = await office.ledger()
    expect(after.bank).toBe((before.bank ?? 0) - 2_000)
    expect(after.subject_credit).toBe((before.subject_credit ?? 0) + 2_000)
    expect(Object.values(after).reduce((sum, amount) => sum + amount, 0)).toBe(0)
    expect(await mailsOf(office)).toMatchObject([{ text: expect.stringContaining('che finisce con 3456') }])
    const bill = await office.send<{ timeline: { text: string }[] }>('GET', `/v1/bills/${office.bill_id}`)
    expect(JSON.stringify(bill.body)).toContain('di credito con bonifico')
    // A second debit with the same reference is asked about.
    await office.bookings(debit)
    expect(await office.lastMovement()).toMatchObject({
      state: 'to_explain',
      reason: expect.stringContaining('due volte'),
    })
    expect(await office.ledger()).toEqual(after)
  })

  it('counts in the figures of the month as given back, and leaves what was collected as it was', async () => {
    const office = await ordered()
    const figures = () =>
      office.as(
        (tx) => tx`
          select sum(gross)::int as gross, sum(given_back)::int as given_back from monthly_figures where method = 'BANK_TRANSFER'`,
      )
    expect(await figures()).toMatchObject([{ gross: 15_000, given_back: 0 }])
    await office.bookings({ amount: -2_000, end_to_end_id: office.reference })
    expect(await figures()).toMatchObject([{ gross: 15_000, given_back: 2_000 }])
    const dashboard = await office.send<{ months: { collected: number }[] }>('GET', '/v1/dashboard')
    expect(dashboard.body.months.at(-1)?.collected).toBe(13_000)
  })

  it('is found by its reference in the text of a bank that states no ids', async () => {
    const office = await ordered()
    await office.bookings({ amount: -2_000, text: `BONIFICO A LUCIA ROSSI RIF ${office.reference} CRO 123` })
    expect(await office.refund(office.id)).toMatchObject({ state: 'executed' })
  })

  it('with another amount on the statement is asked about, and stays ordered', async () => {
    const office = await ordered()
    await office.bookings({ amount: -2_001, end_to_end_id: office.reference })
    expect(await office.lastMovement()).toMatchObject({ state: 'to_explain' })
    expect(await office.refund(office.id)).toMatchObject({ state: 'ordered' })
  })

  it('is credit again when the transfer comes back', async () => {
    const office = await ordered()
    await office.bookings({ amount: -2_000, end_to_end_id: office.reference })
    await office.bookings({
      amount: 2_000,
      end_to_end_id: office.reference,
      return_reason: 'AC04',
      is_reversal: true,
    })
    expect(await office.lastMovement()).toMatchObject({ state: 'reversal' })
    expect(await office.refund(office.id)).toMatchObject({
      ...{ state: 'returned', failure_code: 'AC04', failure_reason: expect.stringContaining('chiuso') },
    })
    expect(await office.credit()).toMatchObject({ balance: 5_000, held: 0, free: 5_000 })
    expect(Object.values(await office.ledger()).reduce((sum, amount) => sum + amount, 0)).toBe(0)
  })

  it('200: is settled by hand, and the statement that comes later changes nothing', async () => {
    const office = await ordered()
    const outcome = (body: object) =>
      office.send<CreditRefund>('POST', `/v1/credit-refunds/${office.id}/outcome`, body)
    expect((await outcome({ outcome: 'executed', day: addDays(today(), 1) })).status).toBe(400)
    expect((await outcome({ outcome: 'returned', day: today() })).status).toBe(409)
    expect(await outcome({ outcome: 'executed', day: today() })).toMatchObject({
      status: 200,
      body: { state: 'executed' },
    })
    expect((await outcome({ outcome: 'executed', day: today() })).status).toBe(409)
    const after = await office.ledger()
    await office.bookings({ amount: -2_000, end_to_end_id: office.reference })
    expect(await office.lastMovement()).toMatchObject({ state: 'flow' })
    expect(await office.ledger()).toEqual(after)
    expect(await mailsOf(office)).toHaveLength(1)
  })

  it('that the bank rejects (pain.002) frees its credit, once', async () => {
    const office = await ordered()
    const answer = (of: Partial<TransferOutcomeFile> = {}): TransferOutcomeFile => ({
      ...{ kind: 'transfer_outcome', format: 'pain.002.001.03', message_id: 'ESITO-1' },
      ...{ original_message_id: office.made.message_id, original_count: 1, original_sum: 2_000 },
      ...{ group_status: 'PART', group_reason: null },
      blocks: [
        {
          ...{ line: 9, block_id: `${office.made.message_id}-1`, original_count: 1, original_sum: 2_000 },
          ...{ status: null, reason: null },
          debits: [
            {
              ...{ line: 12, end_to_end_id: office.reference, instruction_id: null, status: 'RJCT' },
              ...{ reason: 'AC01', amount: 2_000 },
            },
          ],
        },
      ],
      ...of,
    })
    await expect(office.load(answer({ original_sum: 1 }))).rejects.toThrow('non corrispondono')
    await expect(office.load(answer({ original_message_id: 'ALTRO' }))).rejects.toThrow('qui non c’è')
    expect(await office.load(answer())).toMatchObject({ state: 'done', count: 1, known: 0, amount: 2_000 })
    expect(await office.refund(office.id)).toMatchObject({ state: 'rejected', failure_code: 'AC01' })
    expect(await office.credit()).toMatchObject({ held: 0, free: 5_000 })
    expect(await office.load(answer())).toMatchObject({ known: 1 })
  })

  it('moves with its credit when two people become one', async () => {
    const office = await ordered()
    const kept = await makeSubject(test.services, office.customer_id)
    await test.services.asSystem(
      (tx) => tx`update subjects set fiscal_code = null where subject_id = ${kept}`,
    )
    const merged = await office.send('POST', '/v1/subjects/merge', {
      ...{ kept_id: kept, merged_id: office.subject_id, from_merged: [] },
    })
    expect(merged.status).toBe(200)
    await office.bookings({ amount: -2_000, end_to_end_id: office.reference })
    const { body } = await office.send<{ items: object[] }>('GET', '/v1/credits')
    expect(body.items).toMatchObject([{ subject_id: kept, balance: 3_000, held: 0 }])
  })
})

describe('404', () => {
  it('a sub-user of another condominium sees neither credit nor refund', async () => {
    const office = await ordered()
    const other = await makeAccount(test.services, office.customer_id)
    const { headers } = await signInSubUser(test.services, office.customer_id, {
      ...{ permissions: ['payments:write'], accounts: [other] },
    })
    const get = (url: string) => test.call({ method: 'GET', url, headers })
    expect((await get(`/v1/credits/${(await office.credit())?.credit_id}`)).status).toBe(404)
    expect((await get(`/v1/transfer-orders/${office.made.order_id}`)).status).toBe(404)
    expect((await get('/v1/credit-refunds')).body).toMatchObject({ items: [] })
  })
})
