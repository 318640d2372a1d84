import { evenRates } from '@saldo/domain/arrears/instalment-plan'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../../jobs/worker.ts'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeAccount, makeBill, makeSubject, signIn } from '../../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

type Reply = { error: string; error_description: string; payment_id: number; phase: string; settled: number }
type Plan = { plan_id: number }

async function office() {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const of = {
    account_id: await makeAccount(test.services, customer_id),
    subject_id: await makeSubject(test.services, customer_id),
  }
  const call = async <B = Reply>(method: 'GET' | 'POST', url: string, payload?: object) => {
    const reply = await test.call({ method, url, headers, ...(payload ? { payload } : {}) })
    return { status: reply.status, body: reply.body as B }
  }
  const bill = (amounts: number[]) => makeBill(test.services, customer_id, { ...of, amounts })
  const pay = async (amount: number, bill_id: number) =>
    (
      await call('POST', '/v1/payments', {
        ...of,
        amount,
        received_on: today(),
        bill_ids: [bill_id],
        credit_surplus: true,
      })
    ).body.payment_id
  const instalmentsOf = (bill_id: number) =>
    test.services.asSystem(
      (tx) => tx<{ instalment_id: number }[]>`
        select instalment_id from bill_instalments where bill_id = ${bill_id} order by position`,
    )
  const move = async (payment_id: number, bill_id: number, amount: number) => {
    const [instalment] = await instalmentsOf(bill_id)
    return call('POST', `/v1/payments/${payment_id}/allocations`, {
      ...{ instalment_ids: [instalment?.instalment_id], amounts: [amount], reason: 'Era per questa' },
    })
  }
  return { ...of, call, bill, pay, move }
}

describe('a bill that holds money', () => {
  it('cannot be cancelled after its own payment was refunded and another one was moved to it', async () => {
    const { bill, call, move, pay } = await office()
    const [one, two] = [await bill([21_673]), await bill([9_874])]
    const first = await pay(21_673, one.bill_id)
    expect((await call('POST', `/v1/stripe/refund/${first}`, { reason: 'duplicate' })).status).toBe(201)
    expect((await call('GET', `/v1/bills/${one.bill_id}`)).body).toMatchObject({
      phase: 'refunded',
      settled: 0,
    })
    const second = await pay(9_874, two.bill_id)
    expect((await move(second, one.bill_id, 9_874)).status).toBe(200)
    expect((await call('GET', `/v1/bills/${one.bill_id}`)).body).toMatchObject({
      ...{ phase: 'partly_paid', settled: 9_874 },
    })
    expect(await call('POST', `/v1/bills/cancel/${one.bill_id}`)).toMatchObject({
      ...{ status: 409, body: { error: 'not_cancellable' } },
    })
    expect((await call('POST', `/v1/bills/reissue/${one.bill_id}`)).status).toBe(409)
  })

  it('cannot be closed by any writer, because Postgres refuses it', async () => {
    const { bill, pay } = await office()
    const { bill_id } = await bill([5_000])
    await pay(1_000, bill_id)
    await expect(
      test.services.asSystem((tx) => tx`update bills set status = 'cancelled' where bill_id = ${bill_id}`),
    ).rejects.toMatchObject({ constraint_name: 'cancelled_holds_no_money' })
  })

  it('is shown as returned only while the returned amount is unsettled', async () => {
    const { bill, call, pay } = await office()
    const { bill_id } = await bill([6_000, 4_000])
    const phase = async () => (await call('GET', `/v1/bills/${bill_id}`)).body.phase
    await test.services.asSystem(
      (tx) => tx`update bill_instalments set returned = amount where bill_id = ${bill_id} and position = 2`,
    )
    expect(await phase()).toBe('returned')
    await pay(4_000, bill_id)
    expect(await phase()).toBe('partly_paid')
    await pay(6_000, bill_id)
    expect(await phase()).toBe('paid')
  })
})

describe('a bill in an instalment plan', () => {
  it('cannot be cancelled through any endpoint', async () => {
    const { bill, call } = await office()
    const { bill_id } = await bill([30_003])
    const rates = evenRates(30_003, 3, addDays(today(), 20), 1)
    const plan = await call<Plan>('POST', '/v1/plans', { bill_ids: [bill_id], rates })
    expect(plan.status).toBe(201)
    for (const door of [
      `/v1/bills/cancel/${bill_id}`,
      `/v1/bills/reissue/${bill_id}`,
      `/v1/bills/credit-note/${bill_id}`,
    ]) {
      const refused = await call(
        'POST',
        door,
        door.includes('credit-note') ? { amount: 100, reason: 'Sconto' } : undefined,
      )
      expect([door, refused.status, refused.body.error]).toEqual([door, 409, 'in_plan'])
    }
    const run = await call<{ run_id: number }>('POST', '/v1/bills/cancel', { ids: [bill_id] })
    expect(run.status).toBeLessThan(300)
    await runJobs(test.services)
    expect((await call('GET', `/v1/bills/${bill_id}`)).body.phase).toBe('open')
  })
})
