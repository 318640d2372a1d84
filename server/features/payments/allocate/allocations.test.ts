import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn } from '../../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { settleAttempt } from '../attempt/settle-attempt.ts'

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

/** An office with one condominium and one person, who has a bill of two instalments and a bill of one. */
async function office() {
  const customer_id = await makeCustomer(test.services)
  const { headers } = await signIn(test.services, 'customer', customer_id)
  const account_id = await makeAccount(test.services, customer_id)
  const subject_id = await makeSubject(test.services, customer_id)
  const whose = { account_id, subject_id }
  const first = await makeBill(test.services, customer_id, {
    ...whose,
    amounts: [10_000, 5_000],
    due_dates: ['2026-03-31', '2026-09-30'],
  })
  const second = await makeBill(test.services, customer_id, {
    ...whose,
    amounts: [8_000],
    due_dates: ['2026-06-30'],
  })
  const call = async <T>(method: 'GET' | 'POST', url: string, payload?: object, more: object = {}) => {
    const reply = await test.call({
      method,
      url,
      headers: { ...headers, ...more },
      ...(payload ? { payload } : {}),
    })
    return {
      status: reply.status,
      body: reply.body as T & { error?: string; fields?: Record<string, string> },
    }
  }
  const instalments = (bill_id: number) =>
    test.services.asSystem(
      (tx) => tx<{ instalment_id: number; settled: number }[]>`
        select instalment_id, settled from bill_instalments where bill_id = ${bill_id} order by position`,
    )
  const settled = async (bill_id: number) => (await instalments(bill_id)).map((each) => each.settled)
  return { customer_id, headers, ...whose, first, second, call, instalments, settled }
}

type Office = Awaited<ReturnType<typeof office>>
type Registered = { payment_id: number; surplus: number }
const transfer = (
  { account_id, subject_id, call }: Office,
  amount: number,
  more: object = {},
  key?: string,
) =>
  call<Registered>(
    'POST',
    '/v1/payments',
    { account_id, subject_id, amount, received_on: '2026-10-02', credit_surplus: true, ...more },
    key ? { 'idempotency-key': key } : {},
  )

const ledgerOf = (payment_id: number) =>
  test.services.asSystem(
    (tx) => tx<{ ledger_account: string; bill_id: number | null; amount: number }[]>`
      select l.ledger_account, l.bill_id, sum(l.amount)::bigint as amount
      from ledger_entries e join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
      where e.payment_id = ${payment_id}
      group by l.ledger_account, l.bill_id having sum(l.amount) <> 0 order by l.ledger_account, l.bill_id`,
  )

describe('a bank transfer', () => {
  it('without named bills settles the oldest due first, over several bills, and leaves a credit', async () => {
    const at = await office()
    const { account_id, subject_id, call, first, second } = at
    const plan = await call<{ rule: string; surplus: number; parts: object[] }>(
      'POST',
      '/v1/payments/preview',
      {
        ...{ account_id, subject_id, amount: 25_000 },
      },
    )
    expect(plan.body).toMatchObject({
      rule: 'oldest',
      surplus: 2_000,
      parts: [
        { bill_id: first.bill_id, amount: 10_000, due_date: '2026-03-31' },
        { bill_id: second.bill_id, amount: 8_000 },
        { bill_id: first.bill_id, amount: 5_000 },
      ],
    })
    const { status, body } = await transfer(at, 25_000, { reference: 'BONIFICO ROSSI LUCIA' })
    expect({ status, surplus: body.surplus }).toEqual({ status: 201, surplus: 2_000 })
    expect([await at.settled(first.bill_id), await at.settled(second.bill_id)]).toEqual([
      [10_000, 5_000],
      [8_000],
    ])
    expect(await ledgerOf(body.payment_id)).toEqual([
      { ledger_account: 'bank', bill_id: null, amount: 25_000 },
      { ledger_account: 'receivables', bill_id: first.bill_id, amount: -15_000 },
      { ledger_account: 'receivables', bill_id: second.bill_id, amount: -8_000 },
      { ledger_account: 'subject_credit', bill_id: null, amount: -2_000 },
    ])
    for (const { bill_id } of [first, second]) {
      const { body: bill } = await call<{ payments: { payment_id: number }[] }>('GET', `/v1/bills/${bill_id}`)
      expect(bill.payments.map(({ payment_id }) => payment_id)).toEqual([body.payment_id])
    }
  })

  it('with a named bill settles only that one', async () => {
    const at = await office()
    const { body } = await transfer(at, 9_000, { bill_ids: [at.second.bill_id] })
    expect(body.surplus).toBe(1_000)
    expect([await at.settled(at.first.bill_id), await at.settled(at.second.bill_id)]).toEqual([
      [0, 0],
      [8_000],
    ])
  })

  it('sent twice by the same form, even in parallel, is registered once', async () => {
    const at = await office()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => transfer(at, 10_000, {}, 'form_bonifico_1')),
    )
    expect(new Set(answers.map(({ body }) => body.payment_id)).size).toBe(1)
    expect(await at.settled(at.first.bill_id)).toEqual([10_000, 0])
  })

  it('cannot have a future date', async () => {
    const at = await office()
    const { status, body } = await transfer(at, 100, { received_on: '2199-01-01' })
    expect([status, body.fields?.received_on]).toEqual([
      400,
      'Si registra solo denaro già arrivato: la data non può essere nel futuro.',
    ])
  })

  it('of a person without bills there is refused', async () => {
    const at = await office()
    const subject_id = await makeSubject(test.services, at.customer_id)
    expect((await transfer({ ...at, subject_id }, 100)).body.error).toBe('no_bill')
  })
})

describe('credit', () => {
  it('is offered on the bill’s page and pays the bill as far as it suffices, once', async () => {
    const at = await office()
    await transfer(at, 26_000)
    const next = await makeBill(test.services, at.customer_id, { ...at, amounts: [4_000] })
    const seen = await test.call({ url: `/v1/mybill/${next.token}` })
    expect(seen.body).toMatchObject({ credit: 3_000, payable: 4_000 })
    const uses = await Promise.all(
      Array.from({ length: 4 }, () => test.call({ method: 'POST', url: `/v1/mybill/${next.token}/credit` })),
    )
    expect(uses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect(await at.settled(next.bill_id)).toEqual([3_000])
    const used = uses.find(({ status }) => status === 201)?.body as unknown as Registered
    expect(await ledgerOf(used.payment_id)).toEqual([
      { ledger_account: 'receivables', bill_id: next.bill_id, amount: -3_000 },
      { ledger_account: 'subject_credit', bill_id: null, amount: 3_000 },
    ])
    expect((await test.call({ url: `/v1/mybill/${next.token}` })).body).toMatchObject({
      credit: 0,
      payable: 1_000,
    })
  })

  it('belongs to one condominium', async () => {
    const at = await office()
    await transfer(at, 26_000)
    const elsewhere = await makeBill(test.services, at.customer_id, { subject_id: at.subject_id })
    const reply = await at.call('POST', `/v1/bills/${elsewhere.bill_id}/credit`)
    expect([reply.status, reply.body.error]).toEqual([409, 'no_credit'])
    const { body } = await at.call<{ credit: number }>('GET', `/v1/subjects/${at.subject_id}`)
    expect(body.credit).toBe(3_000)
  })
})

describe('moving what a payment settles', () => {
  it('keeps both versions, moves receivables, and reopens the bill that it leaves', async () => {
    const at = await office()
    const { body } = await transfer(at, 8_000, { bill_ids: [at.second.bill_id] })
    const [oldest] = await at.instalments(at.first.bill_id)
    const moved = await at.call<{ allocations: object[] }>(
      'POST',
      `/v1/payments/${body.payment_id}/allocations`,
      {
        instalment_ids: [oldest?.instalment_id],
        amounts: [8_000],
        reason: 'Il bonifico era per la prima rata',
      },
    )
    expect(moved.body.allocations).toMatchObject([
      { version: 2, rule: 'manual', parts: [{ bill_id: at.first.bill_id, amount: 8_000 }] },
      { version: 1, rule: 'named', parts: [{ bill_id: at.second.bill_id, amount: 8_000 }] },
    ])
    expect([await at.settled(at.first.bill_id), await at.settled(at.second.bill_id)]).toEqual([
      [8_000, 0],
      [0],
    ])
    const { body: left } = await at.call<{ phase: string }>('GET', `/v1/bills/${at.second.bill_id}`)
    expect(left.phase).toBe('open')
    expect(await ledgerOf(body.payment_id)).toEqual([
      { ledger_account: 'bank', bill_id: null, amount: 8_000 },
      { ledger_account: 'receivables', bill_id: at.first.bill_id, amount: -8_000 },
    ])
  })

  it('never settles more than the amount due or paid, nor another person’s bill', async () => {
    const at = await office()
    const { body } = await transfer(at, 8_000)
    const move = (instalment_ids: (number | undefined)[], amounts: number[]) =>
      at.call('POST', `/v1/payments/${body.payment_id}/allocations`, {
        instalment_ids,
        amounts,
        reason: 'prova',
      })
    const [, second] = await at.instalments(at.first.bill_id)
    const [other] = await at.instalments(at.second.bill_id)
    expect((await move([second?.instalment_id], [5_001])).body.error).toBe('more_than_due')
    expect(
      (await move([second?.instalment_id, other?.instalment_id], [5_000, 3_001])).body.fields?.amounts,
    ).toContain('80,00')
    const foreign = await makeBill(test.services, at.customer_id, {})
    const [theirs] = await at.instalments(foreign.bill_id)
    expect((await move([theirs?.instalment_id], [100])).status).toBe(404)
    expect(await at.settled(at.first.bill_id)).toEqual([8_000, 0])
  })

  it('400: amounts that leave something, until the office says that it becomes credit', async () => {
    const at = await office()
    const { body } = await transfer(at, 8_000, { bill_ids: [at.second.bill_id] })
    const [oldest] = await at.instalments(at.first.bill_id)
    const move = (of: object) =>
      at.call('POST', `/v1/payments/${body.payment_id}/allocations`, {
        ...{ instalment_ids: [oldest?.instalment_id], amounts: [7_000], reason: 'prova', ...of },
      })
    const refused = await move({})
    expect([refused.status, refused.body.fields?.amounts?.replaceAll('\u00a0', ' ')]).toEqual([
      400,
      'Hai distribuito 70,00 € dei 80,00 € arrivati: 10,00 € restano. Mettili a credito, oppure correggi gli importi.',
    ])
    expect(await at.settled(at.first.bill_id)).toEqual([0, 0])
    expect((await move({ credit_surplus: true })).status).toBe(200)
    // Money that is credit already stays credit, and nothing is asked.
    expect((await move({})).status).toBe(200)
  })

  it('must allocate the money of a card completely', async () => {
    const at = await office()
    const paid = await test.call({
      method: 'POST',
      url: `/v1/stripe/charge/${at.second.token}`,
      payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa' },
    })
    const { payment_id } = paid.body as unknown as Registered
    const reply = await at.call('POST', `/v1/payments/${payment_id}/allocations`, {
      ...{ instalment_ids: [], amounts: [], reason: 'prova' },
    })
    expect(reply.body.fields?.amounts).toContain('80,00')
  })
})

describe('one payment', () => {
  it('over several bills settles each, and a returned debit reopens each', async () => {
    const at = await office()
    const method = await sandbox.stripe.paymentMethods.create({
      type: 'sepa_debit',
      sepa_debit: { iban: 'IT10D9999999999000000000003' },
      billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
    })
    const paid = await at.call<Registered & { state: string; amount: number }>('POST', '/v1/stripe/charge', {
      bill_ids: [at.first.bill_id, at.second.bill_id],
      ...{ payment_method: 'SEPA_DEBIT', payment_method_id: method.id, email: 'lucia@example.it' },
      mandate: { accepted: true },
    })
    expect(paid.body).toMatchObject({ state: 'processing', amount: 23_000 })
    const phases = () =>
      test.services.asSystem(
        (
          tx,
        ) => tx`select phase, settled, pending from bills where bill_id in ${tx([at.first.bill_id, at.second.bill_id])}
          order by bill_id`,
      )
    expect(await phases()).toMatchObject([
      { phase: 'pending', pending: 15_000 },
      { phase: 'pending', pending: 8_000 },
    ])
    const [attempt] = await test.services.asSystem(
      (tx) => tx`select attempt_id from payment_attempts where payment_id = ${paid.body.payment_id}`,
    )
    for (const seconds of [61, 86_400 * 2]) {
      await sandbox.advance(seconds)
      await settleAttempt(test.services, attempt?.attempt_id as number)
    }
    expect(await phases()).toMatchObject([
      { phase: 'returned', settled: 0, pending: 0 },
      { phase: 'returned', settled: 0, pending: 0 },
    ])
    const left = await ledgerOf(paid.body.payment_id)
    expect(left.filter(({ ledger_account }) => ledger_account === 'receivables')).toEqual([])
    const { body } = await at.call<{ allocations: { version: number; rule: string; parts: object[] }[] }>(
      'GET',
      `/v1/payments/${paid.body.payment_id}`,
    )
    expect(body.allocations.map(({ version, rule, parts }) => [version, rule, parts.length])).toEqual([
      [2, 'return', 0],
      [1, 'named', 3],
    ])
  })

  it('over several bills that was left waiting is withdrawn from the link of any of them', async () => {
    const at = await office()
    const waiting = await at.call<{ state: string }>('POST', '/v1/stripe/charge', {
      bill_ids: [at.first.bill_id, at.second.bill_id],
      ...{ payment_method: 'CARD', payment_method_id: 'pm_card_threeDSecure2Required' },
    })
    expect(waiting.body.state).toBe('requires_action')
    for (const { token } of [at.first, at.second])
      expect((await test.call({ url: `/v1/mybill/${token}` })).body).toMatchObject({
        last_payment: { state: 'requires_action' },
      })
    const paid = await test.call({
      method: 'POST',
      url: `/v1/stripe/charge/${at.second.token}`,
      payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa' },
    })
    expect(paid.body).toMatchObject({ state: 'succeeded', amount: 8_000 })
    expect([await at.settled(at.first.bill_id), await at.settled(at.second.bill_id)]).toEqual([
      [0, 0],
      [8_000],
    ])
  })

  it('never mixes people or condominiums', async () => {
    const at = await office()
    const other = await makeBill(test.services, at.customer_id, { account_id: at.account_id })
    const reply = await at.call('POST', '/v1/stripe/charge', {
      bill_ids: [at.first.bill_id, other.bill_id],
      ...{ payment_method: 'CARD', payment_method_id: 'pm_card_visa' },
    })
    expect([reply.status, reply.body.error]).toEqual([409, 'not_together'])
  })
})

describe('a part of what is due', () => {
  const payPart = (at: Office, amount: number) =>
    test.call({
      method: 'POST',
      url: `/v1/stripe/charge/${at.first.token}`,
      payload: { payment_method: 'CARD', payment_method_id: 'pm_card_visa', amount },
    })

  it('is accepted from the administrator’s minimum up, and settles the oldest instalment first', async () => {
    const at = await office()
    await test.services.asSystem(
      (tx) => tx`update accounts set minimum_payment = 3000 where account_id = ${at.account_id}`,
    )
    const paid = await payPart(at, 12_000)
    expect(paid.body).toMatchObject({ state: 'succeeded', amount: 12_000 })
    expect(await at.settled(at.first.bill_id)).toEqual([10_000, 2_000])
    const { payment_id } = paid.body as unknown as Registered
    const { body } = await at.call<{ allocations: { rule: string }[] }>('GET', `/v1/payments/${payment_id}`)
    expect(body.allocations[0]?.rule).toBe('oldest')
    expect((await payPart(at, 2_999)).status).toBe(400)
    expect((await payPart(at, 3_001)).status).toBe(400)
    expect((await payPart(at, 3_000)).body).toMatchObject({ state: 'succeeded' })
  })

  it('is refused at the field if only whole instalments are accepted', async () => {
    const reply = await payPart(await office(), 12_000)
    expect(reply.status).toBe(400)
    expect((reply.body as { fields?: Record<string, string> }).fields?.amount).toContain('rate intere')
  })
})
