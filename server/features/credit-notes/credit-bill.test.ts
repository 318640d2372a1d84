import type { BillDetail, CreditNote } from '@saldo/contract/bills/bills'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import {
  makeAccount,
  makeBill,
  makeCustomer,
  makeSubject,
  signIn,
  signInSubUser,
} from '../../testing/people.ts'
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

type Answer<Body> = { status: number; body: Body & { error?: string; fields?: Record<string, string> } }

/** An office with a bill of two instalments, 100,00 and 50,00 euro. */
async function office() {
  const customer_id = await makeCustomer(test.services)
  const { headers } = await signIn(test.services, 'customer', customer_id)
  const account_id = await makeAccount(test.services, customer_id)
  const subject_id = await makeSubject(test.services, customer_id)
  const bill = await makeBill(test.services, customer_id, {
    ...{ account_id, subject_id, amounts: [10_000, 5_000], due_dates: ['2026-03-31', '2026-09-30'] },
  })
  const call = async <Body>(method: 'GET' | 'POST', url: string, body?: object, more = {}) =>
    (await test.call({
      ...{ method, url, headers: { ...headers, ...more } },
      ...(body ? { body } : {}),
    })) as Answer<Body>
  const credit = (body: object, key?: string) =>
    call<{ note: CreditNote; bill: BillDetail; refused: string | null }>(
      'POST',
      `/v1/bills/credit-note/${bill.bill_id}`,
      { reason: 'Importo sbagliato', ...body },
      key ? { 'idempotency-key': key } : {},
    )
  const transfer = (amount: number) =>
    call('POST', '/v1/payments', {
      ...{
        account_id,
        subject_id,
        amount,
        received_on: '2026-10-02',
        bill_ids: [bill.bill_id],
        credit_surplus: true,
      },
    })
  const detail = async () => (await call<BillDetail>('GET', `/v1/bills/${bill.bill_id}`)).body
  const creditOf = async () =>
    (await call<{ credit: number }>('GET', `/v1/subjects/${subject_id}`)).body.credit
  return { customer_id, headers, account_id, subject_id, bill, call, credit, transfer, detail, creditOf }
}

const ledgerOf = (bill_id: number) =>
  test.services.asSystem(
    (tx) => tx`
      select l.ledger_account, sum(l.amount)::bigint as amount
      from ledger_entries e join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
      where e.payment_id in (select payment_id from payment_bills where bill_id = ${bill_id})
      group by l.ledger_account having sum(l.amount) <> 0 order by l.ledger_account`,
  )

describe('a credit note', () => {
  it('on part of an unpaid bill reduces the instalments due last, with a line and a number of its own', async () => {
    const at = await office()
    const { status, body } = await at.credit({ amount: 6_000 })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      refused: null,
      note: { number: expect.stringMatching(/^NC-\d{4}\/000001$/), amount: 6_000, freed: 0, whole: false },
      bill: { amount: 9_000, residue: 9_000, phase: 'open', next_due_date: '2026-03-31' },
    })
    expect(body.bill.instalments.map(({ amount }) => amount)).toEqual([9_000, 0])
    expect(body.bill.lines.at(-1)).toMatchObject({
      description: `Nota di credito ${body.note.number}`,
      amount: -6_000,
    })
    expect(body.bill.timeline.at(-1)).toMatchObject({
      kind: 'credited',
      text: expect.stringContaining('60,00'),
    })
    expect(body.bill.credit_notes).toHaveLength(1)
    const paid = await test.call({
      ...{ method: 'POST', url: `/v1/stripe/charge/${at.bill.token}` },
      payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa' },
    })
    expect(paid.body).toMatchObject({ state: 'succeeded', amount: 9_000 })
    expect((await at.detail()).phase).toBe('paid')
  })

  it('on the whole bill withdraws it; a second one is refused, the same form again returns the same note', async () => {
    const at = await office()
    const first = await at.credit({}, 'form_credit_1')
    expect(first.body).toMatchObject({
      note: { amount: 15_000, whole: true },
      bill: { phase: 'cancelled', residue: 0 },
    })
    const again = await at.credit({}, 'form_credit_1')
    expect(again.body.note).toEqual(first.body.note)
    expect(await at.credit({}, 'form_credit_2')).toMatchObject({
      status: 409,
      body: { error: 'not_creditable' },
    })
  })

  it('with the key of another note is refused with the note that was written', async () => {
    const at = await office()
    const { body } = await at.credit({ amount: 1_000 }, 'form_credit_3')
    const other = await at.credit({ amount: 2_000 }, 'form_credit_3')
    expect(other).toMatchObject({ status: 409, body: { error: 'idempotency_key_reused' } })
    expect(JSON.stringify(other.body)).toContain(body.note.number)
    expect((await at.detail()).amount).toBe(14_000)
  })

  it('on a paid part requires a decision about that money', async () => {
    const at = await office()
    await at.transfer(15_000)
    const refused = await at.credit({ amount: 5_000 })
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.body.fields?.surplus).toContain('50,00')
    expect((await at.detail()).amount).toBe(15_000)
  })

  it('turns a paid part into the payer’s credit, in the ledger and in the payment’s versions', async () => {
    const at = await office()
    await at.transfer(15_000)
    const { body } = await at.credit({ amount: 6_000, surplus: 'credit' })
    expect(body).toMatchObject({
      note: { freed: 6_000, surplus: 'credit' },
      bill: { amount: 9_000, settled: 9_000, residue: 0, phase: 'paid' },
    })
    expect(await at.creditOf()).toBe(6_000)
    expect(await ledgerOf(at.bill.bill_id)).toEqual([
      { ledger_account: 'bank', amount: 15_000 },
      { ledger_account: 'receivables', amount: -9_000 },
      { ledger_account: 'subject_credit', amount: -6_000 },
    ])
  })

  it('refunds a paid part by its payment method, and leaves no credit', async () => {
    const at = await office()
    const paid = await test.call({
      ...{ method: 'POST', url: `/v1/stripe/charge/${at.bill.token}` },
      payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa' },
    })
    const { payment_id } = paid.body as unknown as { payment_id: number }
    const { body } = await at.credit({ surplus: 'refund' })
    expect(body).toMatchObject({
      refused: null,
      note: { freed: 15_000, whole: true },
      bill: { phase: 'cancelled' },
    })
    expect(await at.creditOf()).toBe(0)
    const { body: payment } = await at.call<{ refunded: number; state: string }>(
      'GET',
      `/v1/payments/${payment_id}`,
    )
    expect(payment).toMatchObject({ refunded: 15_000, state: 'refunded' })
    const given = await sandbox.stripe.refunds.list({ limit: 5 })
    expect(given.data.filter(({ metadata }) => metadata?.payment_id === String(payment_id))).toHaveLength(1)
  })

  it('of more than the bill, of nothing or without a reason is refused at the field', async () => {
    const at = await office()
    expect((await at.credit({ amount: 15_001 })).body.fields?.amount).toContain('150,00')
    expect((await at.credit({ amount: 0 })).body.fields?.amount).toBeDefined()
    expect((await at.credit({ reason: ' ' })).body.fields?.reason).toBe('Scrivi perché: si legge sulla nota.')
  })

  it('is refused while a plan includes these instalments', async () => {
    const at = await office()
    const { customer_id, account_id, subject_id } = at
    await test.services.asSystem(async (tx) => {
      const [plan] = await tx`
        insert into plans ${tx({ customer_id, account_id, subject_id, name: 'Rossi', amount: 15_000, grace_days: 5, expires_on: '2090-01-01', email: 'lucia@example.it', agreement: 'Piano' })}
        returning plan_id`
      const { bill_id } = at.bill
      await tx`
        insert into plan_bills ${tx({ plan_id: plan?.plan_id, bill_id, customer_id, account_id, position: 1, amount: 15_000 })}`
    })
    expect(await at.credit({ amount: 1_000 })).toMatchObject({ status: 409, body: { error: 'in_plan' } })
    expect((await at.detail()).amount).toBe(15_000)
  })

  it('made twice at once never exceeds the bill', async () => {
    const at = await office()
    const answers = await Promise.all([1, 2, 3].map(() => at.credit({ amount: 10_000 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    expect((await at.detail()).amount).toBe(5_000)
  })

  it('has a PDF, and prevents changes of the bill', async () => {
    const at = await office()
    const { body } = await at.credit({ amount: 1_000 })
    const pdf = await test.call({
      url: `/v1/bills/credit-notes/${body.note.credit_note_id}`,
      headers: at.headers,
    })
    expect(pdf.status).toBe(200)
    expect(pdf.raw.subarray(0, 5).toString()).toBe('%PDF-')
    const { account_id, subject_id } = at
    const edited = await at.call('POST', '/v1/bills', {
      ...{ bill_id: at.bill.bill_id, account_id, subject_id, description: 'X', issue_date: '2026-09-01' },
      lines: [{ description: 'X', amount: 1 }],
      instalments: [{ due_date: '2026-12-15', amount: 1 }],
    })
    expect(edited).toMatchObject({ status: 409, body: { error: 'not_editable' } })
  })
})

describe('reissuing a bill', () => {
  it('cancels it and leaves a draft of the same content; each names the other, once', async () => {
    const at = await office()
    const made = await at.call<BillDetail>('POST', `/v1/bills/reissue/${at.bill.bill_id}`)
    expect(made).toMatchObject({
      status: 201,
      body: {
        phase: 'draft',
        amount: 15_000,
        reissue_of: { bill_id: at.bill.bill_id, number: at.bill.number },
      },
    })
    expect(made.body.instalments.map(({ amount }) => amount)).toEqual([10_000, 5_000])
    expect(await at.detail()).toMatchObject({
      phase: 'cancelled',
      reissued_as: { bill_id: made.body.bill_id, number: made.body.number },
    })
    expect((await at.call('POST', `/v1/bills/reissue/${at.bill.bill_id}`)).status).toBe(409)
    await at.call('POST', `/v1/bills/cancel/${made.body.bill_id}`)
    expect((await at.call('POST', `/v1/bills/reissue/${at.bill.bill_id}`)).status).toBe(201)
  })

  it('is refused for a draft and for a paid bill', async () => {
    const at = await office()
    const draft = await makeBill(test.services, at.customer_id, { draft: true })
    expect((await at.call('POST', `/v1/bills/reissue/${draft.bill_id}`)).body.error).toBe('not_issued')
    await at.transfer(1_000)
    expect((await at.call('POST', `/v1/bills/reissue/${at.bill.bill_id}`)).body.error).toBe('not_cancellable')
    expect((await at.detail()).phase).toBe('partly_paid')
  })
})

it('403: a note that refunds money requires the permission to refund', async () => {
  const { customer_id, bill, transfer, detail } = await office()
  await transfer(15_000)
  const limited = await signInSubUser(test.services, customer_id, { permissions: ['bills:write'] })
  const note = (surplus: string) =>
    test.call({
      method: 'POST',
      url: `/v1/bills/credit-note/${bill.bill_id}`,
      headers: limited.headers,
      payload: { reason: 'Importo sbagliato', amount: 1_000, surplus },
    })
  expect(await note('refund')).toMatchObject({ status: 403, body: { error: 'not_permitted' } })
  expect((await detail()).amount).toBe(15_000)
  expect((await note('credit')).status).toBe(201)
})
