import type { LateInterest } from '@saldo/contract/bills/late-interest'
import type { PlanDetail } from '@saldo/contract/bills/plans'
import { interestOn, ratesOf } from '@saldo/domain/arrears/late-interest'
import { addDays, today } from '@saldo/domain/dates'
import { isItalianHoliday, nextWorkingDay } from '@saldo/domain/holidays'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { advanceDays } from '../../testing/advance-days.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { deliverEvents } from '../../testing/deliver-events.ts'
import { makeBill, signIn } from '../../testing/people.ts'
import { startSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { endUnpaid } from '../plans/end-plan.ts'

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

const ago = (days: number) => addDays(today(), -days)
const agreed = ratesOf({ kind: 'agreed', agreed_bps: 500 })
/** Interest at 5 %, rounded once: [cents, unpaid after, up to]. */
const atFive = (...spans: [number, string, string][]) =>
  interestOn([{ spans: spans.map(([principal, after, until]) => ({ principal, after, until })) }], agreed)
    .total

/** An office that charges 5 %, and a bill of 1,000.00 due seventy days ago. */
async function late(amounts = [100_000], due_dates = [ago(70)]) {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const bill = await makeBill(test.services, customer_id, { amounts, due_dates })
  const { account_id, subject_id, bill_id, token } = bill
  const call = async <B>(method: 'GET' | 'POST', url: string, payload?: object) => {
    const reply = await test.call({ method, url, headers, ...(payload ? { payload } : {}) })
    return { status: reply.status, body: reply.body as B & { error: string } }
  }
  await call('POST', '/v1/late-interest/rule', { account_id, kind: 'agreed', agreed_bps: 500 })
  const interest = async () => (await call<LateInterest>('GET', `/v1/late-interest/${bill_id}`)).body
  const charge = () => call<LateInterest>('POST', `/v1/late-interest/charge/${bill_id}`)
  const transfer = (amount: number, received_on: string) =>
    call<{ payment_id: number }>('POST', '/v1/payments', {
      account_id,
      subject_id,
      amount,
      received_on,
      credit_surplus: true,
    })
  const payOnline = async (how: object = {}) => {
    const { body } = await call<{ payment_id: number; state: string }>('POST', `/v1/stripe/charge/${token}`, {
      ...{ payment_method: 'CARD', payment_method_id: 'pm_card_visa', email: 'lucia@example.it' },
      ...how,
    })
    return body
  }
  const pass = (days: number) => advanceDays(test.services, bill_id, days)
  return { ...bill, headers, call, interest, charge, transfer, payOnline, pass }
}
const due = nextWorkingDay(ago(70))
const debit = async (iban: string) => {
  const method = await sandbox.stripe.paymentMethods.create({
    type: 'sepa_debit',
    sepa_debit: { iban },
    billing_details: { name: 'Lucia Rossi', email: 'lucia@example.it' },
  })
  return { payment_method: 'SEPA_DEBIT', payment_method_id: method.id, mandate: { accepted: true } }
}
const bankAnswers = async () => {
  await sandbox.advance(100)
  await deliverEvents(test, sandbox)
}

describe('interest on what was unpaid', () => {
  it('can still be claimed when the principal is paid late', async () => {
    const { interest, transfer, charge } = await late()
    const { amount } = await interest()
    expect(amount).toBe(atFive([100_000, due, today()]))
    expect((await transfer(100_000, today())).status).toBe(201)
    expect(await interest()).toMatchObject({
      ...{ amount, accrued: amount, charged: 0 },
      parts: [
        { due_date: ago(70), since: due, principal: 0, spans: [{ principal: 100_000, until: today() }] },
      ],
    })
    expect(await charge()).toMatchObject({ status: 201, body: { amount: 0, charged: amount } })
  })

  it('follows partial payments day by day, and is rounded once', async () => {
    const { interest, transfer } = await late([33_333, 33_333], [ago(70), ago(60)])
    await transfer(10_001, ago(50))
    await transfer(40_000, ago(20))
    const second = nextWorkingDay(ago(60))
    expect((await interest()).accrued).toBe(
      atFive(
        [33_333, due, ago(50)],
        [23_332, ago(50), ago(20)],
        [33_333, second, ago(20)],
        [16_665, ago(20), today()],
      ),
    )
  })

  it('is zero if the debt was paid in time, also on the working day after a holiday', async () => {
    const sunday = [70, 71, 72, 73, 74, 75, 76].map(ago).find(isItalianHoliday) as string
    const intime = await late([100_000], [sunday])
    await intime.transfer(100_000, nextWorkingDay(sunday))
    expect(await intime.interest()).toMatchObject({ accrued: 0, parts: [] })
    const after = await late([100_000], [sunday])
    await after.transfer(100_000, addDays(nextWorkingDay(sunday), 3))
    expect((await after.interest()).accrued).toBe(
      atFive([100_000, nextWorkingDay(sunday), addDays(nextWorkingDay(sunday), 3)]),
    )
  })

  it('is zero for settled money without a known payment', async () => {
    const { interest, bill_id } = await late()
    await test.services.asSystem(
      (tx) => tx`update bill_instalments set settled = 40000 where bill_id = ${bill_id}`,
    )
    expect((await interest()).accrued).toBe(atFive([60_000, due, today()]))
  })
})

describe('returned and refunded money', () => {
  it('counts from the due date if a debit was returned, as if it had never been paid', async () => {
    const { interest, payOnline, pass, bill_id } = await late([100_000], [ago(10)])
    await payOnline(await debit('IT10D9999999999000000000003'))
    // A pending payment counts as paid from the day it was started.
    await pass(60)
    expect((await interest()).accrued).toBe(atFive([100_000, due, ago(60)]))
    await bankAnswers()
    await bankAnswers()
    const [bill] = await test.services.asSystem(
      (tx) => tx`select phase from bills where bill_id = ${bill_id}`,
    )
    expect(bill?.phase).toBe('returned')
    expect(await interest()).toMatchObject({
      accrued: atFive([100_000, due, today()]),
      parts: [{ principal: 100_000 }],
    })
  })

  it('is charged for the earlier days, too, if money is returned after a charge', async () => {
    const { interest, payOnline, charge, pass, bill_id } = await late([100_000], [ago(10)])
    const { payment_id } = await payOnline()
    await pass(30)
    const claimed = (await charge()).body.charges[0]?.amount as number
    expect(claimed).toBe(atFive([100_000, nextWorkingDay(ago(40)), ago(30)]))
    await pass(30)
    const [attempt] = await test.services.asSystem(
      (tx) => tx`select provider_charge from payment_attempts where payment_id = ${payment_id}`,
    )
    await sandbox.dispute(attempt?.provider_charge as string)
    await deliverEvents(test, sandbox)
    // Nothing more is owed, except for the days by which `pass` moved the due date off a weekend.
    const sinceTheMove = atFive([100_000, due, ago(60)]) - claimed
    expect((await interest()).amount).toBe(Math.max(0, sinceTheMove))
    const [dispute] = await test.services.asSystem(
      (tx) => tx`select provider_object from disputes where payment_id = ${payment_id}`,
    )
    await sandbox.decide(dispute?.provider_object as string, 'lost')
    await deliverEvents(test, sandbox)
    const [bill] = await test.services.asSystem(
      (tx) => tx`select phase from bills where bill_id = ${bill_id}`,
    )
    expect(bill?.phase).toBe('returned')
    expect((await interest()).amount).toBe(atFive([100_000, due, today()]) - claimed)
  })

  it('counts again from the day of a refund', async () => {
    const { interest, payOnline, pass, headers } = await late([100_000], [ago(10)])
    const { payment_id } = await payOnline()
    await pass(40)
    const paid = ago(40)
    const refund = await test.call({
      method: 'POST',
      url: `/v1/stripe/refund/${payment_id}`,
      headers: { ...headers, 'idempotency-key': `refund-${payment_id}` },
      payload: { reason: 'requested_by_customer', amount: 30_000 },
    })
    expect(refund.status).toBe(201)
    await pass(20)
    const start = nextWorkingDay(ago(70))
    expect((await interest()).accrued).toBe(
      atFive([100_000, start, addDays(paid, -20)], [30_000, ago(20), today()]),
    )
  })
})

describe('a refund made by the office itself', () => {
  it('counts from the day of the refund, also if it is registered later', async () => {
    const { interest, transfer, headers } = await late()
    const { body } = await transfer(100_000, ago(30))
    const refund = await test.call({
      method: 'POST',
      url: `/v1/stripe/refund/${body.payment_id}`,
      headers: { ...headers, 'idempotency-key': `outside-${body.payment_id}` },
      payload: { reason: 'requested_by_customer', amount: 25_000, returned_on: ago(12) },
    })
    expect(refund.status).toBe(201)
    expect((await interest()).accrued).toBe(atFive([100_000, due, ago(30)], [25_000, ago(12), today()]))
  })

  it('lets credit pay from the day on which it is used', async () => {
    const first = await late([100_000], [ago(70)])
    const { headers, account_id, subject_id, customer_id, transfer } = first
    // 30.00 more than is owed becomes credit, which pays another bill.
    await transfer(130_000, ago(60))
    const other = await makeBill(test.services, customer_id, {
      ...{ account_id, subject_id, amounts: [30_000], due_dates: [ago(40)] },
    })
    expect((await first.call('POST', `/v1/bills/${other.bill_id}/credit`)).status).toBe(201)
    const of = async () =>
      (await test.call({ url: `/v1/late-interest/${other.bill_id}`, headers })).body as LateInterest
    const since = nextWorkingDay(ago(40))
    expect((await of()).accrued).toBe(atFive([30_000, since, today()]))
  })
})

describe('claims', () => {
  it('are reversed when the bill of interest is cancelled', async () => {
    const { interest, transfer, charge, call } = await late()
    await transfer(100_000, ago(5))
    const { accrued } = await interest()
    const [made] = (await charge()).body.charges
    expect(await interest()).toMatchObject({ amount: 0, charged: accrued })
    expect((await call('POST', `/v1/bills/cancel/${made?.bill_id}`, {})).status).toBe(200)
    expect(await interest()).toMatchObject({ amount: accrued, charged: 0, charges: [] })
  })

  it('keep their rate: a higher one does not charge the same days again', async () => {
    const { interest, charge, call, account_id, pass } = await late()
    const claimed = (await charge()).body.charged
    await call('POST', '/v1/late-interest/rule', { account_id, kind: 'agreed', agreed_bps: 1000 })
    expect(await interest()).toMatchObject({ accrued: claimed, amount: 0, excess: 0 })
    await pass(10)
    const fiveThenTen = [
      { from: '1900-01-01', to: ago(10), basis_points: 500 },
      { from: ago(9), to: today(), basis_points: 1000 },
    ]
    const span = { principal: 100_000, after: nextWorkingDay(ago(80)), until: today() }
    expect((await interest()).amount).toBe(interestOn([{ spans: [span] }], fiveThenTen).total - claimed)
  })

  it('report when a credit note reduced the debt below the claim', async () => {
    const { interest, charge, call, bill_id } = await late()
    const claimed = (await charge()).body.charged
    expect(
      (await call('POST', `/v1/bills/credit-note/${bill_id}`, { amount: 60_000, reason: 'Errore' })).status,
    ).toBe(201)
    const accrued = atFive([40_000, due, today()])
    expect(await interest()).toMatchObject({
      accrued,
      charged: claimed,
      amount: 0,
      excess: claimed - accrued,
    })
  })
})

describe('legal rates', () => {
  it('do not cover days before or after the table: these are not counted, and the reason is given', async () => {
    const { interest, call, account_id } = await late([100_000], ['2015-12-01'])
    await call('POST', '/v1/late-interest/rule', { account_id, kind: 'legal' })
    expect((await interest()).not_counted[0]).toBe(
      'Il saggio legale del 2015 non è nella tabella: i giorni prima del 01/01/2016 non sono contati.',
    )
  })
})

describe('an accepted plan', () => {
  type Late = Awaited<ReturnType<typeof late>>
  const accept = async ({ bill_id, token, call }: Late, rates: { due_date: string; amount: number }[]) => {
    const { body: plan } = await call<PlanDetail>('POST', '/v1/plans', { bill_ids: [bill_id], rates })
    await call('POST', `/v1/mybill/${token}/plan/code`, {})
    const code = await test.services.asSystem(async (tx) => {
      const [mail] = await tx`
        select subject, text from emails where to_address = ${plan.email} and template = 'one-time-code'
        order by email_id desc limit 1`
      return /\b(\d{6})\b/.exec(`${mail?.subject} ${mail?.text}`)?.[1]
    })
    expect((await call('POST', `/v1/mybill/${token}/plan/accept`, { code })).status).toBe(200)
    return plan
  }
  const inPlan = async () => {
    const found = await late()
    const plan = await accept(found, [
      { due_date: addDays(today(), 10), amount: 60_000 },
      { due_date: addDays(today(), 40), amount: 40_000 },
    ])
    await found.pass(20)
    // Due ninety days ago, plan accepted twenty days ago, its first instalment due ten days ago.
    return { ...found, plan, accepted: ago(20), first: nextWorkingDay(ago(10)), due: nextWorkingDay(ago(90)) }
  }

  it('keeps the interest accrued before, then counts the days of its rates', async () => {
    const { interest, accepted, first, due } = await inPlan()
    expect((await interest()).accrued).toBe(atFive([100_000, due, accepted], [60_000, first, today()]))
  })

  it('lets an earlier transfer count from its day, whether it was registered before or after the acceptance', async () => {
    const first = await late()
    await first.transfer(40_000, ago(50))
    await accept(first, [{ due_date: addDays(today(), 10), amount: 60_000 }])
    await first.pass(5)
    const after = await late()
    await accept(after, [
      { due_date: addDays(today(), 10), amount: 40_000 },
      { due_date: addDays(today(), 40), amount: 60_000 },
    ])
    await after.pass(5)
    await after.transfer(40_000, ago(55))
    const inBothOrders = atFive([100_000, nextWorkingDay(ago(75)), ago(55)], [60_000, ago(55), ago(5)])
    expect((await first.interest()).accrued).toBe(inBothOrders)
    expect((await after.interest()).accrued).toBe(inBothOrders)
  })

  it('keeps the days before a full payment that is registered later, also if the plan is withdrawn', async () => {
    const found = await late()
    const plan = await accept(found, [{ due_date: addDays(today(), 10), amount: 100_000 }])
    await found.transfer(30_000, addDays(due, 1))
    const paid = atFive([100_000, due, addDays(due, 1)], [70_000, addDays(due, 1), today()])
    expect((await found.interest()).accrued).toBe(paid)
    await found.call('POST', `/v1/plans/withdraw/${plan.plan_id}`, {})
    expect((await found.interest()).accrued).toBe(paid)
    // Registered after the plan has ended: the old due dates apply again.
    await found.transfer(70_000, addDays(due, 2))
    expect((await found.interest()).accrued).toBe(
      atFive([100_000, due, addDays(due, 1)], [70_000, addDays(due, 1), addDays(due, 2)]),
    )
  })

  it('does not count money as paid that was refunded before it, if the refund is registered after its end', async () => {
    const found = await late()
    const { body } = await found.transfer(40_000, ago(50))
    const { plan_id } = await accept(found, [{ due_date: addDays(today(), 10), amount: 60_000 }])
    // The transfer is less than the plan's total. The unpaid rest keeps the interest of the days before the acceptance.
    await found.transfer(20_000, today())
    const giveBack = (attempt: string) =>
      test.call({
        method: 'POST',
        url: `/v1/stripe/refund/${body.payment_id}`,
        headers: { ...found.headers, 'idempotency-key': `planned-${attempt}-${body.payment_id}` },
        payload: { reason: 'requested_by_customer', returned_on: ago(30) },
      })
    expect((await giveBack('in-plan')).status).toBe(409)
    await found.call('POST', `/v1/plans/withdraw/${plan_id}`, {})
    expect((await giveBack('after')).status).toBe(201)
    expect((await found.interest()).accrued).toBe(
      atFive([100_000, due, ago(50)], [60_000, ago(50), ago(30)], [100_000, ago(30), today()]),
    )
  })

  it('counts unpaid amounts from the old due date when it lapses; paid rates keep their days', async () => {
    const { interest, transfer, accepted, first, due, plan } = await inPlan()
    await transfer(60_000, ago(5))
    expect((await interest()).accrued).toBe(atFive([100_000, due, accepted], [60_000, first, ago(5)]))
    await test.services.asSystem((tx) =>
      endUnpaid(test.services, tx, plan.plan_id, { state: 'lapsed', actor: 'sistema' }),
    )
    await runJobs(test.services)
    expect((await interest()).accrued).toBe(
      atFive([60_000, due, accepted], [60_000, first, ago(5)], [40_000, due, today()]),
    )
  })
})
