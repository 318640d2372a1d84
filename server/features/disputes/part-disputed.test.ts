import type { PublicBill } from '@saldo/contract/bills/mybill'
import type { MyBill, MyBillsTogether } from '@saldo/contract/bills/mybills'
import type { ReminderPreview } from '@saldo/contract/bills/reminders'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { deliverEvents } from '../../testing/deliver-events.ts'
import { makeAccount, makeBill, makeSubject, signIn } from '../../testing/people.ts'
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

/** A bill of three instalments: the first was paid by card and is under dispute, the second is overdue. */
async function partDisputed() {
  const { services } = test
  const { headers, customer_id } = await signIn(services, 'customer')
  const resident = await signIn(services, 'consumer')
  const of = {
    account_id: await makeAccount(services, customer_id),
    subject_id: await makeSubject(services, customer_id, { user_id: resident.user_id }),
  }
  const bill = await makeBill(services, customer_id, {
    ...of,
    amounts: [10_000, 20_000, 5_000],
    due_dates: [addDays(today(), -60), addDays(today(), -30), addDays(today(), 90)],
  })
  const instalments = await services.asSystem(
    (tx) => tx<{ instalment_id: number }[]>`
      select instalment_id from bill_instalments where bill_id = ${bill.bill_id} order by position`,
  )
  const ids = instalments.map(({ instalment_id }) => instalment_id)
  const call = async <B>(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
    as: object = headers,
  ) => {
    const reply = await test.call({
      method,
      url: `/v1${url}`,
      headers: as as Record<string, string>,
      ...(payload ? { payload } : {}),
    })
    return { status: reply.status, body: reply.body as B }
  }
  const card = { payment_method: 'CARD', payment_method_id: 'pm_card_visa' }
  const charge = (payload: object) =>
    call<{ payment_id: number; error_description: string }>(
      ...(['POST', `/stripe/charge/${bill.token}`, { ...card, ...payload }, {}] as const),
    )
  const { body } = await charge({ instalment_ids: [ids[0]] })
  const [attempt] = await services.asSystem(
    (tx) => tx`select provider_charge from payment_attempts where payment_id = ${body.payment_id}`,
  )
  await sandbox.dispute(attempt?.provider_charge as string)
  await deliverEvents(test, sandbox)
  const billNow = async () =>
    (await call<{ phase: string; settled: number; residue: number }>('GET', `/bills/${bill.bill_id}`)).body
  expect(await billNow()).toMatchObject({ phase: 'disputed', settled: 10_000, residue: 25_000 })
  return { ...bill, ids, call, charge, billNow, resident: resident.headers }
}

describe('a bill of which one instalment is disputed', () => {
  it('asks for the other instalments on its page, with the transfer, and in the resident’s list', async () => {
    const { bill_id, token, call, resident } = await partDisputed()
    const { body: page } = await call<PublicBill>('GET', `/mybill/${token}`, undefined, {})
    expect(page).toMatchObject({ payable: 25_000, due_now: 20_000, not_payable_reason: null })
    expect(page.transfer?.amount).toBe(20_000)
    const list = await call<{ items: MyBill[] }>('GET', '/mybills?payable=1', undefined, resident)
    expect(list.body.items).toMatchObject([{ bill_id, payable: 25_000 }])
    const together = await call<MyBillsTogether>(
      'GET',
      `/mybills/together?ids=${bill_id}`,
      undefined,
      resident,
    )
    expect(together.body).toMatchObject({ payable: 25_000, due_now: 20_000 })
  })

  it('is paid by card for the others; the disputed one can be paid by nobody', async () => {
    const { ids, charge, billNow } = await partDisputed()
    const again = await charge({ instalment_ids: [ids[0]] })
    expect([again.status, again.body.error_description]).toEqual([
      409,
      'Una di queste rate è già pagata o in corso.',
    ])
    expect((await charge({})).status).toBe(201)
    expect(await billNow()).toMatchObject({ phase: 'disputed', settled: 30_000, residue: 5_000 })
    expect((await charge({})).status).toBe(201)
    expect(await billNow()).toMatchObject({ phase: 'disputed', settled: 35_000, residue: 0 })
    const done = await charge({})
    expect([done.status, done.body.error_description]).toEqual([
      409,
      'Il pagamento è contestato: aspetta la decisione della banca.',
    ])
  })

  it('is settled by money that the office received, alone or in a selection', async () => {
    const { bill_id, account_id, subject_id, call, billNow } = await partDisputed()
    const order = { account_id, subject_id, amount: 20_000, received_on: today() }
    expect((await call('POST', '/payments', order)).status).toBe(201)
    expect(await billNow()).toMatchObject({ phase: 'disputed', residue: 5_000 })
    const preview = await call<{ bills: object[] }>('POST', '/payments/of-bills/preview', {
      bill_ids: [bill_id],
    })
    expect(preview.body.bills).toMatchObject([{ bill_id, still_due: 5_000, why_not: null }])
    const many = { bill_ids: [bill_id], amounts: [5_000], method: 'CASH', received_on: today() }
    expect((await call('POST', '/payments/of-bills', many)).status).toBe(201)
    expect(await billNow()).toMatchObject({ phase: 'disputed', residue: 0 })
  })

  it('is reminded and mailed for what is overdue of the others', async () => {
    const { bill_id, call } = await partDisputed()
    const { body } = await call<ReminderPreview>('POST', '/reminders/preview', { bill_ids: [bill_id] })
    expect(body.letters).toMatchObject([{ bill_id, amount: 20_000 }])
    expect((await call('POST', '/bills/send', { ids: [bill_id] })).body).toMatchObject({
      ...{ sent: 1, not_payable: 0 },
    })
  })

  it('can be in a plan', async () => {
    const { bill_id, call } = await partDisputed()
    const plan = await call('POST', '/plans', {
      bill_ids: [bill_id],
      rates: [
        { due_date: addDays(today(), 30), amount: 15_000 },
        { due_date: addDays(today(), 60), amount: 10_000 },
      ],
    })
    expect(plan.status).toBe(201)
  })
})
