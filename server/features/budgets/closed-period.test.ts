import type { BudgetDetail, BudgetPreview } from '@saldo/contract/bills/budgets'
import { addDays, formatDate, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { closeBooksDuring, closeBooksTo } from '../../testing/closing.ts'
import { calendarYear } from '../../testing/features/budget-fixtures.ts'
import { makeBuilding } from '../../testing/features/building.ts'
import { newsOf } from '../../testing/news.ts'
import { signIn } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const day = (ago: number) => addDays(today(), -ago)

/** A budget of one expense, with its issue date thirty days ago. */
async function draft() {
  const { headers, customer_id } = await signIn(app.services, 'customer')
  const { account_id, tables } = await makeBuilding(app.services, customer_id, [400, 600])
  const send = async <Body = BudgetDetail>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const reply = await app.call({ method, url: `/v1/${path}`, headers, ...(body ? { body } : {}) })
    return reply as { status: number; body: Body & { error: string; error_description: string } }
  }
  const dates = { issue_date: day(30), due_dates: [addDays(today(), 30)] }
  const { body } = await send('PUT', 'budgets', {
    account_id,
    ...calendarYear(2026),
    name: 'Preventivo',
    ...dates,
  })
  const { budget_id } = body
  await send('PUT', 'budgets/expenses', {
    ...{ budget_id, description: 'Spese generali', amount: 1_000_01 },
    ...{ criterion: 'table', weight_table_id: tables.Proprietà },
  })
  const preview = async () => (await send<BudgetPreview>('GET', `budgets/preview/${budget_id}`)).body
  const issue = (seen: string) => send('POST', `budgets/issue/${budget_id}`, { seen })
  const bills = () =>
    app.services.asSystem(async (tx) => (await tx`select from bills where budget_id = ${budget_id}`).length)
  const found = async () => (await send('GET', `budgets/${budget_id}`)).body
  return { account: { customer_id, account_id }, preview, issue, bills, found }
}

const closed = `chiusi fino al ${formatDate(day(30))}`

it('a preview reports an issue date in a closed period, and issuing is refused at that field', async () => {
  const { account, preview, issue, bills } = await draft()
  const { seen } = await preview()
  await closeBooksTo(app.services, account, day(30))
  expect((await preview()).problems).toEqual([
    { kind: 'period_closed', message: expect.stringContaining(closed), count: 0, names: [] },
  ])
  expect(await issue(seen)).toMatchObject({
    status: 409,
    body: {
      error: 'period_closed',
      error_description: expect.stringContaining(closed),
      fields: { issue_date: expect.stringContaining(closed) },
    },
  })
  await runJobs(app.services)
  expect(await bills()).toBe(0)
})

it('a budget dated after the closed period is issued', async () => {
  const { account, preview, issue, bills } = await draft()
  await closeBooksTo(app.services, account, day(31))
  expect((await issue((await preview()).seen)).status).toBe(202)
  await runJobs(app.services)
  expect(await bills()).toBe(2)
})

it('a closing between confirmation and writing returns the budget with its own sentence', async () => {
  const { account, preview, issue, bills, found } = await draft()
  expect((await issue((await preview()).seen)).status).toBe(202)
  await closeBooksTo(app.services, account, day(30))
  await runJobs(app.services)
  expect(await bills()).toBe(0)
  expect(await found()).toMatchObject({ state: 'draft', refusal: expect.stringContaining(closed) })
  expect(await newsOf(app.services, account.customer_id)).toMatchObject([
    { title: 'Bollette non emesse', body: expect.stringContaining(closed) },
  ])
})

it('a closing during the writing returns the budget with its own sentence', async () => {
  const { account, preview, issue, bills, found } = await draft()
  expect((await issue((await preview()).seen)).status).toBe(202)
  await closeBooksDuring(app.services, account, day(30), () => runJobs(app.services))
  expect(await bills()).toBe(0)
  expect(await found()).toMatchObject({ state: 'draft', refusal: expect.stringContaining(closed) })
})
