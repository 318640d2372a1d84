import type {
  Reminder,
  ReminderPreview,
  ReminderRun,
  ReminderSequence,
} from '@saldo/contract/bills/reminders'
import { defaultSequence } from '@saldo/domain/arrears/reminder-plan'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { newsOf } from '../../testing/news.ts'
import {
  makeAccount,
  makeBill,
  makeCustomer,
  makeSubject,
  signIn,
  signInSubUser,
} from '../../testing/people.ts'
import { giveUpReminders } from './give-up-reminders.job.ts'
import { remindAtNight } from './remind-at-night.job.ts'
import { sendReminders } from './send-reminders.job.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const late = (days: number) => [addDays(today(), -days)]
type Headers = Record<string, string>
type Refusal = { error: string; fields: Record<string, string> }

async function office() {
  const { headers, customer_id, user_id } = await signIn(test.services, 'customer')
  const account_id = await makeAccount(test.services, customer_id)
  const owed = (
    of: { due_dates?: string[]; amounts?: number[]; subject_id?: number; account_id?: number } = {},
  ) => makeBill(test.services, customer_id, { account_id, due_dates: late(8), ...of })
  return { headers, customer_id, user_id, account_id, owed }
}
const post = async <B>(url: string, headers: Headers, payload: object) => {
  const { status, body } = await test.call({ method: 'POST', url, headers, payload })
  return { status, body: body as B & Refusal }
}
const get = async <B>(url: string, headers: Headers) => {
  const { status, body } = await test.call({ url, headers })
  return { status, body: body as B & Refusal }
}
const preview = async (headers: Headers, payload: object) =>
  (await post<ReminderPreview>('/v1/reminders/preview', headers, payload)).body
/** Sends, runs the jobs, and returns the run's final state. */
async function send(headers: Headers, payload: object) {
  const begun = await post<ReminderRun>('/v1/reminders/send', headers, payload)
  expect(begun.status).toBe(202)
  await runJobs(test.services)
  return (await get<ReminderRun>(`/v1/reminders/run/${begun.body.run_id}`, headers)).body
}
const register = async (headers: Headers, query = '') =>
  (await get<{ items: Reminder[] }>(`/v1/reminders${query}`, headers)).body.items
const mailsOf = (bill_id: number) =>
  test.services.asSystem(
    (tx) =>
      tx`select to_address, subject, html, text, sent_at from emails where bill_id = ${bill_id} and template = 'reminder'`,
  )
const sequence = { automatic: false, not_within_days: 3, least_residue: 0 }
const step = (days: number, of: object = {}) => ({
  days,
  name: `Passo ${days}`,
  subject: 'Mancano {importo}',
  text: 'Gentile {nominativo},\n\nmancano {importo} da {giorni} giorni.',
  ...of,
})

describe('POST /v1/reminders/send', () => {
  it('202: mails the step that is due, with the payment link, and records it in register and timeline', async () => {
    const { headers, owed } = await office()
    const bill = await owed({ amounts: [12_345] })
    const run = await send(headers, { bill_ids: [bill.bill_id] })
    expect(run).toMatchObject({ state: 'done', sent: 1, left_out: [] })
    const [mail] = await mailsOf(bill.bill_id)
    expect(mail?.subject).toContain('123,45\u00a0€ da pagare')
    expect(mail?.text).toContain(`/#/mybill/${bill.token}`)
    expect(mail?.html).toContain('Gentile Rossi Lucia')
    expect(mail?.html).toContain('<br')
    expect(mail?.sent_at).not.toBeNull()
    expect(await register(headers)).toMatchObject([
      { bill_id: bill.bill_id, step_name: 'Primo sollecito', days: 7, amount: 12_345, state: 'sent' },
    ])
    const { body } = await get<{ timeline: { kind: string; text: string }[] }>(
      `/v1/bills/${bill.bill_id}`,
      headers,
    )
    expect(body.timeline.at(-1)).toMatchObject({
      kind: 'reminded',
      text: expect.stringMatching(/^Primo sollecito inviato a .+@example\.it$/),
    })
  })

  it('202: sends a step once, also for repeated and parallel requests', async () => {
    const { headers, owed } = await office()
    const bill = await owed()
    const body = { bill_ids: [bill.bill_id, bill.bill_id] }
    await Promise.all([post('/v1/reminders/send', headers, body), post('/v1/reminders/send', headers, body)])
    await runJobs(test.services)
    expect((await send(headers, body)).left_out).toEqual([{ reason: 'already_sent', count: 1 }])
    expect(await mailsOf(bill.bill_id)).toHaveLength(1)
  })

  it('202: asks for the instalments due by now, not for later ones', async () => {
    const { headers, owed } = await office()
    const bill = await owed({
      amounts: [10_000, 20_000, 30_000],
      due_dates: [addDays(today(), -40), addDays(today(), -8), addDays(today(), 80)],
    })
    await send(headers, { bill_ids: [bill.bill_id] })
    expect(await register(headers)).toMatchObject([{ amount: 30_000, step_name: 'Secondo sollecito' }])
  })

  it('202: stops when the bill is paid', async () => {
    const { headers, customer_id, owed } = await office()
    const bill = await owed()
    await test.services.asSystem(
      (tx) => tx`update bill_instalments set settled = amount where customer_id = ${customer_id}`,
    )
    const run = await send(headers, { bill_ids: [bill.bill_id] })
    expect(run).toMatchObject({ sent: 0, left_out: [{ reason: 'not_payable', count: 1 }] })
    expect(await mailsOf(bill.bill_id)).toEqual([])
  })

  it('202: leaves out planned debits, small debts and people without address, and counts them', async () => {
    const { headers, customer_id, account_id, owed } = await office()
    const planned = await owed()
    await owed({ amounts: [499] })
    await owed({ subject_id: await makeSubject(test.services, customer_id, { email: null }) })
    await owed({ due_dates: [addDays(today(), 30)] })
    const good = await owed()
    await test.services.asSystem(async (tx) => {
      const { bill_id, subject_id } = planned
      const [source] = await tx`
        insert into payment_sources ${tx({ customer_id, subject_id, provider_account: 'stripe', type: 'card', state: 'active', email: 'a@example.it' })}
        returning source_id`
      await tx`
        insert into debits ${tx({ customer_id, account_id, bill_id, subject_id, source_id: source?.source_id, instalment_ids: [1], amount: 1, collect_on: '2090-01-02' })}`
    })
    const seen = await preview(headers, { account_id })
    expect(seen.to_send).toBe(1)
    expect(seen.rows[0]).toMatchObject({ bill_number: good.number, reason: null })
    const expected = ['pending', 'small', 'no_email', 'too_early'].map((reason) => ({ reason, count: 1 }))
    expect(seen.left_out).toEqual(expect.arrayContaining(expected))
    const run = await send(headers, { account_id })
    expect(run.sent).toBe(1)
    expect(run.left_out).toEqual(expect.arrayContaining(expected))
  })

  it('202: continues after an interruption', async () => {
    const { headers, account_id, owed } = await office()
    const bills = []
    for (let each = 0; each < 60; each += 1) bills.push(await owed())
    const begun = await post<ReminderRun>('/v1/reminders/send', headers, { account_id })
    const { run_id } = begun.body
    // The first batch is done when the process dies in the second.
    let batches = 0
    const dying = {
      ...test.services,
      asCustomer: ((who, work) =>
        test.services.asCustomer(who, async (tx) => {
          const result = await work(tx)
          batches += 1
          if (batches === 2) throw new Error('killed')
          return result
        })) as typeof test.services.asCustomer,
    }
    await expect(sendReminders(dying, { run_id })).rejects.toThrow('killed')
    expect(await register(headers, '?limit=200')).toHaveLength(50)
    await sendReminders(test.services, { run_id })
    expect((await get<ReminderRun>(`/v1/reminders/run/${run_id}`, headers)).body).toMatchObject({
      state: 'done',
      sent: 60,
    })
    const sent = (await register(headers, '?limit=200')).map(({ bill_id }) => bill_id)
    expect(sent.sort()).toEqual(bills.map(({ bill_id }) => bill_id).sort())
  })

  it('202: a run that fails for good stops with a message, and can be started again', async () => {
    const { headers, customer_id, account_id, owed } = await office()
    for (let each = 0; each < 2; each += 1) await owed()
    const { run_id } = (await post<ReminderRun>('/v1/reminders/send', headers, { account_id })).body
    await giveUpReminders(test.services, { run_id })
    await sendReminders(test.services, { run_id })
    expect((await get<ReminderRun>(`/v1/reminders/run/${run_id}`, headers)).body).toMatchObject({
      state: 'stopped',
      sent: 0,
    })
    expect(await newsOf(test.services, customer_id)).toMatchObject([
      { title: 'Solleciti partiti solo in parte' },
    ])
    const again = (await post<ReminderRun>('/v1/reminders/send', headers, { account_id })).body
    await sendReminders(test.services, { run_id: again.run_id })
    // A finished run is not given up afterwards.
    await giveUpReminders(test.services, { run_id: again.run_id })
    expect((await get<ReminderRun>(`/v1/reminders/run/${again.run_id}`, headers)).body).toMatchObject({
      state: 'done',
      sent: 2,
    })
    expect(await register(headers)).toHaveLength(2)
  })

  it('202: a sub-user who sees some condominiums reminds only theirs', async () => {
    const { customer_id, account_id, owed } = await office()
    const elsewhere = await makeBill(test.services, customer_id, { due_dates: late(8) })
    const own = await owed()
    const { headers } = await signInSubUser(test.services, customer_id, {
      permissions: ['bills:write'],
      accounts: [account_id],
    })
    expect((await post('/v1/reminders/send', headers, { bill_ids: [elsewhere.bill_id] })).status).toBe(404)
    expect((await send(headers, { bill_ids: [own.bill_id] })).sent).toBe(1)
  })

  it.each([
    ['nothing chosen', {}, 400, 'account_id'],
    ['no bill', { bill_ids: [] }, 400, 'bill_ids'],
    ['an unknown bill', { bill_ids: [999_999_999] }, 404, undefined],
    ['an unknown condominium', { account_id: 999_999_999 }, 404, undefined],
  ])('%s is refused', async (_what, payload, status, field) => {
    const { headers } = await office()
    const refused = await post('/v1/reminders/send', headers, payload)
    expect(refused.status).toBe(status)
    if (field) expect(Object.keys(refused.body.fields)).toEqual([field])
  })

  it('422: a super user chooses bills of two customers', async () => {
    const { headers } = await signIn(test.services, 'super_user')
    const one = await makeBill(test.services, await makeCustomer(test.services))
    const two = await makeBill(test.services, await makeCustomer(test.services))
    const refused = await post('/v1/reminders/send', headers, { bill_ids: [one.bill_id, two.bill_id] })
    expect(refused).toMatchObject({ status: 422, body: { error: 'several_customers' } })
  })
})

describe('at night', () => {
  it('sends once for the condominiums that want it', async () => {
    const { headers, customer_id, account_id, owed } = await office()
    const quiet = await makeBill(test.services, customer_id, { due_dates: late(8) })
    const bill = await owed()
    const save = { ...sequence, automatic: true, account_id, steps: [step(1)] }
    expect((await post('/v1/reminders/sequence', headers, save)).status).toBe(200)
    await remindAtNight(test.services, {})
    await remindAtNight(test.services, {})
    await runJobs(test.services)
    expect(await mailsOf(quiet.bill_id)).toEqual([])
    expect(await mailsOf(bill.bill_id)).toMatchObject([{ subject: 'Mancano 412,50\u00a0€' }])
    const runs = await test.services.asSystem(
      (tx) => tx`select state, sent from reminder_runs where customer_id = ${customer_id}`,
    )
    expect(runs).toEqual([{ state: 'done', sent: 1 }])
  })
})

describe('the sequence', () => {
  it('is the condominium’s own, else the office’s, else the default', async () => {
    const { headers, account_id } = await office()
    const ask = async (query: string) =>
      (await get<ReminderSequence>(`/v1/reminders/sequence${query}`, headers)).body
    const of = `/${account_id}`
    expect(await ask(of)).toMatchObject({ from: 'default', steps: defaultSequence.steps })
    await post('/v1/reminders/sequence', headers, { ...sequence, steps: [step(9), step(-2)] })
    expect(await ask(of)).toMatchObject({ from: 'office', account_id, steps: [{ days: -2 }, { days: 9 }] })
    await post('/v1/reminders/sequence', headers, { ...sequence, account_id, steps: [step(4)] })
    expect(await ask(of)).toMatchObject({ from: 'account', steps: [{ days: 4 }] })
    expect(await ask('')).toMatchObject({ from: 'office', account_id: null })
    await test.call({ method: 'DELETE', url: `/v1/reminders/sequence/${account_id}`, headers })
    expect(await ask(of)).toMatchObject({ from: 'office' })
  })

  it.each([
    ['an unknown placeholder', [step(1, { text: 'Paga {tutto}' })], 'steps.0.text'],
    ['two steps on a day', [step(1), step(1)], 'steps.1.days'],
    ['a step without name', [step(1, { name: ' ' })], 'steps.0.name'],
    ['no step', [], 'steps'],
    ['half a day', [step(1.5)], 'steps.0.days'],
    ['too far away', [step(9999)], 'steps.0.days'],
  ])('400: %s, at the field', async (_what, steps, field) => {
    const { headers } = await office()
    const refused = await post('/v1/reminders/sequence', headers, { ...sequence, steps })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]])
  })

  it('409: a sub-user who sees some condominiums changes the office’s; they can still send by it', async () => {
    const { headers, customer_id, account_id, owed } = await office()
    await post('/v1/reminders/sequence', headers, { ...sequence, steps: [step(2)] })
    const bill = await owed()
    const some = await signInSubUser(test.services, customer_id, {
      permissions: ['bills:write'],
      accounts: [account_id],
    })
    const refused = await post('/v1/reminders/sequence', some.headers, { ...sequence, steps: [step(3)] })
    expect(refused).toMatchObject({ status: 409, body: { error: 'office_sequence' } })
    await send(some.headers, { bill_ids: [bill.bill_id] })
    expect(await register(headers)).toMatchObject([{ step_name: 'Passo 2' }])
  })
})

describe('GET /v1/reminders', () => {
  it('200: filters, sorts and sums the sent reminders', async () => {
    const { headers, customer_id, owed } = await office()
    const one = await owed({ amounts: [10_000] })
    const two = await makeBill(test.services, customer_id, { due_dates: late(8), amounts: [20_000] })
    await send(headers, { bill_ids: [one.bill_id, two.bill_id] })
    const bills = async (query: string) => (await register(headers, query)).map(({ bill_id }) => bill_id)
    expect(await bills('?sort=-amount')).toEqual([two.bill_id, one.bill_id])
    expect(await bills(`?account_id=${one.account_id}`)).toEqual([one.bill_id])
    expect(await bills(`?q=${two.number}`)).toEqual([two.bill_id])
    expect(await bills('?state=refused')).toEqual([])
    expect(await bills(`?created_at_from=${today()}&amount_min=15000`)).toEqual([two.bill_id])
    expect((await get('/v1/reminders/summary', headers)).body).toMatchObject({ count: 2, amount: 30_000 })
    const file = await test.call({ url: '/v1/reminders/export?sort=amount', headers })
    expect(file.raw.toString()).toContain('Primo sollecito')
  })
})
