import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { type ReminderActs, reminderActs } from '../../testing/features/reminder-fixtures.ts'
import { makeSubject, signIn } from '../../testing/people.ts'

let test: TestApp
let acts: ReminderActs
beforeAll(async () => {
  test = await startApp()
  acts = reminderActs(test)
})
afterAll(() => test.close())

/** An office and a person with an access, who has an overdue bill and one that is due later. */
async function asked() {
  const office = await acts.office()
  const lucia = await signIn(test.services, 'consumer')
  const subject_id = await makeSubject(test.services, office.customer_id, { user_id: lucia.user_id })
  const late = await office.owed({ subject_id, amounts: [12_345], due_dates: [addDays(today(), -8)] })
  const later = await office.owed({ subject_id, amounts: [10_000], due_dates: ['2031-12-15'] })
  const send = async (bill_id: number) => {
    const { status } = await acts.post('/v1/bills/send', office.headers, { ids: [bill_id] })
    expect(status).toBe(200)
  }
  const read = async () => {
    await runJobs(test.services)
    const news = await test.services.asSystem(
      (tx) => tx<{ title: string; body: string; metadata: object }[]>`
        select title, body, metadata from push_messages where user_id = ${lucia.user_id} order by push_message_id`,
    )
    return news.map(({ title, ...of }) => ({ title: title.replace('\u00a0', ' '), ...of }))
  }
  return { ...office, late, later, send, read }
}

describe('what a resident reads of money that is asked for', () => {
  it('a bill that was sent, with sum and due date; once, however often it is sent', async () => {
    const { later, send, read } = await asked()
    await send(later.bill_id)
    const told = await read()
    expect(told).toMatchObject([
      {
        title: 'Nuova bolletta: 100,00 €',
        body: expect.stringContaining(`bolletta ${later.number}, entro il 15/12/2031.`),
        metadata: { link: '/dashboard' },
      },
    ])
    await test.services.asSystem(
      (tx) => tx`update emails set dedupe_key = dedupe_key || ':ieri' where bill_id = ${later.bill_id}`,
    )
    await send(later.bill_id)
    expect(await read()).toEqual(told)
  })

  it('a reminder, with the sum of what is still to pay', async () => {
    const { late, headers, read } = await asked()
    await acts.send(headers, { bill_ids: [late.bill_id] })
    expect(await read()).toMatchObject([
      { title: 'Sollecito: 123,45 € da pagare', body: expect.stringContaining(late.number) },
    ])
  })

  it('nothing of a bill that was paid before the message was written', async () => {
    const { later, send, read, headers } = await asked()
    await send(later.bill_id)
    await acts.post('/v1/payments', headers, {
      ...{ account_id: later.account_id, subject_id: later.subject_id, amount: 10_000 },
      ...{ method: 'CASH', received_on: today(), bill_ids: [later.bill_id] },
    })
    expect((await read()).map(({ title }) => title)).not.toContain('Nuova bolletta: 100,00 €')
  })
})
