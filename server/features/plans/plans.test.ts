import type { PlanDetail, PublicPlan } from '@saldo/contract/bills/plans'
import { evenRates, planStates, planTransitions } from '@saldo/domain/arrears/instalment-plan'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { acceptPlan, codeFor } from '../../testing/features/plan-fixtures.ts'
import { newsOf } from '../../testing/news.ts'
import { makeAccount, makeBill, makeSubject, signIn } from '../../testing/people.ts'
import { sweepPlans } from './sweep-plans.job.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

type Headers = Record<string, string>
type Refusal = { error: string; error_description: string; fields: Record<string, string> }
const post = async <B>(url: string, payload: object, headers: Headers = {}) => {
  const { status, body } = await test.call({ method: 'POST', url, headers, payload })
  return { status, body: body as B & Refusal }
}
const get = async <B>(url: string, headers: Headers = {}) => {
  const { status, body } = await test.call({ url, headers })
  return { status, body: body as B & Refusal }
}
const first = addDays(today(), 20)
const late = (days: number) => addDays(today(), -days)

/** A person with two bills in one condominium, one partly paid: 100,00 + 250,00 − 60,00. */
async function debtor() {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const account_id = await makeAccount(test.services, customer_id)
  const subject_id = await makeSubject(test.services, customer_id)
  const of = { account_id, subject_id }
  const one = await makeBill(test.services, customer_id, { ...of, amounts: [10_000], due_dates: [late(90)] })
  const two = await makeBill(test.services, customer_id, {
    ...of,
    amounts: [5_000, 20_000],
    due_dates: [late(60), late(30)],
  })
  await settle(two.bill_id, [5_000, 1_000])
  const propose = (of: object = {}) =>
    post<PlanDetail>(
      '/v1/plans',
      { bill_ids: [one.bill_id, two.bill_id], rates: evenRates(29_000, 4, first, 1), ...of },
      headers,
    )
  return { headers, customer_id, account_id, subject_id, one, two, propose }
}
/** Marks cents of each instalment as received, as payments would. */
const settle = (bill_id: number, cents: number[]) =>
  test.services.asSystem(async (tx) => {
    for (const [at, settled] of cents.entries())
      await tx`update bill_instalments set settled = ${settled} where bill_id = ${bill_id} and position = ${at + 1}`
  })
const instalments = (bill_id: number) =>
  test.services.asSystem(
    (tx) => tx<{ position: number; due_date: string; amount: number; settled: number }[]>`
      select position, due_date, amount, settled from bill_instalments where bill_id = ${bill_id} order by position`,
  )
const billOf = (bill_id: number) =>
  test.services.asSystem(async (tx) => (await tx`select * from bills where bill_id = ${bill_id}`)[0])
const mails = (bill_id: number, template: string) =>
  test.services.asSystem(
    (tx) =>
      tx`select to_address, subject, text from emails where bill_id = ${bill_id} and template = ${template}`,
  )
const accept = async (token: string, email: string) => {
  const { status, body } = await acceptPlan(test, token, email)
  return { status, body: body as PublicPlan & Refusal }
}
/** Moves a plan's days into the past. */
const advancePlanDays = (plan_id: number, days: number) =>
  test.services.asSystem(async (tx) => {
    await tx`update plans set expires_on = expires_on - ${days}::int where plan_id = ${plan_id}`
    await tx`update plan_rates set due_date = due_date - ${days}::int where plan_id = ${plan_id}`
    await tx`
      update bill_instalments set due_date = due_date - ${days}::int
      where settled < amount and bill_id in (select bill_id from plan_bills where plan_id = ${plan_id})`
  })

describe('POST /v1/plans', () => {
  it('201: mails the proposal with its link, and does not change the bills', async () => {
    const { one, two, propose } = await debtor()
    const before = [await instalments(one.bill_id), await instalments(two.bill_id)]
    const { status, body: plan } = await propose({ note: 'Come d’accordo al telefono.' })
    expect(status).toBe(201)
    expect(plan).toMatchObject({ state: 'proposed', amount: 29_000, rates_count: 4, grace_days: 10 })
    expect(plan.bills.map(({ amount }) => amount)).toEqual([10_000, 19_000])
    expect(plan.agreement).toContain('entro 10 giorni')
    const [mail] = await mails(one.bill_id, 'plan-proposal')
    expect(mail?.text).toContain(`/#/piano/${one.token}`)
    expect(mail?.text).toContain('Come d’accordo al telefono.')
    expect([await instalments(one.bill_id), await instalments(two.bill_id)]).toEqual(before)
  })

  it.each([
    ['rates that do not add up', { rates: evenRates(28_999, 4, first, 1) }, 'rates'],
    ['a rate in the past', { rates: evenRates(29_000, 1, late(1), 1) }, 'rates.0.due_date'],
    ['rates out of order', { rates: evenRates(29_000, 2, first, 1).toReversed() }, 'rates.1.due_date'],
    ['no rate', { rates: [] }, 'rates'],
    ['no bill', { bill_ids: [] }, 'bill_ids'],
    ['an end in the past', { expires_on: '2020-01-01' }, 'expires_on'],
  ])('400: %s, at the field', async (_what, of, field) => {
    const { propose } = await debtor()
    const { status, body } = await propose(of)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  it('409: a second plan on the same bill, another person’s bill, a paid one, or a person without address', async () => {
    const { propose, one, two, customer_id, account_id } = await debtor()
    expect((await propose()).status).toBe(201)
    expect((await propose()).body.error).toBe('already_exists')
    const stranger = await makeBill(test.services, customer_id, { account_id })
    expect((await propose({ bill_ids: [one.bill_id, stranger.bill_id] })).body.error).toBe('not_together')
    await settle(two.bill_id, [5_000, 20_000])
    expect((await propose({ bill_ids: [two.bill_id] })).body.error).toBe('not_payable')
    const silent = await makeSubject(test.services, customer_id, { email: null })
    const owed = await makeBill(test.services, customer_id, {
      account_id,
      subject_id: silent,
      amounts: [29_000],
    })
    expect((await propose({ bill_ids: [owed.bill_id] })).body.error).toBe('no_email')
  })

  it('404: an unknown bill', async () => {
    const { propose } = await debtor()
    expect((await propose({ bill_ids: [999_999_999] })).status).toBe(404)
  })
})

describe('accepting', () => {
  it('200: the rates replace the due dates; received money stays, and the bills keep their total', async () => {
    const { propose, one, two, customer_id } = await debtor()
    const { body: plan } = await propose()
    const accepted = await accept(one.token, plan.email)
    expect(accepted).toMatchObject({ status: 200, body: { state: 'active' } })
    const rates = evenRates(29_000, 4, first, 1)
    const [a, b, c, d] = rates.map(({ due_date }) => due_date)
    expect((await instalments(one.bill_id)).map(({ due_date, amount }) => [due_date, amount])).toEqual([
      [a, 7_250],
      [b, 2_750],
    ])
    expect(
      (await instalments(two.bill_id)).map(({ due_date, amount, settled }) => [due_date, amount, settled]),
    ).toEqual([
      [late(60), 5_000, 5_000],
      [late(30), 1_000, 1_000],
      [b, 4_500, 0],
      [c, 7_250, 0],
      [d, 7_250, 0],
    ])
    expect(await billOf(two.bill_id)).toMatchObject({ amount: 25_000, settled: 6_000, next_due_date: b })
    expect(await mails(one.bill_id, 'plan-accepted')).toHaveLength(1)
    expect(await newsOf(test.services, customer_id)).toMatchObject([{ title: 'Piano di rientro accettato' }])
  })

  it('stores who, when and from where, and the accepted text', async () => {
    const { propose, one, headers } = await debtor()
    const { body: plan } = await propose()
    await post(`/v1/mybill/${one.token}/plan/code`, {})
    await test.call({
      method: 'POST',
      url: `/v1/mybill/${one.token}/plan/accept`,
      headers: { 'user-agent': 'Prova/1.0' },
      payload: { code: await codeFor(test, plan.email) },
    })
    const { body } = await get<PlanDetail>(`/v1/plans/${plan.plan_id}`, headers)
    expect(body).toMatchObject({
      state: 'active',
      accepted_from: '127.0.0.1',
      accepted_with: 'Prova/1.0',
      agreement: plan.agreement,
    })
    expect(body.accepted_at).not.toBeNull()
  })

  it('400: a wrong code, and after five of them also the right one', async () => {
    const { propose, one } = await debtor()
    const { body: plan } = await propose()
    await post(`/v1/mybill/${one.token}/plan/code`, {})
    const right = await codeFor(test, plan.email)
    const wrong = right === '000000' ? '000001' : '000000'
    for (let tried = 0; tried < 5; tried += 1) {
      const refused = await post(`/v1/mybill/${one.token}/plan/accept`, { code: wrong })
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['code']])
    }
    expect((await post(`/v1/mybill/${one.token}/plan/accept`, { code: right })).status).toBe(400)
  })

  it('429: a second code at once; another address gets no code', async () => {
    const { propose, one } = await debtor()
    await propose()
    await post(`/v1/mybill/${one.token}/plan/code`, { email: 'altro@example.it' })
    expect(await codeFor(test, 'altro@example.it')).toBeUndefined()
    expect((await post(`/v1/mybill/${one.token}/plan/code`, {})).body.error).toBe('code_sent')
  })

  it('409: once something was paid meanwhile, or it is accepted, withdrawn or expired', async () => {
    const paid = await debtor()
    const { body: plan } = await paid.propose()
    await settle(paid.one.bill_id, [1_000])
    expect((await accept(paid.one.token, plan.email)).body.error).toBe('debt_changed')

    const twice = await debtor()
    const { body: again } = await twice.propose()
    await accept(twice.one.token, again.email)
    expect((await post(`/v1/mybill/${twice.one.token}/plan/code`, {})).body.error).toBe('plan_accepted')

    const back = await debtor()
    const { body: withdrawn } = await back.propose()
    await post(`/v1/plans/withdraw/${withdrawn.plan_id}`, {}, back.headers)
    expect((await post(`/v1/mybill/${back.one.token}/plan/code`, {})).body.error).toBe('plan_closed')

    const old = await debtor()
    const { body: expired } = await old.propose()
    await advancePlanDays(expired.plan_id, 15)
    expect((await post(`/v1/mybill/${old.one.token}/plan/code`, {})).body.error).toBe('plan_closed')
    await sweepPlans(test.services, {})
    expect((await get<PlanDetail>(`/v1/plans/${expired.plan_id}`, old.headers)).body.state).toBe('expired')
    // Its bills are free again.
    expect((await old.propose()).status).toBe(201)
  })

  it('409: changing a bill in a plan; it can be changed once the plan is withdrawn', async () => {
    const { propose, one, headers } = await debtor()
    const { body: plan } = await propose()
    const { bill_id, account_id, subject_id } = one
    const change = () =>
      post(
        '/v1/bills',
        {
          ...{ bill_id, account_id, subject_id, description: 'Altro', issue_date: '2026-09-01' },
          lines: [{ description: 'Spese', amount: 9_000 }],
          instalments: [{ due_date: first, amount: 9_000 }],
        },
        headers,
      )
    expect((await change()).body.error).toBe('in_plan')
    await post(`/v1/plans/withdraw/${plan.plan_id}`, {}, headers)
    expect((await change()).status).toBe(200)
  })

  it('404: a bill without a plan', async () => {
    const { one } = await debtor()
    expect((await get(`/v1/mybill/${one.token}/plan`)).status).toBe(404)
  })

  it('keeps the row of an instalment that somebody tried to pay, also if there are fewer rates', async () => {
    const { headers, customer_id } = await signIn(test.services, 'customer')
    const bill = await makeBill(test.services, customer_id, {
      amounts: [4_000, 3_000, 3_000],
      due_dates: [late(90), late(60), late(30)],
    })
    const tried = await test.services.asSystem(async (tx) => {
      const payer = {
        customer_id,
        account_id: bill.account_id,
        bill_id: bill.bill_id,
        subject_id: bill.subject_id,
      }
      const [payment] = await tx`
        insert into payments ${tx({ ...payer, method: 'CARD', amount: 6_000, state: 'failed' })} returning payment_id`
      const [attempt] = await tx`
        insert into payment_attempts ${tx({ customer_id, bill_id: bill.bill_id, payment_id: payment?.payment_id, provider_account: 'stripe', state: 'failed', request: {}, next_check_at: null })}
        returning attempt_id`
      return tx`
        insert into attempt_instalments (attempt_id, instalment_id, customer_id, bill_id, amount, open)
        select ${attempt?.attempt_id}, instalment_id, ${customer_id}, bill_id, 3000, false
        from bill_instalments where bill_id = ${bill.bill_id} and position > 1 returning instalment_id`
    })
    const { body: plan } = await post<PlanDetail>(
      '/v1/plans',
      { bill_ids: [bill.bill_id], rates: evenRates(10_000, 1, first, 1) },
      headers,
    )
    expect((await accept(bill.token, plan.email)).status).toBe(200)
    const rows = await test.services.asSystem(
      (tx) =>
        tx`select instalment_id, due_date, amount from bill_instalments where bill_id = ${bill.bill_id}`,
    )
    expect(rows.map(({ instalment_id }) => instalment_id).sort()).toEqual(
      tried.map(({ instalment_id }) => instalment_id).sort(),
    )
    expect(rows.map(({ due_date }) => due_date)).toEqual([first, first])
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(10_000)
  })
})

describe('an accepted plan', () => {
  const accepted = async () => {
    const found = await debtor()
    const { body: plan } = await found.propose()
    expect((await accept(found.one.token, plan.email)).status).toBe(200)
    const state = async () => (await get<PlanDetail>(`/v1/plans/${plan.plan_id}`, found.headers)).body.state
    return { ...found, plan, state }
  }

  it('stops reminders', async () => {
    const { headers, one } = await accepted()
    const { body } = await post<{ left_out: object[] }>(
      '/v1/reminders/preview',
      { bill_ids: [one.bill_id] },
      headers,
    )
    // Both bills of the plan: a letter would list all that its reader owes.
    expect(body.left_out).toEqual([{ reason: 'plan', count: 2 }])
  })

  it('lapses when a rate is missed beyond the grace: the rest gets its old due dates, and both sides are told', async () => {
    const { plan, state, one, two, customer_id } = await accepted()
    // The first instalment of the plan is paid, the second in part.
    await settle(one.bill_id, [7_250, 1_000])
    await advancePlanDays(plan.plan_id, 70)
    await sweepPlans(test.services, {})
    expect(await state()).toBe('lapsed')
    const left = async (bill_id: number) =>
      (await instalments(bill_id))
        .filter(({ amount, settled }) => settled < amount)
        .map(({ due_date, amount, settled }) => [due_date, amount - settled])
    expect(await left(one.bill_id)).toEqual([[late(90), 1_750]])
    expect(await left(two.bill_id)).toEqual([[late(30), 19_000]])
    expect(await billOf(one.bill_id)).toMatchObject({ amount: 10_000, settled: 8_250, phase: 'partly_paid' })
    expect((await mails(one.bill_id, 'plan-ended'))[0]?.text).toContain('207,50\u00a0€')
    expect((await newsOf(test.services, customer_id)).map(({ title }) => title)).toContain(
      'Piano di rientro decaduto',
    )
  })

  it('stays during the days of grace, and while a payment is pending', async () => {
    const { plan, state, one } = await accepted()
    await advancePlanDays(plan.plan_id, 30)
    await sweepPlans(test.services, {})
    expect(await state()).toBe('active')
    // Enough days, whatever Sundays and holidays move.
    await advancePlanDays(plan.plan_id, 7)
    const pending = (cents: number) =>
      test.services.asSystem(
        (tx) =>
          tx`update bill_instalments set pending = ${cents} where bill_id = ${one.bill_id} and position = 1`,
      )
    await pending(7_250)
    await sweepPlans(test.services, {})
    expect(await state()).toBe('active')
    await pending(0)
    await sweepPlans(test.services, {})
    expect(await state()).toBe('lapsed')
  })

  it('is done when everything is paid', async () => {
    const { state, one, two } = await accepted()
    for (const { bill_id } of [one, two])
      await test.services.asSystem(
        (tx) => tx`update bill_instalments set settled = amount where bill_id = ${bill_id}`,
      )
    await sweepPlans(test.services, {})
    await runJobs(test.services)
    expect(await state()).toBe('done')
  })

  it('restores the old due dates when the office withdraws it', async () => {
    const { plan, state, one, headers } = await accepted()
    expect((await post(`/v1/plans/withdraw/${plan.plan_id}`, {}, headers)).status).toBe(200)
    expect(await state()).toBe('withdrawn')
    expect(await instalments(one.bill_id)).toMatchObject([{ due_date: late(90), amount: 10_000 }])
    expect((await post(`/v1/plans/withdraw/${plan.plan_id}`, {}, headers)).body.error).toBe('plan_ended')
  })
})

describe('GET /v1/plans', () => {
  it('200: filters and sums', async () => {
    const { headers, propose, two, account_id } = await debtor()
    const { body: plan } = await propose()
    const ids = async (query: string) =>
      (await get<{ items: { plan_id: number }[] }>(`/v1/plans${query}`, headers)).body.items.map(
        ({ plan_id }) => plan_id,
      )
    expect(await ids(`?bill_id=${two.bill_id}&account_id=${account_id}`)).toEqual([plan.plan_id])
    expect(await ids('?state=active')).toEqual([])
    expect((await get('/v1/plans/summary', headers)).body).toMatchObject({ count: 1, amount: 29_000 })
    const file = await test.call({ url: '/v1/plans/export', headers })
    expect(file.raw.toString()).toContain('Proposto')
  })
})

it('the database allows the state changes of the domain, and no others', async () => {
  for (const from of planStates)
    for (const to of planStates) {
      const [row] = await test.services.asSystem((tx) => tx`select plan_may_move(${from}, ${to}) as may`)
      expect(row?.may, `${from} → ${to}`).toBe(planTransitions[from].includes(to))
    }
})
