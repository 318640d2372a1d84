import { today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn } from '../../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const day = '2026-10-02'

/** An office with one condominium and two people, each with a bill of two instalments. */
async function office() {
  const customer_id = await makeCustomer(test.services)
  const { headers } = await signIn(test.services, 'customer', customer_id)
  const account_id = await makeAccount(test.services, customer_id)
  const person = async () => {
    const subject_id = await makeSubject(test.services, customer_id)
    const { bill_id, token } = await makeBill(test.services, customer_id, {
      ...{ account_id, subject_id, amounts: [10_000, 5_000], due_dates: ['2026-03-31', '2026-09-30'] },
    })
    return { subject_id, bill_id, token }
  }
  const [wrong, right] = [await person(), await person()]
  const call = async <T>(method: 'GET' | 'POST', url: string, payload?: object, key?: string) => {
    const { status, body, raw } = await test.call({
      ...{ method, url, headers: { ...headers, ...(key ? { 'idempotency-key': key } : {}) } },
      ...(payload ? { payload } : {}),
    })
    return { status, raw, body: body as T & { error?: string; fields?: Record<string, string> } }
  }
  const register = async (of: object = {}, key?: string) =>
    call<{ payment_id: number }>(
      'POST',
      '/v1/payments',
      {
        ...{ account_id, subject_id: wrong.subject_id, amount: 12_000, method: 'CASH', received_on: day },
        ...of,
      },
      key,
    )
  const reverse = (payment_id: number, of: object, key?: string) =>
    call<{ payment_id: number; replaced_by: number | null }>(
      'POST',
      `/v1/payments/${payment_id}/reversal`,
      of,
      key,
    )
  const bill = async (bill_id: number) =>
    (
      await call<{ phase: string; settled: number; timeline: { text: string }[] }>(
        'GET',
        `/v1/bills/${bill_id}`,
      )
    ).body
  const detail = async (payment_id: number) => (await call<Detail>('GET', `/v1/payments/${payment_id}`)).body
  const statement = async (subject_id: number) =>
    (await call<Statement>('GET', `/v1/subjects/statement/${subject_id}?from=2026-01-01&to=${today()}`)).body
  return { customer_id, account_id, wrong, right, call, register, reverse, bill, detail, statement }
}
type Detail = {
  state: string
  gross: number
  given_back: number
  net: number
  settled_at: string
  replaces: number | null
  reversal: { reason: string; replaced_by: number | null } | null
  timeline: { text: string }[]
}
type Statement = { paid: number; given_back: number; closing: number; lines: { kind: string }[] }

const entriesOf = (payment_id: number) =>
  test.services.asSystem(
    (tx) => tx<{ kind: string; day: string; ledger_account: string; amount: number }[]>`
      select e.kind, e.day, l.ledger_account, sum(l.amount)::bigint as amount
      from ledger_entries e join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
      where e.payment_id = ${payment_id} group by e.entry_id, e.kind, e.day, l.ledger_account
      order by e.entry_id, l.ledger_account`,
  )

describe('reversing a collection', () => {
  it('201: of another person moves it there, and every figure follows', async () => {
    const { wrong, right, register, reverse, bill, detail, statement } = await office()
    const { payment_id } = (await register()).body
    const { status, body } = await reverse(payment_id, {
      ...{ reason: 'other_person', subject_id: right.subject_id, note: 'Aveva detto interno 7' },
    })
    expect(status).toBe(201)
    const replaced_by = body.replaced_by as number
    expect(await bill(wrong.bill_id)).toMatchObject({ phase: 'open', settled: 0 })
    expect(await bill(right.bill_id)).toMatchObject({ phase: 'partly_paid', settled: 12_000 })
    expect(await detail(payment_id)).toMatchObject({
      ...{ state: 'reversed', gross: 0, given_back: 0, net: 0 },
      reversal: { reason: 'other_person', replaced_by },
    })
    expect(await detail(replaced_by)).toMatchObject({
      state: 'succeeded',
      gross: 12_000,
      replaces: payment_id,
    })
    expect((await detail(replaced_by)).settled_at.slice(0, 10)).toBe(day)
    expect(await statement(wrong.subject_id)).toMatchObject({ paid: 0, given_back: 0, closing: 15_000 })
    expect(await statement(right.subject_id)).toMatchObject({ paid: 12_000, closing: 3_000 })
  })

  it('201: adds entries dated today and changes none of before', async () => {
    const { right, register, reverse } = await office()
    const { payment_id } = (await register()).body
    const before = await entriesOf(payment_id)
    const { body } = await reverse(payment_id, { reason: 'other_person', subject_id: right.subject_id })
    const after = await entriesOf(payment_id)
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.slice(before.length)).toEqual([
      { kind: 'collection_reversed', day: today(), ledger_account: 'bank', amount: -12_000 },
      { kind: 'collection_reversed', day: today(), ledger_account: 'receivables', amount: 12_000 },
    ])
    expect(await entriesOf(body.replaced_by as number)).toEqual([
      { kind: 'collection', day: today(), ledger_account: 'bank', amount: 12_000 },
      { kind: 'collection', day: today(), ledger_account: 'receivables', amount: -12_000 },
    ])
  })

  it('201: is written in the history of payment, bill and person', async () => {
    const { wrong, right, call, register, reverse, bill, detail } = await office()
    const { payment_id } = (await register()).body
    const { replaced_by } = (
      await reverse(payment_id, { reason: 'other_person', subject_id: right.subject_id })
    ).body
    const last = (timeline: { text: string }[]) => timeline.at(-1)?.text.replaceAll('\u00a0', ' ')
    expect(last((await detail(payment_id)).timeline)).toBe(
      `Incasso stornato: ha pagato un’altra persona; registrato di nuovo come PG-${replaced_by}`,
    )
    expect(last((await detail(replaced_by as number)).timeline)).toContain(`al posto di PG-${payment_id}`)
    expect((await bill(wrong.bill_id)).timeline.map(({ text }) => text.replaceAll('\u00a0', ' '))).toContain(
      'Stornato l’incasso di 120,00 € in contanti del 02/10/2026: ha pagato un’altra persona',
    )
    const { body } = await call<{ items: { act: string; after: object }[] }>(
      'GET',
      `/v1/audit?noun=subjects&record=${wrong.subject_id}`,
    )
    expect(body.items[0]).toMatchObject({
      act: 'collection_reversed',
      after: { payment: `PG-${payment_id}`, collected: 12_000, replaced: `PG-${replaced_by}` },
    })
  })

  it('201: of another amount registers the right one for the same person', async () => {
    const { wrong, register, reverse, bill } = await office()
    const { payment_id } = (await register()).body
    const same = await reverse(payment_id, { reason: 'other_amount', amount: 12_000 })
    expect([same.status, same.body.fields?.amount]).toEqual([
      400,
      'È l’importo di prima: scrivi quello giusto.',
    ])
    expect((await reverse(payment_id, { reason: 'other_amount', amount: 2_000 })).status).toBe(201)
    expect(await bill(wrong.bill_id)).toMatchObject({ phase: 'partly_paid', settled: 2_000 })
  })

  it('201: by mistake registers nothing in its place, and the credit goes too', async () => {
    const { wrong, call, register, reverse, bill } = await office()
    const { payment_id } = (await register({ amount: 16_000, credit_surplus: true })).body
    expect(await bill(wrong.bill_id)).toMatchObject({ phase: 'paid' })
    const { status, body } = await reverse(payment_id, { reason: 'by_mistake' })
    expect([status, body.replaced_by]).toEqual([201, null])
    expect(await bill(wrong.bill_id)).toMatchObject({ phase: 'open', settled: 0 })
    expect((await call('GET', `/v1/subjects/${wrong.subject_id}`)).body).toMatchObject({ credit: 0 })
  })

  it('201: sent again by the same form, even in parallel, happens once', async () => {
    const { right, register, reverse } = await office()
    const { payment_id } = (await register()).body
    const order = { reason: 'other_person', subject_id: right.subject_id }
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => reverse(payment_id, order, 'form_reversal_1')),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(replies.map(({ body }) => body.replaced_by)).size).toBe(1)
    const again = await reverse(payment_id, order, 'form_reversal_2')
    expect([again.status, again.body.error]).toEqual([409, 'reversed'])
  })

  it('409: the key of another reversal is refused with what it registered', async () => {
    const { right, register, reverse } = await office()
    const { payment_id } = (await register()).body
    const first = await reverse(payment_id, { reason: 'other_amount', amount: 1_300 }, 'form_reversal_3')
    const other = { reason: 'other_person', subject_id: right.subject_id }
    expect(await reverse(payment_id, other, 'form_reversal_3')).toMatchObject({
      status: 409,
      body: { error: 'idempotency_key_reused', payment_id: first.body.replaced_by },
    })
  })

  it('201: two people at once, each for the other, wait for one another', async () => {
    const { wrong, right, register, reverse, bill } = await office()
    const one = (await register({ amount: 1_000 })).body.payment_id
    const other = (await register({ amount: 2_000, subject_id: right.subject_id })).body.payment_id
    const replies = await Promise.all([
      reverse(one, { reason: 'other_person', subject_id: right.subject_id }),
      reverse(other, { reason: 'other_person', subject_id: wrong.subject_id }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect([(await bill(wrong.bill_id)).settled, (await bill(right.bill_id)).settled]).toEqual([2_000, 1_000])
  })

  it('400: the same person, or a right person for a mere mistake', async () => {
    const { wrong, right, register, reverse, detail } = await office()
    const { payment_id } = (await register()).body
    const same = await reverse(payment_id, { reason: 'other_person', subject_id: wrong.subject_id })
    expect(same.body.fields?.subject_id).toContain('È la persona di prima')
    for (const reason of ['by_mistake', 'other_amount'])
      expect(
        (await reverse(payment_id, { reason, subject_id: right.subject_id })).body.fields,
      ).toHaveProperty('reason')
    expect((await detail(payment_id)).state).toBe('succeeded')
  })

  it('409: what was refunded, and a credit that has paid something else', async () => {
    const { account_id, customer_id, wrong, call, register, reverse } = await office()
    const first = (await register({ amount: 1_000 })).body.payment_id
    await call('POST', `/v1/stripe/refund/${first}`, { amount: 100, reason: 'duplicate' })
    expect((await reverse(first, { reason: 'by_mistake' })).body.error).toBe('not_reversible')
    const second = (await register({ amount: 20_000, credit_surplus: true })).body.payment_id
    const next = await makeBill(test.services, customer_id, {
      ...{ account_id, subject_id: wrong.subject_id, amounts: [500] },
    })
    await call('POST', `/v1/bills/${next.bill_id}/credit`)
    expect((await reverse(second, { reason: 'by_mistake' })).body.error).toBe('credit_spent')
  })

  it('409: a surplus that nobody put to credit, and nothing is reversed', async () => {
    const { right, register, reverse, detail, bill } = await office()
    const { payment_id } = (await register()).body
    const refused = await reverse(payment_id, {
      ...{ reason: 'other_person', subject_id: right.subject_id, amount: 15_001 },
    })
    expect([refused.status, refused.body.error]).toEqual([409, 'surplus'])
    expect((await detail(payment_id)).state).toBe('succeeded')
    expect((await bill(right.bill_id)).settled).toBe(0)
  })

  it('201: leaves a closed period as it was shown', async () => {
    const { account_id, wrong, call, register, reverse } = await office()
    const { payment_id } = (await register()).body
    await call('POST', `/v1/books/closings/${account_id}`, { closed_to: '2026-10-31' })
    const shown = () =>
      call('GET', `/v1/subjects/statement/${wrong.subject_id}?from=2026-01-01&to=2026-10-31`)
    const before = (await shown()).body
    expect(before).toMatchObject({ paid: 12_000, closing: 3_000 })
    expect((await reverse(payment_id, { reason: 'by_mistake' })).status).toBe(201)
    expect((await shown()).body).toEqual(before)
  })

  it('the database keeps a reversed payment reversed', async () => {
    const { register, reverse } = await office()
    const { payment_id } = (await register()).body
    await reverse(payment_id, { reason: 'by_mistake' })
    await expect(
      test.services.asSystem(
        (tx) => tx`update payments set state = 'succeeded' where payment_id = ${payment_id}`,
      ),
    ).rejects.toThrow('is reversed')
    await expect(
      test.services.asSystem((tx) => tx`delete from collection_reversals where payment_id = ${payment_id}`),
    ).rejects.toThrow('permission denied')
  })
})

describe('after a reversal', () => {
  it('the receipt says that it is void, and whoever had it is told', async () => {
    const { wrong, call, register, reverse } = await office()
    await test.services.asSystem(
      (tx) => tx`update subjects set email = 'lucia@example.it' where subject_id = ${wrong.subject_id}`,
    )
    const { payment_id } = (await register({ send_receipt: true })).body
    const url = `/v1/payments/receipt/${payment_id}`
    const before = (await call('GET', url)).raw
    await reverse(payment_id, { reason: 'by_mistake', tell_payer: true })
    const after = await call('GET', url)
    expect(after.status).toBe(200)
    expect(after.raw.equals(before)).toBe(false)
    const mails = await test.services.asSystem(
      (tx) =>
        tx`select template, to_address, text from emails where bill_id = ${wrong.bill_id} order by email_id`,
    )
    expect(mails.map(({ template, to_address }) => [template, to_address])).toEqual([
      ['receipt', 'lucia@example.it'],
      ['receipt-void', 'lucia@example.it'],
    ])
    expect(mails[0]?.text).toContain('pagato il 02/10/2026 in contanti')
    expect(mails[1]?.text).toMatch(/annullato la registrazione[\s\S]*ricevuta RIC-2026\/\d+/)
  })

  it('the bill is offered, reminded and counted as open', async () => {
    const { account_id, wrong, call, register, reverse } = await office()
    const { payment_id } = (await register({ amount: 15_000 })).body
    await reverse(payment_id, { reason: 'by_mistake' })
    expect((await test.call({ url: `/v1/mybill/${wrong.token}` })).body).toMatchObject({
      ...{ payable: 15_000, last_payment: null },
    })
    const remind = await call('POST', '/v1/reminders/preview', {
      bill_ids: [wrong.bill_id],
    })
    expect(remind.body).toMatchObject({ letters: [{ bills: 1, amount: 15_000 }], left_out: [] })
    const { body } = await call<{ residue: number }>('GET', `/v1/bills/summary?account_id=${account_id}`)
    expect(body.residue).toBe(30_000)
  })

  it('the same money can be registered again without a question', async () => {
    const { register, reverse } = await office()
    const { payment_id } = (await register()).body
    expect((await register()).status).toBe(409)
    await reverse(payment_id, { reason: 'by_mistake' })
    expect((await register()).status).toBe(201)
  })
})
