import type { ReportSubscription } from '@saldo/contract/reports/report-subscriptions'
import { addDays, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import {
  makeAccount,
  makeBill,
  makeCustomer,
  makeSubject,
  signIn,
  signInSubUser,
} from '../../testing/people.ts'
import { mailReportsAt } from './mail-reports.job.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const url = '/v1/reports/subscriptions'
/** The next Monday at seven in Rome, in winter or summer time. */
const monday = () => {
  let day = addDays(today(), 1)
  while (new Date(`${day}T12:00:00Z`).getUTCDay() !== 1) day = addDays(day, 1)
  const inRome = (at: Date) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome', hour: '2-digit' }).format(at)
  return [5, 6].map((hour) => new Date(`${day}T0${hour}:00:00Z`)).find((at) => inRome(at) === '07') as Date
}

async function setUp() {
  const customer_id = await makeCustomer(test.services)
  await test.services.asSystem(
    (tx) => tx`update customers set state = '1' where customer_id = ${customer_id}`,
  )
  const person = await signIn(test.services, 'customer', customer_id)
  const mailbox = async (user_id: number) => {
    const email = `u${user_id}@example.it`
    await test.services.asSystem((tx) => tx`update users set email = ${email} where user_id = ${user_id}`)
    return email
  }
  const email = await mailbox(person.user_id)
  const account_id = await makeAccount(test.services, customer_id, { name: 'Aurora' })
  const other_id = await makeAccount(test.services, customer_id, { name: 'Borea' })
  const subject_id = await makeSubject(test.services, customer_id)
  for (const [account, amount] of [
    [account_id, 12_300],
    [other_id, 700],
  ] as const)
    await makeBill(test.services, customer_id, {
      ...{ account_id: account, subject_id, amounts: [amount], due_dates: [addDays(today(), -40)] },
    })
  const subscribe = (payload: object, headers = person.headers) =>
    test.call({ method: 'POST', url, headers, payload })
  const mails = (to: string) =>
    test.services.asSystem(
      (tx) => tx<{ subject: string; text: string }[]>`
        select subject, text from emails where to_address = ${to} and template = 'report' order by email_id`,
    )
  return { ...person, customer_id, email, mailbox, account_id, other_id, subscribe, mails }
}

describe('report subscriptions', () => {
  it('201, 200, 204: are made once, listed to their user only, and stopped', async () => {
    const { headers, account_id, subscribe, customer_id } = await setUp()
    expect((await subscribe({ every: 'week' })).status).toBe(201)
    expect((await subscribe({ every: 'week' })).status).toBe(201)
    expect((await subscribe({ every: 'month', account_id })).body).toMatchObject({ account_name: 'Aurora' })
    const list = async (as = headers) => (await test.call({ url, headers: as })).body as ReportSubscription[]
    const all = await list()
    expect(all).toMatchObject([
      { every: 'week', account_id: null, account_name: null },
      { every: 'month', account_id, account_name: 'Aurora' },
    ])
    const colleague = await signIn(test.services, 'customer', customer_id)
    expect(await list(colleague.headers)).toEqual([])
    const end = (as: Record<string, string>) =>
      test.call({ method: 'DELETE', url: `${url}/${all[0]?.subscription_id}`, headers: as })
    expect((await end(colleague.headers)).status).toBe(404)
    expect((await end(headers)).status).toBe(204)
    expect((await end(headers)).status).toBe(404)
    expect(await list()).toHaveLength(1)
  })

  it('409: without an e-mail address; 404: another customer’s condominium', async () => {
    const { user_id, subscribe } = await setUp()
    const other = await setUp()
    expect((await subscribe({ every: 'week', account_id: other.account_id })).status).toBe(404)
    await test.services.asSystem((tx) => tx`update users set email = null where user_id = ${user_id}`)
    expect((await subscribe({ every: 'week' })).status).toBe(409)
  })
})

describe('the report by mail', () => {
  it('comes on Monday at seven in Rome, once, with sums and without names of people', async () => {
    const { email, subscribe, mails } = await setUp()
    await subscribe({ every: 'week' })
    const at = monday()
    const anHour = 3_600_000
    for (const other of [-anHour, anHour, 24 * anHour])
      await mailReportsAt(test.services, new Date(at.getTime() + other))
    expect(await mails(email)).toEqual([])
    await mailReportsAt(test.services, at)
    await mailReportsAt(test.services, at)
    const [mail, ...others] = await mails(email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Il report della settimana: Tutti i condomìni')
    expect(mail?.text).toContain(`di cui scaduto: ${formatEuro(13_000)}`)
  })

  it('has only the condominiums that a sub-user sees that day, and does not come without both permissions', async () => {
    const { customer_id, mailbox, other_id, account_id, subscribe, mails } = await setUp()
    const may = { permissions: ['bills:read', 'payments:read'], accounts: [other_id] }
    const one = await signInSubUser(test.services, customer_id, may)
    const email = await mailbox(one.user_id)
    expect((await subscribe({ every: 'week' }, one.headers)).status).toBe(201)
    await mailReportsAt(test.services, monday())
    expect((await mails(email))[0]?.text).toContain(`Da incassare oggi: ${formatEuro(700)}`)
    await test.services.asSystem(async (tx) => {
      await tx`delete from emails where to_address = ${email}`
      await tx`delete from user_permissions where user_id = ${one.user_id} and section = 'bills'`
      await tx`insert into user_accounts ${tx({ user_id: one.user_id, customer_id, account_id })}`
    })
    await mailReportsAt(test.services, monday())
    expect(await mails(email)).toEqual([])
  })
})
