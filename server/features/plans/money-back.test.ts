import type { PlanDetail } from '@saldo/contract/bills/plans'
import { evenRates } from '@saldo/domain/arrears/instalment-plan'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { acceptPlan } from '../../testing/features/plan-fixtures.ts'
import { refundFixtures } from '../../testing/features/refund-fixtures.ts'
import { makeAccount, makeBill, makeSubject } from '../../testing/people.ts'
import { sweepPlans } from './sweep-plans.job.ts'

let fixtures: Awaited<ReturnType<typeof refundFixtures>>
beforeAll(async () => {
  fixtures = await refundFixtures()
})
afterAll(() => fixtures.close())

type Bill = Awaited<ReturnType<typeof makeBill>>
const first = addDays(today(), 60)
const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
  const reply = await fixtures.test.call({
    method,
    url,
    headers: fixtures.headers,
    ...(payload ? { payload } : {}),
  })
  return {
    status: reply.status,
    body: reply.body as { error?: string; payment_id: number; state: string; plan_id: number },
  }
}

/** A debtor with these bills and instalments; the first has been overdue for a month. */
async function debtor(...asked: number[][]) {
  const of = {
    account_id: await makeAccount(fixtures.test.services, fixtures.customer_id),
    subject_id: await makeSubject(fixtures.test.services, fixtures.customer_id),
  }
  const bills: Bill[] = []
  for (const amounts of asked) {
    const due_dates = amounts.map((_, at) => addDays(today(), at === 0 ? -30 : 30))
    bills.push(await makeBill(fixtures.test.services, fixtures.customer_id, { ...of, amounts, due_dates }))
  }
  /** Pays the first instalment of a bill by card. */
  const pay = async ({ token, bill_id }: { token: string; bill_id: number }) => {
    const instalments = await fixtures.test.services.asSystem(
      (tx) => tx<{ instalment_id: number }[]>`
        select instalment_id from bill_instalments where bill_id = ${bill_id} order by position limit 1`,
    )
    const instalment_ids = instalments.map(({ instalment_id }) => instalment_id)
    const payment = { payment_method: 'CARD', payment_method_id: 'pm_card_visa', email: 'lucia@example.it' }
    const reply = await fixtures.test.call({
      method: 'POST',
      url: `/v1/stripe/charge/${token}`,
      payload: { ...payment, instalment_ids },
    })
    expect(reply.body).toMatchObject({ state: 'succeeded' })
    return (reply.body as { payment_id: number }).payment_id
  }
  const plan = async (cents: number, count: number) => {
    const made = await call('POST', '/v1/plans', {
      bill_ids: bills.map(({ bill_id }) => bill_id),
      rates: evenRates(cents, count, first, 1),
    })
    expect(made.status).toBe(201)
    const { email } = made.body as unknown as PlanDetail
    expect((await acceptPlan(fixtures.test, bills[0]?.token as string, email)).status).toBe(200)
    return made.body.plan_id
  }
  return { ...of, bills, pay, plan }
}
const stateOf = async (plan_id: number) => (await call('GET', `/v1/plans/${plan_id}`)).body.state
const stands = (bill_id: number) =>
  fixtures.test.services.asSystem(
    async (tx) => (await tx`select settled, residue, phase from bills where bill_id = ${bill_id}`)[0],
  )

it('409: a refund or a new allocation that would reopen a bill in a plan', async () => {
  const { bills, pay, plan } = await debtor([10_000, 20_000])
  const [bill] = bills
  const payment_id = await pay(bill as Bill)
  const plan_id = await plan(20_000, 2)
  expect((await fixtures.refund(payment_id, { amount: 5_000 })).body.error).toBe('in_plan')
  await call('POST', `/v1/plans/withdraw/${plan_id}`, {})
  expect((await fixtures.refund(payment_id, { amount: 5_000 })).status).toBe(201)
})

it('409: moving a transfer away from a bill in a plan that it settles', async () => {
  const { bills, plan } = await debtor([30_000], [10_000])
  const ids = bills.slice(0, 1).map(({ bill_id }) => bill_id)
  const of = await call('GET', `/v1/bills/${ids[0]}`)
  const { account_id, subject_id } = of.body as unknown as { account_id: number; subject_id: number }
  const paid = await call('POST', '/v1/payments', {
    ...{ account_id, subject_id, bill_ids: ids, amount: 10_000, received_on: today(), credit_surplus: true },
  })
  expect(paid.status).toBe(201)
  await plan(30_000, 2)
  const moved = await call('POST', `/v1/payments/${paid.body.payment_id}/allocations`, {
    ...{ instalment_ids: [], amounts: [], credit_surplus: true, reason: 'Era di un altro' },
  })
  expect(moved.body.error).toBe('in_plan')
})

it('a payment that is disputed after the plan began is owed, but no rate counts as missed', async () => {
  const { bills, pay, plan } = await debtor([10_000, 20_000])
  const [bill] = bills
  const payment_id = await pay(bill as Bill)
  const plan_id = await plan(20_000, 2)
  await fixtures.sandbox.dispute(await fixtures.chargeOf(payment_id))
  await fixtures.test.services.asSystem((tx) =>
    fixtures.test.services.queue.enqueue(tx, 'sweep-disputes', {}),
  )
  await runJobs(fixtures.test.services)
  await sweepPlans(fixtures.test.services, {})
  expect(await stateOf(plan_id)).toBe('active')
})

it('a refund that fails after a plan was accepted settles the bill again, whatever rows the plan made', async () => {
  const { bills, pay, plan } = await debtor([10_000], [5_000])
  const [one] = bills
  const payment_id = await pay(one as Bill)
  expect((await fixtures.refund(payment_id)).status).toBe(201)
  await plan(15_000, 2)
  const object = (await fixtures.detail(payment_id)).refunds[0]?.provider_object as string
  await fixtures.sandbox.failRefund(object)
  await fixtures.test.services.asSystem(
    (tx) => tx`update refunds set next_check_at = now() where provider_object = ${object}`,
  )
  await fixtures.sweepNow()
  expect(await stands(one?.bill_id as number)).toEqual({ settled: 10_000, residue: 0, phase: 'paid' })
  expect(await fixtures.creditOf(one?.subject_id as number)).toBeFalsy()
})
