import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn } from '../../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

async function office() {
  const customer_id = await makeCustomer(test.services)
  const { headers } = await signIn(test.services, 'customer', customer_id)
  const account_id = await makeAccount(test.services, customer_id)
  const billOf = (subject_id: number, amounts: number[], due_dates?: string[]) =>
    makeBill(test.services, customer_id, {
      ...{ account_id, subject_id, amounts },
      ...(due_dates ? { due_dates } : {}),
    })
  const call = async <T>(url: string, payload: object, key?: string) => {
    const { status, body } = await test.call({
      ...{
        method: 'POST',
        url,
        payload,
        headers: { ...headers, ...(key ? { 'idempotency-key': key } : {}) },
      },
    })
    return { status, body: body as T & { error?: string; fields?: Record<string, string> } }
  }
  const settled = async (bill_id: number) => {
    const rows = await test.services.asSystem(
      (tx) => tx`
        select instalment_id, settled from bill_instalments where bill_id = ${bill_id} order by position`,
    )
    return {
      ids: rows.map((each) => each.instalment_id as number),
      cents: rows.map((each) => each.settled as number),
    }
  }
  const subject_id = await makeSubject(test.services, customer_id)
  return { customer_id, account_id, subject_id, billOf, call, settled }
}
type Registered = { payment_id: number; surplus: number }

describe('a collection registered by hand', () => {
  it.each([
    ['CASH', 'in contanti'],
    ['CHEQUE', 'con assegno'],
    ['POSTAL_SLIP', 'con bollettino postale'],
    ['BANK_TRANSFER', 'con bonifico'],
    ['OTHER', 'in altro modo'],
  ])('201: %s is on payment, bill and ledger', async (method, how) => {
    const { account_id, subject_id, billOf, call } = await office()
    const { bill_id } = await billOf(subject_id, [10_000])
    const { status, body } = await call<Registered>('/v1/payments', {
      ...{ account_id, subject_id, amount: 4_000, received_on: '2026-10-02', method, note: 'In studio' },
    })
    expect(status).toBe(201)
    const [payment] = await test.services.asSystem(
      (tx) => tx`
        select p.method, p.state, p.note, e.kind, e.day from payments p
        join ledger_entries e on e.payment_id = p.payment_id where p.payment_id = ${body.payment_id}`,
    )
    expect(payment).toMatchObject({
      method,
      state: 'succeeded',
      note: 'In studio',
      kind: 'collection',
      day: '2026-10-02',
    })
    const events = await test.services.asSystem(
      (tx) => tx`select text from bill_events where bill_id = ${bill_id}`,
    )
    expect(events.map(({ text }) => text.replaceAll('\u00a0', ' '))).toContain(`Pagati 40,00 € ${how}`)
  })

  it('201: settles what the office chose, cent by cent', async () => {
    const { account_id, subject_id, billOf, call, settled } = await office()
    const first = await billOf(subject_id, [10_000, 5_000], ['2026-03-31', '2026-09-30'])
    const { ids } = await settled(first.bill_id)
    const order = { account_id, subject_id, amount: 3_000, received_on: '2026-10-02', method: 'CASH' }
    const chosen = { ...order, instalment_ids: [ids[1]], amounts: [3_000] }
    expect((await call('/v1/payments', { ...chosen, amounts: [5_001] })).body.error).toBe('more_than_due')
    expect((await call('/v1/payments', { ...chosen, amounts: [3_001] })).body.fields).toHaveProperty(
      'amounts',
    )
    expect((await call('/v1/payments', { ...chosen, amounts: undefined })).status).toBe(400)
    expect((await call('/v1/payments', chosen)).status).toBe(201)
    expect((await settled(first.bill_id)).cents).toEqual([0, 3_000])
  })

  it('409: the key of another collection is refused with what it registered, whoever sends it', async () => {
    const { customer_id, account_id, subject_id, billOf, call } = await office()
    const { bill_id } = await billOf(subject_id, [10_000])
    const order = { account_id, subject_id, amount: 5_000, received_on: '2026-10-02', method: 'CASH' }
    const { payment_id } = (await call<Registered>('/v1/payments', order, 'form_other_1')).body
    const other = await call('/v1/payments', { ...order, amount: 1 }, 'form_other_1')
    expect([other.status, other.body]).toEqual([
      409,
      expect.objectContaining({ error: 'idempotency_key_reused', payment_id }),
    ])
    const of_bills = { bill_ids: [bill_id], amounts: [1], received_on: '2026-10-02', method: 'CASH' }
    expect((await call('/v1/payments/of-bills', of_bills, 'form_other_1')).status).toBe(409)
    const colleague = await signIn(test.services, 'customer', customer_id)
    const asColleague = (payload: object) =>
      test.call({
        ...{ method: 'POST', url: '/v1/payments', payload },
        headers: { ...colleague.headers, 'idempotency-key': 'form_other_1' },
      })
    expect((await asColleague({ ...order, amount: 2 })).status).toBe(409)
    expect(await asColleague(order)).toMatchObject({ status: 201, body: { payment_id } })
    const [sum] = await test.services.asSystem(
      (tx) => tx`select sum(amount)::int as cents from payments where subject_id = ${subject_id}`,
    )
    expect(sum?.cents).toBe(5_000)
  })

  it('409: a day before the bill’s issue, or of another year, until it is confirmed', async () => {
    const { account_id, subject_id, billOf, call } = await office()
    const { bill_id } = await billOf(subject_id, [10_000])
    const order = { account_id, subject_id, amount: 4_000, received_on: '2020-12-23', method: 'CASH' }
    const { body: preview } = await call<{ why_confirm_day: string }>('/v1/payments/preview', order)
    expect(preview.why_confirm_day).toContain('01/09/2026')
    const refused = await call('/v1/payments', order)
    expect([refused.status, refused.body.error]).toEqual([409, 'unusual_day'])
    expect(refused.body.fields).toEqual({ confirm_day: preview.why_confirm_day })
    const of_bills = { bill_ids: [bill_id], amounts: [1_000], received_on: '2026-08-31', method: 'CASH' }
    expect((await call('/v1/payments/of-bills', of_bills)).body.error).toBe('unusual_day')
    expect((await call('/v1/payments/of-bills', { ...of_bills, confirm_day: true })).status).toBe(201)
    expect((await call('/v1/payments', { ...order, confirm_day: true })).status).toBe(201)
    expect((await call('/v1/payments', { ...order, received_on: '2026-09-01' })).body.error).not.toBe(
      'unusual_day',
    )
  })

  it('409: what exceeds the debts becomes credit only if the office says so', async () => {
    const { account_id, subject_id, billOf, call } = await office()
    await billOf(subject_id, [10_000])
    const order = { account_id, subject_id, amount: 10_500, received_on: '2026-10-02', method: 'CASH' }
    const refused = await call('/v1/payments', order)
    expect([refused.status, refused.body.error]).toEqual([409, 'surplus'])
    expect(refused.body.fields?.credit_surplus?.replaceAll('\u00a0', ' ')).toBe(
      'Il condominio ha solo 100,00 € da incassare da questa persona: 5,00 € restano. Mettili a credito, oppure correggi l’importo.',
    )
    const { body } = await call<Registered>(
      '/v1/payments',
      { ...order, credit_surplus: true },
      'form_surplus_1',
    )
    expect(body.surplus).toBe(500)
    expect((await call('/v1/payments', { ...order, credit_surplus: true }, 'form_surplus_1')).body).toEqual(
      body,
    )
  })

  it('400: a receipt without an address', async () => {
    const { account_id, subject_id, billOf, call } = await office()
    await billOf(subject_id, [10_000])
    await test.services.asSystem(
      (tx) => tx`update subjects set email = null where subject_id = ${subject_id}`,
    )
    const { status, body } = await call('/v1/payments', {
      ...{ account_id, subject_id, amount: 100, received_on: '2026-10-02', send_receipt: true },
    })
    expect([status, body.fields?.send_receipt]).toEqual([
      400,
      'Manca l’e-mail di chi ha pagato: aggiungila in anagrafica.',
    ])
  })

  it('409: the same sum within days, although it came in another way', async () => {
    const { account_id, subject_id, billOf, call } = await office()
    await billOf(subject_id, [10_000])
    const order = { account_id, subject_id, amount: 100, received_on: '2026-10-02' }
    await call('/v1/payments', { ...order, method: 'CASH' })
    expect((await call('/v1/payments', { ...order, method: 'BANK_TRANSFER' })).body.error).toBe(
      'looks_like_duplicate',
    )
  })
})

type Refusal = { error: string; error_description: string; fields?: Record<string, string> }
type Preview = {
  open: { bill_id: number }[]
  meant: object
  held: object[]
  surplus: number
  error_description: string
}

describe('the preview of a collection', () => {
  /** A bill of which a debit holds part, one under dispute, one that is free. */
  async function heldBills() {
    const at = await office()
    const { customer_id, account_id, subject_id } = at
    const debited = await at.billOf(subject_id, [10_000])
    const contested = await at.billOf(subject_id, [7_000])
    const free = await at.billOf(subject_id, [3_000])
    const card = {
      account_id,
      subject_id,
      amount: 7_000,
      received_on: '2026-10-01',
      bill_ids: [contested.bill_id],
    }
    const { payment_id } = (await at.call<Registered>('/v1/payments', card)).body
    await test.services.asSystem(async (tx) => {
      await tx`update payments set state = 'disputed' where payment_id = ${payment_id}`
      const pay = async (bill_id: number, method: string, amount: number, state: string) =>
        tx`insert into payments ${tx({ ...{ customer_id, account_id, subject_id, bill_id }, method, amount, state })}`
      await pay(debited.bill_id, 'SEPA_DEBIT', 10_000, 'processing')
      await tx`update bill_instalments set pending = 10000 where bill_id = ${debited.bill_id}`
      await tx`update bills set disputed = true where bill_id = ${contested.bill_id}`
    })
    return { ...at, debited, contested, free }
  }

  it('200: says what is held, by what, and what can be registered', async () => {
    const { account_id, subject_id, call, free } = await heldBills()
    const { status, body } = await call<Preview>('/v1/payments/preview', {
      account_id,
      subject_id,
      amount: 5_000,
    })
    expect(status).toBe(200)
    expect(body.open.map(({ bill_id }) => bill_id)).toEqual([free.bill_id])
    expect(body).toMatchObject({ meant: { bill_numbers: [], due: 3_000 }, surplus: 2_000 })
    expect(body.held).toMatchObject([
      { amount: 10_000, because: 'pending', method: 'SEPA_DEBIT' },
      { because: 'disputed', method: null },
    ])
  })

  it('200: of a named bill, what can be registered of that one', async () => {
    const { account_id, subject_id, call, debited } = await heldBills()
    const of = { account_id, subject_id, amount: 5_000, bill_ids: [debited.bill_id] }
    const { body } = await call<Preview>('/v1/payments/preview', of)
    const [{ number }] = (await test.services.asSystem(
      (tx) => tx`select number from bills where bill_id = ${debited.bill_id}`,
    )) as unknown as [{ number: string }]
    expect(body).toMatchObject({ meant: { bill_numbers: [number], due: 0 }, surplus: 5_000 })
  })

  it('409: registering the same says what holds the bills that are meant, and by how much', async () => {
    const { account_id, subject_id, call, debited, contested } = await heldBills()
    const refusal = async (more: object) => {
      const order = {
        account_id,
        subject_id,
        amount: 5_000,
        received_on: '2026-10-02',
        confirm_under_way: true,
      }
      const { status, body } = await call<Refusal>('/v1/payments', { ...order, ...more })
      expect([status, body.error, body.fields?.credit_surplus]).toEqual([
        ...[409, 'surplus', body.error_description],
      ])
      return body.error_description.replaceAll('\u00a0', ' ')
    }
    const of = {
      debited: `La bolletta ${debited.number} è già in addebito per 100,00 €: si registra solo se l’addebito non riesce.`,
      contested: `La bolletta ${contested.number} è contestata per 70,00 €: prima decide la banca del pagatore.`,
    }
    const then = 'Mettili a credito, oppure correggi l’importo.'
    expect(await refusal({})).toBe(
      `${of.debited} ${of.contested} Da questa persona si possono registrare solo 30,00 €: 20,00 € restano. ${then}`,
    )
    expect(await refusal({ bill_ids: [debited.bill_id] })).toBe(
      `${of.debited} Della bolletta ${debited.number} non si può registrare niente: 50,00 € restano. ${then}`,
    )
  })

  it('409: where the person has no bill, it names the condominiums where they have', async () => {
    const { customer_id, subject_id, call } = await heldBills()
    const elsewhere = await makeAccount(test.services, customer_id, { name: 'Via Piana 9' })
    const { status, body } = await call<Preview>('/v1/payments/preview', {
      ...{ account_id: elsewhere, subject_id, amount: 5_000 },
    })
    expect([status, body.error]).toEqual([409, 'no_bill'])
    expect(body.error_description.replaceAll('\u00a0', ' ')).toMatch(
      /^Questa persona non ha bollette in questo condominio: 50,00 € qui non si possono registrare\. Ne ha in: .+\.$/,
    )
  })

  it('200: of a selection, says of a debited bill and of a disputed one why nothing can be registered', async () => {
    const { call, debited, contested } = await heldBills()
    const { body } = await call<{ bills: { why_not: string }[] }>('/v1/payments/of-bills/preview', {
      bill_ids: [debited.bill_id, contested.bill_id],
    })
    expect(body.bills[0]?.why_not).toContain('è già in addebito per 100,00')
    expect(body.bills[1]?.why_not).toContain('è contestata')
  })
})

it('200: a preview of what is registered instead counts the wrong one as reversed', async () => {
  const { account_id, subject_id, billOf, call } = await office()
  const { bill_id } = await billOf(subject_id, [10_000])
  const order = { account_id, subject_id, amount: 10_000, received_on: '2026-10-02' }
  const { payment_id } = (await call<Registered>('/v1/payments', order)).body
  const preview = (more: object) =>
    call<{ surplus: number; parts: object[]; same: object[] }>('/v1/payments/preview', { ...order, ...more })
  expect((await preview({})).body).toMatchObject({ surplus: 10_000, parts: [], same: [{ payment_id }] })
  expect((await preview({ instead_of: payment_id })).body).toMatchObject({
    ...{ surplus: 0, parts: [{ bill_id, amount: 10_000 }], same: [] },
  })
})

describe('collections of several bills', () => {
  async function threeBills() {
    const at = await office()
    const other = await makeSubject(test.services, at.customer_id)
    const bills = [
      await at.billOf(at.subject_id, [10_000]),
      await at.billOf(at.subject_id, [10_000]),
      await at.billOf(other, [7_000]),
    ]
    const bill_ids = bills.map(({ bill_id }) => bill_id)
    const order = { bill_ids, amounts: [10_000, 10_000, 2_000], method: 'CASH', received_on: '2026-10-02' }
    const all = async () => Promise.all(bill_ids.map(async (id) => (await at.settled(id)).cents[0]))
    return { ...at, bill_ids, order, all }
  }

  it('200: the preview says what is due on each, and why nothing can be registered', async () => {
    const { bill_ids, call } = await threeBills()
    await call('/v1/payments/of-bills', {
      ...{ bill_ids: [bill_ids[0]], amounts: [10_000], method: 'CASH', received_on: '2026-09-01' },
    })
    const { body } = await call<{ bills: object[] }>('/v1/payments/of-bills/preview', { bill_ids })
    expect(body.bills).toMatchObject([
      { bill_id: bill_ids[0], still_due: 0, why_not: 'È già pagata.' },
      { bill_id: bill_ids[1], still_due: 10_000, why_not: null },
      { bill_id: bill_ids[2], still_due: 7_000, why_not: null },
    ])
  })

  it('201: one for each, although two are alike; the same form again registers nothing more', async () => {
    const { order, all, call } = await threeBills()
    const replies = await Promise.all(
      [1, 2, 3].map(() => call('/v1/payments/of-bills', order, 'form_of_bills_1')),
    )
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await all()).toEqual([10_000, 10_000, 2_000])
  })

  it('409: the key of another form is refused, also for other bills', async () => {
    const { order, bill_ids, all, call } = await threeBills()
    const first = { ...order, bill_ids: [bill_ids[0]], amounts: [111] }
    const { body } = await call<{ payment_ids: number[] }>('/v1/payments/of-bills', first, 'form_of_bills_2')
    for (const other of [
      { ...first, amounts: [222] },
      { ...first, bill_ids: [bill_ids[1]] },
      { ...order, amounts: [111, 222, 333] },
    ])
      expect(await call('/v1/payments/of-bills', other, 'form_of_bills_2')).toMatchObject({
        status: 409,
        body: { error: 'idempotency_key_reused', payment_id: body.payment_ids[0] },
      })
    expect(await all()).toEqual([111, 0, 0])
  })

  it('409: one that cannot be registered leaves all as they were', async () => {
    const { order, all, call } = await threeBills()
    const { status, body } = await call('/v1/payments/of-bills', {
      ...order,
      amounts: [10_000, 10_000, 7_001],
    })
    expect([status, body.error]).toEqual([409, 'more_than_due'])
    expect(body.fields?.amounts?.replaceAll('\u00a0', ' ')).toMatch(
      /^Bolletta .+: dei 70,01 € indicati se ne possono registrare solo 70,00 €\.$/,
    )
    expect(await all()).toEqual([0, 0, 0])
  })

  it('409: one that looks registered already, until it is confirmed', async () => {
    const { order, bill_ids, call } = await threeBills()
    const first = { ...order, bill_ids: [bill_ids[0]], amounts: [10_000] }
    expect((await call('/v1/payments/of-bills', first)).status).toBe(201)
    const second = { ...order, bill_ids: [bill_ids[1]], amounts: [10_000] }
    expect((await call('/v1/payments/of-bills', second)).body.error).toBe('looks_like_duplicate')
    expect(
      (await call('/v1/payments/of-bills', { ...second, confirmed_bill_ids: [bill_ids[1]] })).status,
    ).toBe(201)
  })
})
