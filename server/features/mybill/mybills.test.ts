import type { CheckoutResult } from '@saldo/contract/bills/mybill'
import type { GroupToPay, MyBill, MyBillsTogether, MyOwed } from '@saldo/contract/bills/mybills'
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

type Refused = { error?: string; error_description?: string; fields?: Record<string, string> }

/** A signed-in resident with a bill of two instalments and a bill of one in the same condominium. */
async function resident() {
  const customer_id = await makeCustomer(test.services)
  const { user_id, headers } = await signIn(test.services, 'consumer')
  const account_id = await makeAccount(test.services, customer_id, { name: 'Via Ghibellina 41' })
  const subject_id = await makeSubject(test.services, customer_id, { user_id, email: 'lucia@example.it' })
  const whose = { account_id, subject_id }
  const bill = (of: Parameters<typeof makeBill>[2]) =>
    makeBill(test.services, customer_id, { ...whose, ...of })
  const works = await bill({ amounts: [10_000, 5_000], due_dates: ['2026-03-31', '2099-09-30'] })
  const ordinary = await bill({ amounts: [8_000], due_dates: ['2026-06-30'] })
  const get = async <Body>(url: string) => {
    const { status, body } = await test.call({ url, headers })
    return { status, body: body as Body & Refused }
  }
  const post = async <Body>(url: string, payload: object, more: object = {}) => {
    const reply = await test.call({ method: 'POST', url, payload, headers: { ...headers, ...more } })
    return { status: reply.status, body: reply.body as Body & Refused }
  }
  const settled = async () =>
    (
      await test.services.asSystem(
        (tx) => tx`
          select settled from bill_instalments where bill_id in (${works.bill_id}, ${ordinary.bill_id})
          order by bill_id, position`,
      )
    ).map((row) => row.settled)
  const list = (query = '') => get<{ items: MyBill[]; next_cursor: string | null }>(`/v1/mybills${query}`)
  const groups = (...ids: (number | string)[]) =>
    get<MyBillsTogether>(`/v1/mybills/together${ids.length > 0 ? `?ids=${ids.join(',')}` : ''}`)
  /** The only group of these bills. */
  const together = async (...ids: (number | string)[]) => {
    const { status, body } = await groups(...ids)
    if (status !== 200) return { status, body: body as unknown as GroupToPay & Refused }
    expect(body.groups).toHaveLength(1)
    return { status, body: body.groups[0] as GroupToPay & Refused }
  }
  const owed = () => get<MyOwed>('/v1/mybills/owed')
  const both = [works.bill_id, ordinary.bill_id]
  const acceptParts = (least: number) =>
    test.services.asSystem(
      (tx) => tx`update accounts set minimum_payment = ${least} where account_id = ${account_id}`,
    )
  return {
    customer_id,
    ...whose,
    user_id,
    bill,
    works,
    ordinary,
    both,
    post,
    settled,
    list,
    groups,
    owed,
    together,
    acceptParts,
  }
}

type Paid = { payment_id: number; state: string; amount: number; result_token: string }
const byCard = { payment_method: 'CARD', payment_method_id: 'pm_card_visa' }

describe('the bills that a resident can pay', () => {
  it('come oldest due first, each with the amount due now and its own link', async () => {
    const at = await resident()
    const { status, body } = await at.list()
    expect(status).toBe(200)
    expect(body.items).toMatchObject([
      { bill_id: at.works.bill_id, account_name: 'Via Ghibellina 41', payable: 15_000, state: 'overdue' },
      { bill_id: at.ordinary.bill_id, next_due_date: '2026-06-30', payable: 8_000, state: 'overdue' },
    ])
    const alone = await test.call({ url: `/v1/mybill/${body.items[1]?.token}` })
    expect(alone.body).toMatchObject({ number: at.ordinary.number, payable: 8_000 })
  })

  it('come a page at a time', async () => {
    const at = await resident()
    const first = await at.list('?limit=1')
    expect(first.body.items).toHaveLength(1)
    const second = await at.list(`?limit=1&cursor=${first.body.next_cursor}`)
    expect(second.body.items.map(({ bill_id }) => bill_id)).toEqual([at.ordinary.bill_id])
    expect(second.body.next_cursor).toBeNull()
  })

  it('exclude paid, draft, pending and other people’s bills, and include those that wait for approval', async () => {
    const at = await resident()
    await at.bill({ draft: true })
    await makeBill(test.services, at.customer_id, { account_id: at.account_id })
    await at.post('/v1/stripe/charge', { bill_ids: [at.ordinary.bill_id], ...byCard })
    const waiting = await at.post<Paid>('/v1/stripe/charge', {
      bill_ids: [at.works.bill_id],
      ...{ payment_method: 'CARD', payment_method_id: 'pm_card_threeDSecure2Required' },
    })
    expect(waiting.body.state).toBe('requires_action')
    const { body } = await at.list()
    expect(body.items).toMatchObject([{ bill_id: at.works.bill_id, state: 'pending', payable: 15_000 }])
    const debit = await sandbox.stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban: 'IT84E9999999999000000000004' },
      billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
    })
    const underWay = await at.post<Paid>('/v1/stripe/charge', {
      bill_ids: [at.works.bill_id],
      ...{ payment_method: 'SEPA_DEBIT', payment_method_id: debit.id, email: 'lucia@example.it' },
      mandate: { accepted: true },
    })
    expect(underWay.body.state).toBe('processing')
    expect((await at.list()).body.items).toEqual([])
  })
})

describe('bills to pay together', () => {
  it('have their amounts, the minimum payment, the credit and the ways to pay', async () => {
    const at = await resident()
    await at.acceptParts(3_000)
    await test.services.asSystem(
      (tx) => tx`
        insert into subject_credits (customer_id, account_id, subject_id, balance)
        values (${at.customer_id}, ${at.account_id}, ${at.subject_id}, 1234)`,
    )
    const { status, body } = await at.together(...at.both.toReversed())
    expect(status).toBe(200)
    expect(body).toMatchObject({
      asker: { account_name: 'Via Ghibellina 41' },
      bills: [
        { bill_id: at.works.bill_id, payable: 15_000 },
        { bill_id: at.ordinary.bill_id, payable: 8_000 },
      ],
      ...{ payable: 23_000, minimum_payment: 3_000, credit: 1_234, email_hint: 'l••••@example.it' },
      pay: {
        methods: expect.arrayContaining(['CARD', 'SEPA_DEBIT', 'KLARNA']),
        provider_account: 'stripe',
        api_base: sandbox.url,
      },
    })
    expect(body.pay?.mandate_text).toContain('queste 2 bollette')
  })

  it('404: a bill of somebody else', async () => {
    const at = await resident()
    const other = await resident()
    const neighbour = await makeBill(test.services, at.customer_id, { account_id: at.account_id })
    for (const id of [other.works.bill_id, neighbour.bill_id, 987_654_321])
      expect((await at.together(at.works.bill_id, id)).status).toBe(404)
    const draft = await at.bill({ draft: true })
    expect((await at.together(draft.bill_id)).status).toBe(404)
  })

  it('are a payment for each condominium and person, which one payment refuses to mix', async () => {
    const at = await resident()
    const elsewhere = await at.bill({ account_id: await makeAccount(test.services, at.customer_id) })
    const also = await makeSubject(test.services, at.customer_id, { user_id: at.user_id })
    const asAnother = await at.bill({ subject_id: also })
    const { body } = await at.groups(at.works.bill_id, elsewhere.bill_id, asAnother.bill_id)
    expect(body.groups.map(({ bills }) => bills.map(({ bill_id }) => bill_id)).toSorted()).toEqual(
      [[at.works.bill_id], [elsewhere.bill_id], [asAnother.bill_id]].toSorted(),
    )
    expect(body.due_now).toBe(body.groups.reduce((sum, { due_now }) => sum + due_now, 0))
    for (const { bill_id } of [elsewhere, asAnother]) {
      const charged = await at.post('/v1/stripe/charge', { bill_ids: [at.works.bill_id, bill_id], ...byCard })
      expect([charged.status, charged.body.error]).toEqual([409, 'not_together'])
      expect(charged.body.error_description).toContain('stesso condominio')
    }
  })

  it('are all that can be paid when none is named, as the home sums them', async () => {
    const at = await resident()
    const elsewhere = await at.bill({ account_id: await makeAccount(test.services, at.customer_id) })
    const paid = await at.bill({ amounts: [7_000] })
    await at.post('/v1/stripe/charge', { bill_ids: [paid.bill_id], ...byCard })
    await at.bill({ draft: true })
    const { body } = await at.groups()
    const bills = body.groups.flatMap((group) => group.bills.map(({ bill_id }) => bill_id))
    expect(bills.toSorted()).toEqual([...at.both, elsewhere.bill_id].toSorted())
    expect(body.left_out).toBe(0)
    expect(body.due_now).toBe((await at.owed()).body.payable_now)
    for (const ids of body.groups.map(({ bills: of }) => of.map(({ bill_id }) => bill_id)))
      await at.post('/v1/stripe/charge', { bill_ids: ids, ...byCard })
    expect((await at.owed()).body).toMatchObject({ overdue: 0, has_bills: true })
  })

  it('leave out what one payment does not take, and say how many', async () => {
    const at = await resident()
    for (let more = 0; more < 23; more += 1) await at.bill({ amounts: [1_000] })
    const { body } = await at.groups()
    expect(body.groups.map(({ bills }) => bills.length)).toEqual([24])
    expect(body.left_out).toBe(1)
  })

  it('are empty when nothing is due', async () => {
    const { headers } = await signIn(test.services, 'consumer')
    const { status, body } = await test.call({ url: '/v1/mybills/together', headers })
    expect([status, body]).toMatchObject([200, { groups: [], due_now: 0, left_out: 0 }])
  })

  it('have a bank transfer each, to the account of the condominium', async () => {
    const at = await resident()
    await test.services.asSystem(
      (tx) =>
        tx`update accounts set iban = 'IT60X0542811101000000123456' where account_id = ${at.account_id}`,
    )
    const { body } = await at.together(...at.both)
    expect(body.transfers).toMatchObject([
      { bill_id: at.works.bill_id, transfer: { amount: 10_000, iban: 'IT60X0542811101000000123456' } },
      { bill_id: at.ordinary.bill_id, transfer: { amount: 8_000 } },
    ])
    expect(new Set(body.transfers.map(({ transfer }) => transfer.reference)).size).toBe(2)
    expect(body.pay?.methods).toContain('BANK_TRANSFER')
  })

  it('leave out what cannot be paid, with the reason', async () => {
    const at = await resident()
    await at.post('/v1/stripe/charge', { bill_ids: [at.ordinary.bill_id], ...byCard })
    const { status, body } = await at.groups(...at.both)
    const paid = {
      ...{ bill_id: at.ordinary.bill_id, number: at.ordinary.number },
      ...{ account_name: 'Via Ghibellina 41', why: 'È già pagata.' },
    }
    expect([status, body.not_payable]).toEqual([200, [paid]])
    expect(body.groups.map(({ bills }) => bills.map(({ bill_id }) => bill_id))).toEqual([[at.works.bill_id]])
    expect((await at.groups(at.works.bill_id)).body.not_payable).toEqual([])
    const { body: none } = await at.groups(at.ordinary.bill_id)
    expect(none).toMatchObject({ groups: [], payable: 0, due_now: 0, not_payable: [paid] })
  })

  it('400: no bills, or more than twenty-four of a condominium', async () => {
    const at = await resident()
    for (const ids of ['', 'x', '1,,2', '0', '-1', '1.5', '9'.repeat(16)])
      expect((await at.together(ids)).body.fields?.ids, ids).toBe('Di’ quali bollette vuoi pagare.')
    const more: number[] = []
    for (let made = 0; made < 23; made += 1) more.push((await at.bill({ amounts: [1_000] })).bill_id)
    expect((await at.groups(...at.both, ...more)).body.fields?.ids).toContain('24')
    const many = await at.groups(...Array.from({ length: 289 }, (_, index) => index + 1))
    expect(many.body.fields?.ids).toContain('288')
    expect((await at.together(...Array.from({ length: 25 }, () => at.works.bill_id))).status).toBe(200)
  })
})

describe('one payment of a resident over two bills', () => {
  it('settles in part the oldest instalments first, and lists them', async () => {
    const at = await resident()
    await at.acceptParts(3_000)
    const order = { bill_ids: at.both.toReversed(), amount: 12_500, ...byCard }
    const key = { 'idempotency-key': 'form_of_a_resident' }
    const paid = await at.post<Paid>('/v1/stripe/charge', order, key)
    expect(paid.body).toMatchObject({ state: 'succeeded', amount: 12_500 })
    expect((await at.post<Paid>('/v1/stripe/charge', order, key)).body.payment_id).toBe(paid.body.payment_id)
    expect(await at.settled()).toEqual([10_000, 0, 2_500])

    const result = await test.call({ url: `/v1/checkout-result/${paid.body.result_token}` })
    expect(result.body as CheckoutResult).toMatchObject({
      ...{ state: 'succeeded', amount: 12_500, residue: 10_500, rule: 'oldest' },
      parts: [
        { bill_number: at.works.number, due_date: '2026-03-31', amount: 10_000, residue: 0 },
        { bill_number: at.ordinary.number, due_date: '2026-06-30', amount: 2_500, residue: 5_500 },
      ],
    })
    const receipt = await test.call({ url: `/v1/checkout-result/${paid.body.result_token}/receipt` })
    expect(receipt.status).toBe(200)
    expect((await at.together(...at.both)).body).toMatchObject({ payable: 10_500 })
  })

  it('lists what it will settle while the bank has not answered', async () => {
    const at = await resident()
    const debit = await sandbox.stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban: 'IT84E9999999999000000000004' },
      billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
    })
    const shown = (await at.together(...at.both)).body.pay?.mandate_text
    const { body } = await at.post<Paid>('/v1/stripe/charge', {
      ...{ bill_ids: at.both, amount: 23_000 },
      ...{ payment_method: 'SEPA_DEBIT', payment_method_id: debit.id, email: 'lucia@example.it' },
      mandate: { accepted: true },
    })
    expect(body.state).toBe('processing')
    const result = await test.call({ url: `/v1/checkout-result/${body.result_token}` })
    expect((result.body as CheckoutResult).parts.map(({ amount }) => amount)).toEqual([10_000, 8_000, 5_000])
    const [mandate] = await test.services.asSystem(
      (tx) => tx`select text from mandates where bill_id in ${tx(at.both)}`,
    )
    expect(mandate?.text).toBe(shown)
  })
})
