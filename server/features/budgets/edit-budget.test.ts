import type { BudgetPreview } from '@saldo/contract/bills/budgets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import {
  type BudgetFixtures,
  budgetDates,
  budgetFixtures,
  calendarYear,
} from '../../testing/features/budget-fixtures.ts'
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
      ...calendarYear(2028),
      name: 'Straordinario',
    })
    expect(renamed.body).toMatchObject({ year: 2028, name: 'Straordinario', due_dates: budgetDates })
    const wrong = await budgets.send('POST', 'budgets', {
      budget_id: id,
      ...calendarYear(2028),
      name: ' ',
      due_dates: ['2027-02-30'],
    })
    expect(Object.keys(wrong.body.fields)).toEqual(['name', 'due_dates.0'])
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

  it('may be of a year that is not the calendar’s, but not of one that ends before it begins or after two years', async () => {
    const of = await budgets.building([1])
    const begun = (starts_on: string, ends_on: string) =>
      budgets.send('PUT', 'budgets', { account_id: of.account_id, name: 'Preventivo', starts_on, ends_on })
    const { body } = await begun('2026-07-01', '2027-06-30')
    expect(body).toMatchObject({ starts_on: '2026-07-01', ends_on: '2027-06-30', year: 2026 })
    expect((await begun('2026-07-01', '2026-06-30')).body.fields.ends_on).toContain('il 01/07/2026')
    expect((await begun('2026-07-01', '2028-07-01')).body.fields.ends_on).toContain('al massimo due anni')
    expect((await begun('2026-07-01', '2028-06-30')).status).toBe(201)
    const moved = await budgets.send('POST', 'budgets', {
      ...{ budget_id: body.budget_id, name: 'Preventivo', starts_on: '2027-07-01', ends_on: '2028-06-30' },
    })
    expect(moved.body).toMatchObject({ starts_on: '2027-07-01', year: 2027 })
  })

  it.each<[string, object, string]>([
    ['a table', { criterion: 'table' }, 'no_table'],
    ['the floors', { criterion: 'stairs' }, 'no_table'],
    ['users of the terrace', { criterion: 'terrace', unit_ids: [] }, 'no_units'],
    ['the fixed part', { criterion: 'metered' }, 'no_table'],
    ['the readings', { criterion: 'metered', fixed_percent: 30 }, 'no_table'],
    ['units', { criterion: 'direct' }, 'no_units'],
    ['an amount', { criterion: 'table', amount: null }, 'no_amount'],
  ])('keeps an expense without %s, and cannot be issued', async (without, expense, kind) => {
    const of = await budgets.building([1])
    const table = without === 'a table' ? {} : { weight_table_id: of.tables.Proprietà }
    const id = await budgets.begin(of, [{ description: 'X', amount: 1, ...table, ...expense }])
    const { problems, seen } = await budgets.preview(id)
    expect(problems.map((each) => each.kind)).toEqual([kind])
    expect(`${problems[0]?.message} ${problems[0]?.names}`).toContain('X')
    expect((await budgets.send('POST', `budgets/issue/${id}`, { seen })).status).toBe(409)
  })

  it.each<[string, object]>([
    ['amount', { amount: 0 }],
    ['criterion', { criterion: 'lottery' }],
    ['nature', { nature: 'odd' }],
    ['usufructuary_percent', { usufructuary_percent: 101 }],
  ])('refuses a wrong %s of an expense', async (field, expense) => {
    const of = await budgets.building([1])
    const id = await budgets.begin(of, [])
    const refused = await budgets.send('PUT', 'budgets/expenses', {
      ...{ budget_id: id, description: 'X', amount: 1, criterion: 'direct', ...expense },
    })
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.fields)).toEqual([field])
  })

  it('takes usual expenses with their usual table, where there is exactly one, and each only once', async () => {
    const of = await budgets.building([400, 600], { Ascensore: { kind: 'lift', weights: [1, 2] } })
    const id = await budgets.begin(of, [{ ...budgets.general(of), description: 'ASCENSORE' }])
    const usual = { budget_id: id, usual: ['works', 'insurance', 'lift', 'stairs_cleaning', 'water'] }
    expect((await budgets.send('PUT', 'budgets/expenses/usual', usual)).status).toBe(201)
    const { body } = await budgets.send('PUT', 'budgets/expenses/usual', usual)
    expect(
      body.expenses.map((each) => [each.description, each.amount, each.nature, each.weight_table_id]),
    ).toEqual([
      ['ASCENSORE', 1000_01, 'ordinary', of.tables.Proprietà],
      ['Assicurazione fabbricato', null, 'ordinary', of.tables.Proprietà],
      ['Pulizia scale', null, 'ordinary', null],
      ['Acqua', null, 'ordinary', null],
      ['Manutenzione straordinaria', null, 'extraordinary', of.tables.Proprietà],
    ])
    expect(body.amount).toBe(1000_01)
    const { problems } = await budgets.preview(id)
    expect(problems.find(({ kind }) => kind === 'no_amount')).toMatchObject({
      message: 'Manca l’importo di 4 voci: scrivilo, o togli le voci.',
      count: 4,
    })
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

describe('a copy of a budget', () => {
  it('has its expenses with changed amounts, and its due dates in the new year', async () => {
    const of = await budgets.building([400, 600])
    const id = await budgets.begin(of, [
      { ...budgets.general(of, 1000_01), tenant_percent: 30 },
      { ...budgets.general(of), description: 'Facciata', amount: null, nature: 'extraordinary' },
    ])
    await budgets.send('POST', 'budgets', {
      ...{ budget_id: id, name: 'Preventivo', starts_on: '2026-07-01', ends_on: '2027-06-30' },
    })
    const next = { name: 'Preventivo 2027/28', starts_on: '2027-07-01', ends_on: '2028-06-30' }
    const { status, body } = await budgets.send('POST', `budgets/copy/${id}`, { ...next, change_bps: 350 })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...next, state: 'draft', amount: 1035_01 })
    expect(body.due_dates).toEqual(['2028-01-31', '2028-04-30'])
    expect(
      body.expenses.map((each) => [each.description, each.amount, each.previous_amount, each.nature]),
    ).toEqual([
      ['Spese generali', 1035_01, 1000_01, 'ordinary'],
      ['Facciata', null, null, 'extraordinary'],
    ])
    expect(body.expenses[0]).toMatchObject({ tenant_percent: 30, weight_table_id: of.tables.Proprietà })
    expect((await budgets.send('GET', `budgets/${id}`)).body.expenses).toHaveLength(2)
    const wrong = await budgets.send('POST', `budgets/copy/${id}`, { ...next, change_bps: -10_000 })
    expect(Object.keys(wrong.body.fields)).toEqual(['change_bps'])
    expect((await budgets.send('POST', 'budgets/copy/999999999', next)).status).toBe(404)
  })
})
