import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReminderRun } from '@saldo/contract/bills/reminders'
import { addDays, formatDate, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { type ReminderActs, reminderActs } from '../../testing/features/reminder-fixtures.ts'
import { makeSubject } from '../../testing/people.ts'

let test: TestApp
let acts: ReminderActs
beforeAll(async () => {
  test = await startApp()
  acts = reminderActs(test)
})
afterAll(() => test.close())

const late = (days: number) => [addDays(today(), -days)]

/** An office with a letter to be delivered, about a bill of so many days ago. */
async function letterOnPaper(of: { email?: string | null; count?: number } = {}) {
  const own = await acts.office()
  const subject_id = await makeSubject(test.services, own.customer_id, { email: of.email ?? null })
  const bills = []
  for (let each = 0; each < (of.count ?? 1); each += 1)
    bills.push(await own.owed({ subject_id, due_dates: late(100 + each) }))
  const bill_ids = bills.map(({ bill_id }) => bill_id)
  const { body } = await acts.post<ReminderRun>('/v1/reminders/send', own.headers, {
    paper_bill_ids: bill_ids,
  })
  expect(body).toMatchObject({ leaving: 0, to_deliver: 1 })
  await acts.depart(body.run_id)
  const [letter] = await acts.register(own.headers)
  return { ...own, subject_id, bills, bill_ids, run: body, reminder_id: letter?.reminder_id as number }
}
const record = (headers: Record<string, string>, ids: number[], of: object = {}) =>
  acts.post<{ delivered: number }>('/v1/reminders/deliver', headers, {
    ...{ ids, delivered_by: 'hand', delivered_on: today(), ...of },
  })

function textOf(pdf: Buffer): string {
  const file = join(mkdtempSync(join(tmpdir(), 'saldo-letter-')), 'letter.pdf')
  writeFileSync(file, pdf)
  return execFileSync('pdftotext', ['-layout', file, '-']).toString()
}

describe('a letter on paper', () => {
  it('is not sent until somebody says that it was delivered: then it counts, and the timeline tells', async () => {
    const { headers, customer_id, bill_ids, reminder_id } = await letterOnPaper()
    expect(await acts.register(headers)).toMatchObject([
      { state: 'to_deliver', channel: 'paper', sent_on: null, step_name: 'Primo sollecito' },
    ])
    const before = await acts.preview(headers, { bill_ids })
    expect(before).toMatchObject({ letters: [], rows: [{ reason: 'to_deliver' }] })
    expect(await record(headers, [reminder_id], { note: 'n. 12345' })).toMatchObject({
      status: 200,
      body: { delivered: 1 },
    })
    expect(await acts.register(headers)).toMatchObject([
      { state: 'delivered', delivered_by: 'hand', sent_on: today(), delivery_note: 'n. 12345' },
    ])
    const { body } = await acts.get<{ timeline: { text: string }[] }>(`/v1/bills/${bill_ids[0]}`, headers)
    expect(body.timeline.at(-1)?.text).toBe(`Primo sollecito consegnato a mano il ${formatDate(today())}`)
    await acts.passDays(customer_id, 7)
    expect((await acts.preview(headers, { bill_ids })).letters).toMatchObject([
      { step_name: 'Secondo sollecito' },
    ])
  })

  it('that was given up counts for nothing', async () => {
    const { headers, bill_ids, reminder_id } = await letterOnPaper()
    const given_up = await acts.post('/v1/reminders/discard', headers, { ids: [reminder_id] })
    expect(given_up).toMatchObject({ status: 200, body: { discarded: 1 } })
    expect((await acts.preview(headers, { bill_ids })).letters).toMatchObject([
      { step_name: 'Primo sollecito' },
    ])
  })

  it('is cancelled with its run', async () => {
    const own = await acts.office()
    const bill = await own.owed({ due_dates: late(30) })
    const run = await acts.post<ReminderRun>('/v1/reminders/send', own.headers, {
      paper_bill_ids: [bill.bill_id],
    })
    await acts.post(`/v1/reminders/cancel/${run.body.run_id}`, own.headers)
    expect(await acts.register(own.headers)).toMatchObject([{ state: 'cancelled' }])
  })

  it('can be chosen for somebody with an e-mail address, and no mail leaves', async () => {
    const { headers, bill_ids } = await letterOnPaper({ email: 'anna@example.it' })
    expect(await acts.register(headers)).toMatchObject([{ channel: 'paper' }])
    expect(await acts.mailsOf(bill_ids[0] as number)).toEqual([])
  })

  it.each([
    ['a day to come', { delivered_on: addDays(today(), 1) }, 'delivered_on'],
    ['a day before it was prepared', { delivered_on: addDays(today(), -2) }, 'delivered_on'],
    ['an unknown way', { delivered_by: 'dove' }, 'delivered_by'],
  ])('400: %s, at the field', async (_what, of, field) => {
    const { headers, reminder_id } = await letterOnPaper()
    const refused = await record(headers, [reminder_id], of)
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]])
  })

  it('409: it was delivered already; 404: another customer’s', async () => {
    const { headers, reminder_id } = await letterOnPaper()
    const other = await letterOnPaper()
    await record(headers, [reminder_id])
    expect((await record(headers, [reminder_id])).status).toBe(409)
    expect((await acts.post('/v1/reminders/discard', headers, { ids: [reminder_id] })).status).toBe(409)
    expect((await record(headers, [other.reminder_id])).status).toBe(404)
  })
})

describe('a letter on paper, when the person has paid since', () => {
  const pay = async (
    { headers, account_id, subject_id }: Awaited<ReturnType<typeof letterOnPaper>>,
    amount: number,
  ) => {
    const { status } = await acts.post('/v1/payments', headers, {
      ...{ account_id, subject_id, amount, method: 'CASH', received_on: today() },
    })
    expect(status).toBe(201)
  }
  const print = (headers: Record<string, string>, id: number) =>
    test.call({ url: `/v1/reminders/letters?ids=${id}`, headers })

  it('409: is neither printed nor recorded, and says what is left; renewed, it asks for that', async () => {
    const letter = await letterOnPaper({ count: 2 })
    const { headers, reminder_id } = letter
    await pay(letter, 50_000)
    for (const refused of [await print(headers, reminder_id), await record(headers, [reminder_id])]) {
      expect(refused).toMatchObject({ status: 409, body: { error: 'letter_paid' } })
      expect(JSON.stringify(refused.body)).toMatch(/825,00.*325,00/)
    }
    expect(await acts.post('/v1/reminders/renew', headers, { ids: [reminder_id] })).toMatchObject({
      status: 200,
      body: { renewed: 1, discarded: 0 },
    })
    const [renewed] = await acts.register(headers)
    expect(renewed).toMatchObject({ state: 'to_deliver', amount: 32_500 })
    expect(renewed?.bills).toHaveLength(1)
    expect((await print(headers, reminder_id)).status).toBe(200)
    expect((await record(headers, [reminder_id])).status).toBe(200)
  })

  it('200: is recorded as it was prepared, if it was delivered before', async () => {
    const letter = await letterOnPaper()
    await pay(letter, 41_250)
    expect((await record(letter.headers, [letter.reminder_id])).status).toBe(409)
    expect((await record(letter.headers, [letter.reminder_id], { as_prepared: true })).status).toBe(200)
  })

  it('200: renewed when nothing is left, it is given up with the reason', async () => {
    const letter = await letterOnPaper()
    await pay(letter, 41_250)
    const renewed = await acts.post('/v1/reminders/renew', letter.headers, { ids: [letter.reminder_id] })
    expect(renewed.body).toEqual({ renewed: 0, discarded: 1 })
    expect(await acts.register(letter.headers)).toMatchObject([{ state: 'cancelled', reason: 'paid' }])
  })
})

describe('GET /v1/reminders/letters', () => {
  it('200: one PDF for all, each letter with address, bills, total and how to pay', async () => {
    const { headers, customer_id, account_id, reminder_id, subject_id, owed, bills } = await letterOnPaper({
      count: 7,
    })
    await test.services.asSystem(async (tx) => {
      await tx`update subjects set address = 'Via Roma', house_number = '12', zip_code = '50122', city = 'Firenze', prov = 'FI'
        where subject_id = ${subject_id}`
      await tx`update accounts set iban = 'IT60X0542811101000000123456' where account_id = ${account_id}`
    })
    const other = await owed({
      subject_id: await makeSubject(test.services, customer_id, { email: null }),
      due_dates: late(9),
    })
    await acts.post('/v1/reminders/send', headers, { paper_bill_ids: [other.bill_id] })
    const [second] = await acts.register(headers)
    const pdf = await test.call({
      url: `/v1/reminders/letters?ids=${reminder_id},${second?.reminder_id}`,
      headers,
    })
    expect(pdf.status).toBe(200)
    const text = textOf(pdf.raw)
    for (const { number } of bills) expect(text).toContain(number)
    expect(text).toContain('Via Roma 12')
    expect(text).toContain('50122 Firenze (FI)')
    expect(text).toContain('IT60 X054 2811 1010 0000 0123 456')
    expect(text).toMatch(/Totale scaduto\s+2\.887,50/)
    expect(text).toContain(other.number)
  })
  it('404: another customer’s', async () => {
    const { headers } = await letterOnPaper()
    const other = await letterOnPaper()
    const refused = await test.call({ url: `/v1/reminders/letters?ids=${other.reminder_id}`, headers })
    expect(refused.status).toBe(404)
  })
})
