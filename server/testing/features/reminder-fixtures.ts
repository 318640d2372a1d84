import type { Reminder, ReminderPreview, ReminderRun } from '@saldo/contract/bills/reminders'
import { addDays, today } from '@saldo/domain/dates'
import { expect } from 'vitest'
import { sendReminders } from '../../features/reminders/send-reminders.job.ts'
import { runJobs } from '../../jobs/worker.ts'
import type { TestApp } from '../app.ts'
import { makeAccount, makeBill, signIn } from '../people.ts'

export type Headers = Record<string, string>
export type Refusal = { error: string; fields: Record<string, string> }
export type ReminderActs = ReturnType<typeof reminderActs>

/** What the tests of reminders do, as an office does it. */
export function reminderActs(test: TestApp) {
  const post = async <B>(url: string, headers: Headers, payload: object = {}) => {
    const { status, body } = await test.call({ method: 'POST', url, headers, payload })
    return { status, body: body as B & Refusal }
  }
  const get = async <B>(url: string, headers: Headers) => {
    const { status, body } = await test.call({ url, headers })
    return { status, body: body as B & Refusal }
  }
  const office = async () => {
    const { headers, customer_id, user_id } = await signIn(test.services, 'customer')
    const account_id = await makeAccount(test.services, customer_id)
    const owed = (of: Parameters<typeof makeBill>[2] = {}) =>
      makeBill(test.services, customer_id, { account_id, ...of })
    return { headers, customer_id, user_id, account_id, owed }
  }
  /** Lets the time pass in which the run can be cancelled, and runs its job. */
  const depart = async (run_id: number) => {
    await test.services.asSystem(
      (tx) => tx`update reminder_runs set leaves_at = now() where run_id = ${run_id}`,
    )
    await sendReminders(test.services, { run_id })
    await runJobs(test.services)
  }
  return {
    post,
    get,
    depart,
    office,
    /** An office whose bills are overdue by eight days. */
    overdueOffice: async () => {
      const { owed, ...of } = await office()
      const due_dates = [addDays(today(), -8)]
      return { ...of, owed: (bill: Parameters<typeof owed>[0] = {}) => owed({ due_dates, ...bill }) }
    },
    preview: async (headers: Headers, payload: object) =>
      (await post<ReminderPreview>('/v1/reminders/preview', headers, payload)).body,
    /** Sends, lets the run leave, and returns its final state. */
    send: async (headers: Headers, payload: object) => {
      const begun = await post<ReminderRun>('/v1/reminders/send', headers, payload)
      expect(begun.status).toBe(202)
      await depart(begun.body.run_id)
      return (await get<ReminderRun>(`/v1/reminders/run/${begun.body.run_id}`, headers)).body
    },
    register: async (headers: Headers, query = '') =>
      (await get<{ items: Reminder[] }>(`/v1/reminders${query}`, headers)).body.items,
    /** The mails whose first bill this is. */
    mailsOf: (bill_id: number) =>
      test.services.asSystem(
        (tx) =>
          tx`select to_address, subject, html, text, sent_at, kept_at from emails where bill_id = ${bill_id} and template = 'reminder' order by email_id`,
      ),
    /** Moves all letters of an office into the past, as if so many days had passed since. */
    passDays: (customer_id: number, days: number) =>
      test.services.asSystem(
        (tx) => tx`update reminders set sent_on = sent_on - ${days}::int where customer_id = ${customer_id}`,
      ),
  }
}

export const sequence = { automatic: false, not_within_days: 3, least_residue: 0, address_form: 'tu' }
export const step = (days: number, of: object = {}) => ({
  days,
  name: `Livello ${days}`,
  subject: 'Mancano {importo}',
  text: 'Gentile {nominativo},\n\nmancano {importo} da {giorni} giorni.',
  ...of,
})
