import type { BillDetail } from '@saldo/contract/bills/bills'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn } from '../../../testing/people.ts'

type Refusal = { error: string; error_description: string; fields?: Record<string, string> }
type Reply<Body = BillDetail> = { status: number; body: Body & Refusal }

async function setUp(of: Parameters<typeof makeBill>[2] = {}) {
  const test = await withApp()
  const { services, call } = test
  const customer_id = await makeCustomer(services)
  const { headers } = await signIn(services, 'customer', customer_id)
  const bill = await makeBill(services, customer_id, of)
  const { bill_id, account_id, subject_id } = bill
  const same = {
    bill_id,
    account_id,
    subject_id,
    number: bill.number,
    description: 'Rata 3 di 4',
    unit: 'Int. 7, scala A',
    issue_date: '2026-09-01',
    lines: [{ description: 'Spese generali', amount: 41_250 }],
    instalments: [{ due_date: '2026-12-15', amount: 41_250 }],
  }
  const put = (sql: string) =>
    services.asSystem((tx) => tx.unsafe(sql.replace('$bill', `bill_id = ${bill_id}`)))
  return {
    ...test,
    customer_id,
    headers,
    bill,
    same,
    put,
    get: (as = headers): Promise<Reply> => call({ url: `/v1/bills/${bill_id}`, headers: as }),
    update: (body: object, as = headers): Promise<Reply> =>
      call({ method: 'POST', url: '/v1/bills', headers: as, payload: { ...same, ...body } }),
    cancel: (as = headers): Promise<Reply> =>
      call({ method: 'POST', url: `/v1/bills/cancel/${bill_id}`, headers: as }),
    link: (as = headers): Promise<Reply<{ url: string }>> =>
      call({ url: `/v1/bills/link/${bill_id}`, headers: as }),
    revoke: (as = headers): Promise<Reply<{ url: string }>> =>
      call({ method: 'POST', url: `/v1/bills/revoke-link/${bill_id}`, headers: as }),
    send: (
      ids = [bill_id],
      as = headers,
    ): Promise<Reply<Record<'sent' | 'without_email' | 'not_payable', number>>> =>
      call({ method: 'POST', url: '/v1/bills/send', headers: as, payload: { ids } }),
  }
}

describe('200', () => {
  it('changes an unpaid bill, and lists the changes', async () => {
    const { services, customer_id, update } = await setUp()
    const subject_id = await makeSubject(services, customer_id)
    const { status, body } = await update({
      subject_id,
      unit: null,
      lines: [{ description: 'Spese', amount: 40_000 }],
      instalments: [
        { due_date: '2027-02-01', amount: 10_000 },
        { due_date: '2027-01-01', amount: 30_000 },
      ],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      subject_id,
      unit: null,
      amount: 40_000,
      residue: 40_000,
      next_due_date: '2027-01-01',
    })
    expect(body.instalments.map(({ position, amount }) => [position, amount])).toEqual([
      [1, 30_000],
      [2, 10_000],
    ])
    expect(body.timeline.map(({ text }) => text)).toEqual([
      'Bolletta modificata: importo da 412,50\u00a0€ a 400,00\u00a0€, intestatario, unità, rate, voci',
    ])
  })

  it('records nothing if nothing changed, and keeps the number if none is sent', async () => {
    const { update, bill } = await setUp()
    const { body } = await update({ number: undefined })
    expect(body.number).toBe(bill.number)
    expect(body.timeline).toEqual([])
  })

  it('removes instalments that nobody tried to pay', async () => {
    const { update, get } = await setUp({ amounts: [20_000, 20_000, 1_250] })
    expect((await update({ instalments: [{ due_date: '2027-01-01', amount: 41_250 }] })).status).toBe(200)
    expect((await get()).body.instalments).toHaveLength(1)
  })

  it('moves a draft, also one in place of an issued bill, whose own link does not lead to it', async () => {
    const { services, customer_id, headers, call, bill, same, get } = await setUp()
    const elsewhere = await makeAccount(services, customer_id)
    const made: Reply = await call({ method: 'POST', url: `/v1/bills/reissue/${bill.bill_id}`, headers })
    const { bill_id, number, issue_date } = made.body
    const draft = { ...same, bill_id, number, issue_date, account_id: elsewhere, issue: true }
    const issued: Reply = await call({ method: 'POST', url: '/v1/bills', headers, payload: draft })
    expect([issued.status, issued.body.account_id, issued.body.phase]).toEqual([200, elsewhere, 'open'])
    const old: Reply = await call({ url: `/v1/mybill/${bill.token}` })
    expect(JSON.stringify(old.body)).not.toContain(number)
    expect((await get()).body).toMatchObject({ phase: 'cancelled', account_id: bill.account_id })
  })

  it('issues a draft', async () => {
    const { update } = await setUp({ draft: true })
    const { body } = await update({ issue: true })
    expect(body.phase).toBe('open')
    expect(body.timeline.map(({ kind }) => kind)).toEqual(['issued'])
  })

  it('cancels the bill, but keeps it with its history', async () => {
    const { cancel } = await setUp()
    const { body } = await cancel()
    expect(body).toMatchObject({
      phase: 'cancelled',
      state: 'cancelled',
      residue: 0,
      timeline: [{ kind: 'cancelled' }],
    })
  })

  it('returns the link that opens the bill, and a new one after it was revoked', async () => {
    const { call, link, revoke, bill, get } = await setUp()
    const open = (url: string) => call({ url: `/v1/mybill/${url.split('/').at(-1)}` })
    const first = (await link()).body.url
    expect(first).toMatch(new RegExp(`^http://localhost:3000/mybill/${bill.token}$`))
    expect((await link()).body.url).toBe(first)
    const second = (await revoke()).body.url
    expect(second).not.toBe(first)
    expect((await link()).body.url).toBe(second)
    expect((await open(first)).status).toBe(404)
    expect((await open(second)).status).toBe(200)
    expect((await get()).body.timeline.map(({ kind }) => kind)).toEqual(['link_revoked'])
  })

  it('mails each payable bill once a day, again with a new link, and says why others are not sent', async () => {
    const { services, customer_id, send, revoke, get, bill } = await setUp()
    const silent = await makeBill(services, customer_id, {
      subject_id: await makeSubject(services, customer_id, { email: null }),
    })
    const draft = await makeBill(services, customer_id, { draft: true })
    const ids = [bill.bill_id, bill.bill_id, silent.bill_id, draft.bill_id]
    for (const _again of [1, 2])
      expect((await send(ids)).body).toEqual({ sent: 1, without_email: 1, not_payable: 1 })
    expect(await mails()).toBe(1)
    await revoke()
    await send(ids)
    expect(await mails()).toBe(2)
    const sent = (await get()).body.timeline.filter(({ kind }) => kind === 'sent')
    expect(sent).toHaveLength(2)
    expect(sent[0]?.text).toMatch(/^Link non inviato a lucia\d+@example\.it \(nessun server di posta\)$/)
    async function mails() {
      const [row] = await services.asSystem((tx) => tx`select count(*) as mails from emails`)
      return row?.mails
    }
  })

  it('shows payments and the database’s amounts for them', async () => {
    const { services, bill, customer_id, get } = await setUp()
    await services.asSystem(
      (tx) => tx`
        insert into payments (customer_id, account_id, bill_id, subject_id, method, amount, state, failure_code)
        values (${customer_id}, ${bill.account_id}, ${bill.bill_id}, ${bill.subject_id}, 'CARD', 41250, 'failed',
          'insufficient_funds')`,
    )
    const { body } = await get()
    expect(body.payments).toMatchObject([{ method: 'CARD', amount: 41_250, state: 'failed', brand: null }])
    expect(body.payments[0]?.failure_reason).toContain('abbastanza denaro')
  })
})

describe('400', () => {
  it('refuses a due date before the issue, but accepts those with which the bill was issued', async () => {
    const { update, put } = await setUp()
    const before = await update({ instalments: [{ due_date: '2026-08-31', amount: 41_250 }] })
    expect(before.status).toBe(400)
    expect(before.body.fields?.['instalments.0.due_date']).toContain('01/09/2026')
    await put(`update bill_instalments set due_date = '2026-08-31' where $bill`)
    const kept = { instalments: [{ due_date: '2026-08-31', amount: 41_250 }] }
    expect((await update({ ...kept, description: 'Rata 3' })).status).toBe(200)
    await put(`update bills set status = 'draft' where $bill`)
    expect((await update({ ...kept, issue: true })).status).toBe(400)
  })
})

describe('404', () => {
  it('is the answer for strangers and for another customer', async () => {
    const { services, get, update, cancel, link, revoke, send } = await setUp()
    const stranger = (await signIn(services, 'customer')).headers
    const replies = [
      get(stranger),
      update({}, stranger),
      cancel(stranger),
      link(stranger),
      revoke(stranger),
      send(undefined, stranger),
    ]
    for (const reply of replies) expect((await reply).status).toBe(404)
    expect((await get()).body.timeline).toEqual([])
  })

  it('sends none if one of the bills belongs to another customer', async () => {
    const { services, send, bill } = await setUp()
    const theirs = await makeBill(services, await makeCustomer(services))
    expect((await send([bill.bill_id, theirs.bill_id])).status).toBe(404)
    const [row] = await services.asSystem((tx) => tx`select count(*) as mails from emails`)
    expect(row?.mails).toBe(0)
  })
})

describe('409', () => {
  it.each([
    ['pending', 'update bill_instalments set pending = amount where $bill', /in corso/],
    ['paid', 'update bill_instalments set settled = amount where $bill', /già pagata/],
    ['partly_paid', 'update bill_instalments set settled = 1 where $bill', /Una parte è già stata pagata/],
    ['cancelled', "update bills set status = 'cancelled' where $bill", /annullata/],
    ['disputed', 'update bills set disputed = true where $bill', /contestato/],
  ])('neither changes nor cancels a bill that is %s', async (phase, sql, why) => {
    const { update, cancel, get, put } = await setUp()
    await put(sql)
    expect((await get()).body.phase).toBe(phase)
    for (const refused of [await update({ description: 'altro' }), await cancel()]) {
      expect(refused.status).toBe(409)
      expect(refused.body.error_description).toMatch(why)
    }
    expect((await get()).body).toMatchObject({ phase, description: 'Rata 3 di 4' })
  })

  it('keeps received money when another instalment was returned', async () => {
    const { cancel, put } = await setUp({ amounts: [20_000, 21_250] })
    await put('update bill_instalments set returned = amount where $bill')
    await put('update bill_instalments set settled = amount where $bill and position = 1')
    const refused = await cancel()
    expect(refused.status).toBe(409)
    expect(refused.body.error_description).toMatch(/Una parte/)
  })

  it('changes a bill after a failed attempt, but does not remove the instalment of that attempt', async () => {
    const { services, customer_id, bill, update } = await setUp({ amounts: [20_000, 21_250] })
    await services.asSystem(async (tx) => {
      const { account_id, bill_id, subject_id } = bill
      const [payment] = await tx`
        insert into payments (customer_id, account_id, bill_id, subject_id, method, amount, state)
        values (${customer_id}, ${account_id}, ${bill_id}, ${subject_id}, 'CARD', 41250, 'failed') returning payment_id`
      const [attempt] = await tx`
        insert into payment_attempts (customer_id, bill_id, payment_id, state, provider_account, request)
        values (${customer_id}, ${bill_id}, ${payment?.payment_id}, 'failed', 'stripe', '{}') returning attempt_id`
      await tx`
        insert into attempt_instalments (attempt_id, instalment_id, customer_id, bill_id, amount, open)
        select ${attempt?.attempt_id}, instalment_id, customer_id, bill_id, amount, false from bill_instalments
        where bill_id = ${bill_id}`
    })
    const refused = await update({})
    expect(refused.status).toBe(409)
    expect(refused.body.error_description).toMatch(/ha già avuto un pagamento/)
    const instalments = [
      { due_date: '2027-01-01', amount: 1_250 },
      { due_date: '2027-02-01', amount: 40_000 },
    ]
    expect((await update({ instalments })).status).toBe(200)
  })

  it('refuses a number that is used in the condominium', async () => {
    const { services, customer_id, bill, update } = await setUp({ draft: true })
    const other = await makeBill(services, customer_id, { account_id: bill.account_id })
    const refused = await update({ number: other.number })
    expect(refused.status).toBe(409)
    expect(refused.body.fields).toHaveProperty('number')
  })

  it('refuses to change the number and date of an issued bill', async () => {
    const { update } = await setUp()
    for (const change of [{ number: 'Saldo caldaia' }, { issue_date: '2026-09-02' }]) {
      const refused = await update(change)
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([409, Object.keys(change)])
    }
  })

  it('refuses another condominium for an issued bill, so that its link asks for money on the same IBAN', async () => {
    const { services, customer_id, update, get, bill, call } = await setUp()
    const elsewhere = await makeAccount(services, customer_id)
    const shown = (): Promise<Reply<{ transfer: object | null }>> => call({ url: `/v1/mybill/${bill.token}` })
    const asked = async () => (await shown()).body.transfer
    const before = await asked()
    expect(before).toMatchObject({ iban: expect.any(String) })
    const refused = await update({ account_id: elsewhere })
    expect([refused.status, refused.body.error]).toEqual([409, 'not_editable'])
    expect(refused.body.fields?.account_id).toBe(
      'La bolletta è già emessa: il suo condominio non si cambia. Annullala e riemettila.',
    )
    expect((await get()).body.account_id).toBe(bill.account_id)
    expect(await asked()).toEqual(before)
  })

  it.each(['open', 'pending', 'cancelled', 'disputed'])(
    'the database refuses another condominium for a bill that is %s, whoever moves it',
    async (phase) => {
      const { services, customer_id, put } = await setUp()
      const elsewhere = await makeAccount(services, customer_id)
      if (phase === 'pending') await put('update bill_instalments set pending = amount where $bill')
      if (phase === 'cancelled') await put("update bills set status = 'cancelled' where $bill")
      if (phase === 'disputed') await put('update bills set disputed = true where $bill')
      await expect(put(`update bills set account_id = ${elsewhere} where $bill`)).rejects.toThrow(
        /issued bill/,
      )
      await expect(
        put(`update bills set account_id = ${elsewhere}, status = 'draft' where $bill`),
      ).rejects.toThrow(/issued bill/)
    },
  )

  it('refuses a link for a draft or a cancelled bill, and more than 254 new links', async () => {
    const { link, revoke, put } = await setUp({ draft: true })
    expect((await link()).status).toBe(409)
    expect((await revoke()).body.error_description).toMatch(/bozza/)
    await put("update bills set status = 'issued', link_version = 254 where $bill")
    expect((await revoke()).status).toBe(200)
    const last = (await link()).body.url
    const refused = await revoke()
    expect(refused.status).toBe(409)
    expect(refused.body.error).toBe('link_exhausted')
    expect((await link()).body.url).toBe(last)
    await put("update bills set status = 'cancelled' where $bill")
    expect((await link()).body.error_description).toMatch(/annullata/)
  })
})
