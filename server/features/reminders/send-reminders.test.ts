import type { ReminderRun } from '@saldo/contract/bills/reminders'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { type ReminderActs, reminderActs } from '../../testing/features/reminder-fixtures.ts'
import { newsOf } from '../../testing/news.ts'
import { makeBill, makeCustomer, makeSubject, signInFor, signInSubUser } from '../../testing/people.ts'
import { giveUpReminders } from './give-up-reminders.job.ts'
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

describe('POST /v1/reminders/send', () => {
  it('202: mails the letter that is due, with the payment link, and records it in register and timeline', async () => {
    const { headers, owed } = await office()
    const bill = await owed({ amounts: [12_345] })
    const run = await acts.send(headers, { bill_ids: [bill.bill_id] })
    expect(run).toMatchObject({ state: 'done', sent: 1, leaving: 0, left_out: [] })
    const [mail] = await acts.mailsOf(bill.bill_id)
    expect(mail?.subject).toContain('123,45\u00a0€ da pagare')
    expect(mail?.text).toContain(`/mybill/${bill.token}`)
    expect(mail?.html).toContain('Gentile Rossi Lucia')
    expect(mail?.html).toContain('<br')
    expect(mail).toMatchObject({ sent_at: null, kept_at: expect.any(String) })
    expect(await acts.register(headers)).toMatchObject([
      {
        bills: [{ bill_id: bill.bill_id }],
        step_name: 'Primo sollecito',
        level: 1,
        amount: 12_345,
        state: 'not_sent',
      },
    ])
    const { body } = await acts.get<{ timeline: { kind: string; text: string }[] }>(
      `/v1/bills/${bill.bill_id}`,
      headers,
    )
    expect(body.timeline.at(-1)).toMatchObject({
      kind: 'reminded',
      text: expect.stringMatching(
        /^Primo sollecito non inviato a .+@example\.it \(nessun server di posta\)$/,
      ),
    })
  })

  it('202: what was paid before it left is not asked for, and the register says so', async () => {
    const { headers, customer_id, account_id, owed } = await office()
    const subject_id = await makeSubject(test.services, customer_id)
    const bill = await owed({ subject_id })
    await owed({ subject_id, due_dates: [addDays(today(), 90)] })
    const { body: run } = await acts.post<ReminderRun>('/v1/reminders/send', headers, {
      bill_ids: [bill.bill_id],
    })
    await acts.post('/v1/payments', headers, {
      ...{ account_id, subject_id, amount: bill.amount, method: 'CASH', received_on: today() },
    })
    await acts.depart(run.run_id)
    expect(await acts.mailsOf(bill.bill_id)).toEqual([])
    expect(await acts.register(headers)).toMatchObject([{ state: 'cancelled', reason: 'paid' }])
  })

  it('202: mails one letter about seven bills, with the total and a link for each', async () => {
    const { headers, customer_id, owed } = await office()
    const subject_id = await makeSubject(test.services, customer_id)
    const bills = []
    for (const days of [8, 20, 40, 70, 100, 200, 400])
      bills.push(await owed({ subject_id, amounts: [days * 100], due_dates: late(days) }))
    const run = await acts.send(headers, { bill_ids: bills.map(({ bill_id }) => bill_id) })
    expect(run).toMatchObject({ sent: 1, left_out: [] })
    const [letter, ...others] = await acts.register(headers)
    expect(others).toEqual([])
    expect(letter).toMatchObject({ step_name: 'Primo sollecito', amount: 83_800 })
    expect(letter?.bills).toHaveLength(7)
    const oldest = bills.at(-1)?.bill_id as number
    const [mail] = await acts.mailsOf(oldest)
    expect(mail?.text).toContain('838,00\u00a0€ per 7 bollette scadute')
    for (const { token, number } of bills) {
      expect(mail?.text).toContain(`/mybill/${token}`)
      expect(mail?.html).toContain(number)
    }
  })

  it('202: a bill in a letter of another level does not skip its own', async () => {
    const { headers, customer_id, owed } = await office()
    const subject_id = await makeSubject(test.services, customer_id)
    const old = await owed({ subject_id, due_dates: late(90) })
    const levels = async () => {
      const [letter] = await acts.register(headers)
      return [letter?.step_name, ...(letter?.bills ?? []).map(({ note }) => note.split(', ')[1])]
    }
    await acts.send(headers, { bill_ids: [old.bill_id] })
    expect(await levels()).toEqual(['Primo sollecito', 'primo sollecito'])
    await acts.passDays(customer_id, 7)
    const newer = await owed({ subject_id, due_dates: late(8) })
    await acts.send(headers, { bill_ids: [newer.bill_id] })
    expect(await levels()).toEqual(['Secondo sollecito', 'secondo sollecito', 'primo sollecito'])
    await acts.passDays(customer_id, 7)
    await acts.send(headers, { bill_ids: [newer.bill_id] })
    expect((await levels())[0]).toBe('Ultimo sollecito')
    expect((await acts.register(headers))[0]?.text).toContain('Suo riscontro')
    await acts.passDays(customer_id, 7)
    expect((await acts.preview(headers, { bill_ids: [old.bill_id] })).rows).toMatchObject([
      { bill_number: old.number, reason: 'all_sent' },
      { bill_number: newer.number, reason: 'already_sent' },
    ])
  })

  it('202: the database refuses a letter that skips a level', async () => {
    const { headers, customer_id, owed } = await office()
    await acts.send(headers, { bill_ids: [(await owed()).bill_id] })
    const skip = test.services.asSystem(async (tx) => {
      await tx`update reminders set state = 'cancelled', sent_on = null where customer_id = ${customer_id}`
      await tx`update reminder_bills set level = 2 where customer_id = ${customer_id}`
      await tx`update reminders set state = 'sent', sent_on = today() where customer_id = ${customer_id}`
    })
    await expect(skip).rejects.toMatchObject({ constraint_name: 'reminder_levels_follow' })
  })

  it('202: a letter that the mail server rejected was not sent: its level stays open, on paper only', async () => {
    const { headers, customer_id, owed } = await office()
    const bill = await owed()
    await acts.send(headers, { bill_ids: [bill.bill_id] })
    await test.services.asSystem(
      (tx) => tx`update emails set refused_at = now(), sent_at = null where bill_id = ${bill.bill_id}`,
    )
    const [letter] = (await acts.preview(headers, { bill_ids: [bill.bill_id] })).letters
    expect(letter).toMatchObject({ step_name: 'Primo sollecito', no_email: 'refused' })
    await test.services.asSystem(
      (tx) => tx`update subjects set email = 'nuova@example.it' where customer_id = ${customer_id}`,
    )
    const [again] = (await acts.preview(headers, { bill_ids: [bill.bill_id] })).letters
    expect(again).toMatchObject({ step_name: 'Primo sollecito', no_email: null })
  })

  it('202: sends a letter once, also for repeated and parallel requests', async () => {
    const { headers, owed } = await office()
    const bill = await owed()
    const body = { bill_ids: [bill.bill_id, bill.bill_id] }
    const runs = await Promise.all([
      acts.post<ReminderRun>('/v1/reminders/send', headers, body),
      acts.post<ReminderRun>('/v1/reminders/send', headers, body),
    ])
    expect(runs.map((run) => run.body.leaving).sort()).toEqual([0, 1])
    for (const run of runs) await acts.depart(run.body.run_id)
    expect((await acts.send(headers, body)).left_out).toEqual([{ reason: 'already_sent', count: 1 }])
    expect(await acts.mailsOf(bill.bill_id)).toHaveLength(1)
  })

  it('202: the same form again, also in parallel, is the same run; 409: its key for other letters', async () => {
    const { headers, owed } = await office()
    const [bill, other] = [await owed({}), await owed({})]
    const send = async (bill_ids: number[]) => {
      const { status, body } = await test.call({
        ...{ method: 'POST', url: '/v1/reminders/send', payload: { bill_ids } },
        headers: { ...headers, 'idempotency-key': 'form_reminders_1' },
      })
      return { status, body: body as unknown as ReminderRun & { error?: string } }
    }
    const [one, again] = await Promise.all([send([bill.bill_id]), send([bill.bill_id])])
    expect([one.status, again.status]).toEqual([202, 202])
    expect(again.body.run_id).toBe(one.body.run_id)
    expect((await send([bill.bill_id])).body).toMatchObject({ run_id: one.body.run_id, leaving: 1 })
    expect(await send([other.bill_id])).toMatchObject({
      ...{ status: 409, body: { error: 'idempotency_key_reused' } },
    })
    expect(await acts.register(headers)).toHaveLength(1)
  })

  it('202: asks for the instalments due by now, not for later ones', async () => {
    const { headers, owed } = await office()
    const bill = await owed({
      amounts: [10_000, 20_000, 30_000],
      due_dates: [addDays(today(), -40), addDays(today(), -8), addDays(today(), 80)],
    })
    await acts.send(headers, { bill_ids: [bill.bill_id] })
    expect(await acts.register(headers)).toMatchObject([{ amount: 30_000, step_name: 'Primo sollecito' }])
  })

  it('202: stops when the bill is paid', async () => {
    const { headers, customer_id, owed } = await office()
    const bill = await owed()
    await test.services.asSystem(
      (tx) => tx`update bill_instalments set settled = amount where customer_id = ${customer_id}`,
    )
    const run = await acts.send(headers, { bill_ids: [bill.bill_id] })
    expect(run).toMatchObject({ sent: 0, left_out: [{ reason: 'not_payable', count: 1 }] })
    expect(await acts.mailsOf(bill.bill_id)).toEqual([])
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
    const seen = await acts.preview(headers, { account_id })
    expect(seen.letters.map(({ no_email }) => no_email).sort()).toEqual(['no_email', null])
    expect(seen.letters.find(({ no_email }) => no_email === null)).toMatchObject({ bill_id: good.bill_id })
    const expected = ['pending', 'small', 'too_early'].map((reason) => ({ reason, count: 1 }))
    expect(seen.left_out).toEqual(expect.arrayContaining(expected))
    expect(seen.rows.map(({ reason }) => reason).sort()).toEqual(['pending', 'small'])
    const run = await acts.send(headers, { account_id })
    expect(run.sent).toBe(1)
    expect(run.left_out).toEqual(expect.arrayContaining([...expected, { reason: 'no_email', count: 1 }]))
  })

  it('202: continues after an interruption', async () => {
    const { headers, account_id, owed } = await office()
    const bills = []
    for (let each = 0; each < 60; each += 1) bills.push(await owed())
    const { run_id } = (await acts.post<ReminderRun>('/v1/reminders/send', headers, { account_id })).body
    await test.services.asSystem(
      (tx) => tx`update reminder_runs set leaves_at = now() where run_id = ${run_id}`,
    )
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
    expect(await acts.register(headers, '?limit=200&state=waiting')).toHaveLength(50)
    await sendReminders(test.services, { run_id })
    expect((await acts.get<ReminderRun>(`/v1/reminders/run/${run_id}`, headers)).body).toMatchObject({
      state: 'done',
      sent: 60,
    })
    const sent = await acts.register(headers, '?limit=200&state=waiting')
    expect(sent.map((letter) => letter.bills[0]?.bill_id).sort()).toEqual(
      bills.map(({ bill_id }) => bill_id).sort(),
    )
  })

  it('202: a run that fails for good stops with a message, and can be started again', async () => {
    const { headers, customer_id, account_id, owed } = await office()
    for (let each = 0; each < 2; each += 1) await owed()
    const { run_id } = (await acts.post<ReminderRun>('/v1/reminders/send', headers, { account_id })).body
    await giveUpReminders(test.services, { run_id })
    await acts.depart(run_id)
    expect((await acts.get<ReminderRun>(`/v1/reminders/run/${run_id}`, headers)).body).toMatchObject({
      state: 'stopped',
      sent: 0,
    })
    expect(await newsOf(test.services, customer_id)).toMatchObject([
      { title: 'Solleciti partiti solo in parte' },
    ])
    const again = await acts.send(headers, { account_id })
    // A finished run is not given up afterwards.
    await giveUpReminders(test.services, { run_id: again.run_id })
    expect(again).toMatchObject({ state: 'done', sent: 2 })
    expect(await acts.register(headers, '?state=not_sent')).toHaveLength(2)
  })

  it('202: a sub-user who sees some condominiums reminds only theirs', async () => {
    const { customer_id, account_id, owed } = await office()
    const elsewhere = await makeBill(test.services, customer_id, { due_dates: late(8) })
    const own = await owed()
    const { headers } = await signInSubUser(test.services, customer_id, {
      permissions: ['bills:write'],
      accounts: [account_id],
    })
    const refused = await acts.post('/v1/reminders/send', headers, { bill_ids: [elsewhere.bill_id] })
    expect(refused.status).toBe(404)
    expect((await acts.send(headers, { bill_ids: [own.bill_id] })).sent).toBe(1)
  })

  it.each([
    ['nothing chosen', {}, 400, 'account_id'],
    ['no bill', { bill_ids: [] }, 400, 'bill_ids'],
    ['an unknown bill', { bill_ids: [999_999_999] }, 404, undefined],
    ['an unknown bill on paper', { paper_bill_ids: [999_999_999] }, 404, undefined],
    ['an unknown condominium', { account_id: 999_999_999 }, 404, undefined],
  ])('%s is refused', async (_what, payload, status, field) => {
    const { headers } = await office()
    const refused = await acts.post('/v1/reminders/send', headers, payload)
    expect(refused.status).toBe(status)
    if (field) expect(Object.keys(refused.body.fields)).toEqual([field])
  })

  it('404: a super user chooses bills of two customers, of whom they impersonate one', async () => {
    const customer_id = await makeCustomer(test.services)
    const { headers } = await signInFor(test.services, customer_id)
    const one = await makeBill(test.services, customer_id)
    const two = await makeBill(test.services, await makeCustomer(test.services))
    const refused = await acts.post('/v1/reminders/send', headers, { bill_ids: [one.bill_id, two.bill_id] })
    expect(refused).toMatchObject({ status: 404, body: { error: 'not_found' } })
  })
})
