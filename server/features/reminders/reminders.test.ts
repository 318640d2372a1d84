import type { ReminderRun, ReminderSequence } from '@saldo/contract/bills/reminders'
import { defaultSequence } from '@saldo/domain/arrears/reminder-texts'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { type ReminderActs, reminderActs, sequence, step } from '../../testing/features/reminder-fixtures.ts'
import { makeBill, makeSubject, signInSubUser } from '../../testing/people.ts'
import { remindAtNight } from './remind-at-night.job.ts'
import { sendReminders } from './send-reminders.job.ts'

let test: TestApp
let acts: ReminderActs
beforeAll(async () => {
  test = await startApp()
  acts = reminderActs(test)
})
afterAll(() => test.close())

const late = (days: number) => [addDays(today(), -days)]
const office = () => acts.overdueOffice()

describe('POST /v1/reminders/cancel/{id}', () => {
  const begin = async (headers: Record<string, string>, payload: object) =>
    (await acts.post<ReminderRun>('/v1/reminders/send', headers, payload)).body

  it('200: nothing leaves before its time, and nothing at all when it is cancelled', async () => {
    const { headers, owed } = await office()
    const bill = await owed()
    const run = await begin(headers, { bill_ids: [bill.bill_id] })
    expect(run).toMatchObject({ state: 'waiting', leaving: 1, sent: 0 })
    expect(Date.parse(run.leaves_at)).toBeGreaterThan(Date.parse(run.created_at))
    await sendReminders(test.services, { run_id: run.run_id })
    await runJobs(test.services)
    expect(await acts.mailsOf(bill.bill_id)).toEqual([])
    const cancelled = await acts.post<ReminderRun>(`/v1/reminders/cancel/${run.run_id}`, headers)
    expect(cancelled).toMatchObject({ status: 200, body: { state: 'cancelled', leaving: 0 } })
    await acts.depart(run.run_id)
    expect(await acts.mailsOf(bill.bill_id)).toEqual([])
    expect(await acts.register(headers)).toMatchObject([{ state: 'cancelled', sent_on: null }])
    // A cancelled letter was never sent: the same level is due again.
    expect((await acts.send(headers, { bill_ids: [bill.bill_id] })).sent).toBe(1)
    expect(await acts.register(headers, '?state=not_sent')).toMatchObject([{ step_name: 'Primo sollecito' }])
  })

  it('409: the letters have left', async () => {
    const { headers, owed } = await office()
    const run = await acts.send(headers, { bill_ids: [(await owed()).bill_id] })
    const refused = await acts.post(`/v1/reminders/cancel/${run.run_id}`, headers)
    expect(refused).toMatchObject({ status: 409, body: { error: 'already_left' } })
    expect(await acts.register(headers)).toMatchObject([{ state: 'not_sent' }])
  })

  it('what is paid meanwhile does not leave, and the letter says what is due at that moment', async () => {
    const { headers, customer_id, owed } = await office()
    const subject_id = await makeSubject(test.services, customer_id)
    const paid = await owed({ subject_id, amounts: [10_000] })
    const due = await owed({ subject_id, amounts: [20_000] })
    const other = await owed()
    const run = await begin(headers, { bill_ids: [paid.bill_id, due.bill_id, other.bill_id] })
    expect(run.leaving).toBe(2)
    await test.services.asSystem(
      (tx) => tx`
        update bill_instalments set settled = amount where bill_id in (${paid.bill_id}, ${other.bill_id})`,
    )
    await acts.depart(run.run_id)
    expect(await acts.register(headers, '?state=not_sent')).toMatchObject([
      { amount: 20_000, bills: [{ bill_id: due.bill_id }] },
    ])
    expect(await acts.register(headers, '?state=cancelled')).toHaveLength(1)
  })
})

describe('GET /v1/reminders/preview/{bill_id}', () => {
  it('200: the words of the letter that leaves', async () => {
    const { headers, owed } = await office()
    const bill = await owed()
    const seen = await acts.get<{ title: string; text: string }>(
      `/v1/reminders/preview/${bill.bill_id}`,
      headers,
    )
    expect(seen).toMatchObject({ status: 200, body: { form: 'tu', total: 41_250 } })
    await acts.send(headers, { bill_ids: [bill.bill_id] })
    expect(await acts.register(headers)).toMatchObject([{ title: seen.body.title, text: seen.body.text }])
    const none = await acts.get(`/v1/reminders/preview/${bill.bill_id}`, headers)
    expect(none).toMatchObject({ status: 409, body: { error: 'no_letter' } })
  })
})

describe('at night', () => {
  it('sends once for the condominiums that want it', async () => {
    const { headers, customer_id, account_id, owed } = await office()
    const quiet = await makeBill(test.services, customer_id, { due_dates: late(8) })
    const bill = await owed()
    const save = { ...sequence, automatic: true, account_id, steps: [step(1), step(90)] }
    expect((await acts.post('/v1/reminders/sequence', headers, save)).status).toBe(200)
    await remindAtNight(test.services, {})
    await remindAtNight(test.services, {})
    await runJobs(test.services)
    expect(await acts.mailsOf(quiet.bill_id)).toEqual([])
    expect(await acts.mailsOf(bill.bill_id)).toMatchObject([{ subject: 'Mancano 412,50\u00a0€' }])
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
      (await acts.get<ReminderSequence>(`/v1/reminders/sequence${query}`, headers)).body
    const of = `/${account_id}`
    expect(await ask(of)).toMatchObject({ from: 'default', address_form: 'tu', steps: defaultSequence.steps })
    const save = (own: object) => acts.post('/v1/reminders/sequence', headers, { ...sequence, ...own })
    await save({ steps: [step(9), step(-2)], address_form: 'lei' })
    expect(await ask(of)).toMatchObject({
      ...{ from: 'office', account_id, address_form: 'lei', steps: [{ days: -2 }, { days: 9 }] },
    })
    await save({ account_id, steps: [step(4)] })
    expect(await ask(of)).toMatchObject({ from: 'account', steps: [{ days: 4 }] })
    expect(await ask('')).toMatchObject({ from: 'office', account_id: null })
    await test.call({ method: 'DELETE', url: `/v1/reminders/sequence/${account_id}`, headers })
    expect(await ask(of)).toMatchObject({ from: 'office' })
  })

  it.each([
    ['an unknown placeholder', [step(1, { text: 'Paga {tutto}' })], 'steps.0.text'],
    ['two levels on a day', [step(1), step(1)], 'steps.1.days'],
    ['a level without name', [step(1, { name: ' ' })], 'steps.0.name'],
    ['a last notice that says tu', [step(1), step(9, { text: 'la tua rata' })], 'steps.1.text'],
    [
      'an IBAN in the text',
      [step(1, { text: 'Il conto è cambiato: paga su it60 x054 2811 1010 0000 0123 456.' })],
      'steps.0.text',
    ],
    [
      'an IBAN in the subject',
      [step(1, { subject: 'Paga su IT60X0542811101000000123456' })],
      'steps.0.subject',
    ],
    ['no level', [], 'steps'],
    ['half a day', [step(1.5)], 'steps.0.days'],
    ['too far away', [step(9999)], 'steps.0.days'],
  ])('400: %s, at the field', async (_what, steps, field) => {
    const { headers } = await office()
    const refused = await acts.post('/v1/reminders/sequence', headers, { ...sequence, steps })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]])
  })

  it('409: a sub-user who sees some condominiums changes the office’s; they can still send by it', async () => {
    const { headers, customer_id, account_id, owed } = await office()
    await acts.post('/v1/reminders/sequence', headers, { ...sequence, steps: [step(2)] })
    const bill = await owed()
    const some = await signInSubUser(test.services, customer_id, {
      permissions: ['bills:write'],
      accounts: [account_id],
    })
    const refused = await acts.post('/v1/reminders/sequence', some.headers, { ...sequence, steps: [step(3)] })
    expect(refused).toMatchObject({ status: 409, body: { error: 'office_sequence' } })
    await acts.send(some.headers, { bill_ids: [bill.bill_id] })
    expect(await acts.register(headers)).toMatchObject([{ step_name: 'Livello 2' }])
  })
})

describe('GET /v1/reminders', () => {
  it('200: filters, sorts and sums the sent reminders', async () => {
    const { headers, customer_id, owed } = await office()
    const one = await owed({ amounts: [10_000] })
    const two = await makeBill(test.services, customer_id, { due_dates: late(8), amounts: [20_000] })
    const { run_id } = await acts.send(headers, { bill_ids: [one.bill_id, two.bill_id] })
    const bills = async (query: string) =>
      (await acts.register(headers, query)).map((letter) => letter.bills[0]?.bill_id)
    expect(await bills('?sort=-amount')).toEqual([two.bill_id, one.bill_id])
    expect(await bills(`?account_id=${one.account_id}`)).toEqual([one.bill_id])
    expect(await bills(`?bill_id=${one.bill_id}`)).toEqual([one.bill_id])
    expect(await bills(`?q=${two.number}`)).toEqual([two.bill_id])
    expect(await bills(`?run_id=${run_id}&sort=amount`)).toEqual([one.bill_id, two.bill_id])
    expect(await bills('?state=refused')).toEqual([])
    expect(await bills(`?created_at_from=${today()}&amount_min=15000`)).toEqual([two.bill_id])
    expect((await acts.get('/v1/reminders/summary', headers)).body).toMatchObject({
      count: 2,
      amount: 30_000,
    })
    const file = await test.call({ url: '/v1/reminders/export?sort=amount', headers })
    expect(file.raw.toString()).toContain('Primo sollecito')
    expect(file.raw.toString()).toContain(one.number)
  })
})
