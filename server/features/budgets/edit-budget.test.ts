import type { BudgetPreview } from '@saldo/contract/bills/budgets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { type BudgetFixtures, budgetDates, budgetFixtures } from '../../testing/features/budget-fixtures.ts'
import { signInSubUser } from '../../testing/people.ts'

let app: TestApp
let budgets: BudgetFixtures
beforeAll(async () => {
  app = await startApp()
  budgets = await budgetFixtures(app)
})
afterAll(() => app.close())

describe('a budget', () => {
  it('begins as a draft and keeps its expenses in order, with their sum', async () => {
    const of = await budgets.building([400, 600])
    const id = await budgets.begin(of, [
      budgets.general(of),
      { ...budgets.general(of, -50_00), description: 'Conguaglio 2026' },
    ])
    const { body } = await budgets.send('GET', `budgets/${id}`)
    expect(body).toMatchObject({ state: 'draft', amount: 950_01, year: 2027, due_dates: budgetDates })
    expect(body.expenses.map(({ description, position }) => [position, description])).toEqual([
      [1, 'Spese generali'],
      [2, 'Conguaglio 2026'],
    ])
    expect(body.basis.units.map(({ name }) => name)).toEqual(['Int. 1, scala A', 'Int. 2, scala A'])
    const listed = await budgets.send<{ items: { budget_id: number }[] }>(
      'GET',
      `budgets?account_id=${of.account_id}&q=preventivo`,
    )
    expect(listed.body.items.map(({ budget_id }) => budget_id)).toEqual([id])
    const sums = await budgets.send<{ count: number; amount: number }>(
      'GET',
      `budgets/summary?account_id=${of.account_id}`,
    )
    expect(sums.body).toMatchObject({ count: 1, amount: 950_01 })
  })

  it('can be changed while it is a draft, and names the wrong fields', async () => {
    const of = await budgets.building([400, 600])
    const id = await budgets.begin(of, [budgets.general(of)])
    const [expense] = (await budgets.send('GET', `budgets/${id}`)).body.expenses
    const changed = await budgets.send('POST', 'budgets/expenses', {
      ...{ budget_expense_id: expense?.budget_expense_id, description: 'Citofono', amount: 90_00 },
      ...{ criterion: 'direct', unit_ids: [of.units[1]], weight_table_id: of.tables.Proprietà },
    })
    expect(changed.body.expenses).toMatchObject([
      { description: 'Citofono', amount: 90_00, weight_table_id: null, unit_ids: [of.units[1]] },
    ])
    const renamed = await budgets.send('POST', 'budgets', {
      budget_id: id,
      year: 2028,
      name: 'Straordinario',
    })
    expect(renamed.body).toMatchObject({ year: 2028, name: 'Straordinario', due_dates: budgetDates })
    const wrong = await budgets.send('POST', 'budgets', {
      budget_id: id,
      year: 28,
      name: ' ',
      due_dates: ['2027-02-30'],
    })
    expect(wrong).toMatchObject({ status: 400, body: { fields: { year: 'Scrivi un anno dal 1900.' } } })
    expect(Object.keys(wrong.body.fields)).toEqual(expect.arrayContaining(['name', 'due_dates.0']))
    const removed = await budgets.send('DELETE', `budgets/expenses/${expense?.budget_expense_id}`)
    expect(removed.body).toMatchObject({ expenses: [], amount: 0 })
    expect((await budgets.send('DELETE', `budgets/${id}`)).body.state).toBe('cancelled')
    expect(
      await budgets.send('PUT', 'budgets/expenses', { budget_id: id, ...budgets.general(of) }),
    ).toMatchObject({
      status: 409,
      body: { error: 'not_a_draft' },
    })
  })

  it.each<[string, object, string]>([
    ['a table', { criterion: 'table' }, 'weight_table_id'],
    ['the floors', { criterion: 'stairs', weight_table_id: 1 }, 'second_table_id'],
    ['users of the terrace', { criterion: 'terrace', weight_table_id: 1, unit_ids: [] }, 'unit_ids'],
    ['the fixed part', { criterion: 'metered', second_table_id: 1 }, 'fixed_percent'],
    ['the readings', { criterion: 'metered', fixed_percent: 30, weight_table_id: 1 }, 'second_table_id'],
    ['units', { criterion: 'direct' }, 'unit_ids'],
    ['an amount', { criterion: 'direct', unit_ids: [1], amount: 0 }, 'amount'],
    ['a known criterion', { criterion: 'lottery' }, 'criterion'],
  ])('refuses an expense without %s', async (_, expense, field) => {
    const of = await budgets.building([1])
    const id = await budgets.begin(of, [])
    const refused = await budgets.send('PUT', 'budgets/expenses', {
      budget_id: id,
      description: 'X',
      amount: 1,
      ...expense,
    })
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.fields)).toEqual([field])
  })

  it('refuses a table and a unit of another condominium', async () => {
    const [of, other] = [await budgets.building([1]), await budgets.building([1])]
    const id = await budgets.begin(of, [])
    const expense = { budget_id: id, ...budgets.general(of) }
    expect(
      (await budgets.send('PUT', 'budgets/expenses', { ...expense, weight_table_id: other.tables.Proprietà }))
        .status,
    ).toBe(404)
    const direct = { ...expense, criterion: 'direct', unit_ids: [other.units[0]] }
    expect((await budgets.send('PUT', 'budgets/expenses', direct)).status).toBe(404)
  })
})

it('a sub-user sees only budgets of their condominiums', async () => {
  const [of, other] = [await budgets.building([1]), await budgets.building([1])]
  const [own, hidden] = [
    await budgets.begin(of, [budgets.general(of)]),
    await budgets.begin(other, [budgets.general(other)]),
  ]
  const limited = await signInSubUser(app.services, budgets.office.customer_id, {
    permissions: ['bills:write'],
    accounts: [of.account_id],
  })
  const as = (method: 'GET' | 'POST', url: string, body?: object) =>
    app.call({ method, url, headers: limited.headers, ...(body ? { body } : {}) })
  expect((await as('GET', `/v1/budgets/${own}`)).status).toBe(200)
  expect((await as('GET', `/v1/budgets/${hidden}`)).status).toBe(404)
  const seen = ((await as('GET', `/v1/budgets/preview/${own}`)).body as BudgetPreview).seen
  expect((await as('POST', `/v1/budgets/issue/${own}`, { seen })).status).toBe(202)
  await runJobs(app.services)
  expect(await budgets.billsOf(own)).toHaveLength(1)
})
