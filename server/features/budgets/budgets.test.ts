import type { BudgetDetail, BudgetPreview } from '@saldo/contract/budgets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { type Building, giveRight, makeBuilding } from '../../testing/building.ts'
import { makeBill, signIn, signInSubUser } from '../../testing/people.ts'
import { giveUpIssuing } from './give-up-issuing.job.ts'
import { issueBudgetJob } from './issue-budget.job.ts'

let app: TestApp
let office: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  app = await startApp()
  office = await signIn(app.services, 'customer')
})
afterAll(() => app.close())

const send = <Body = BudgetDetail>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  app.call({ method, url: `/v1/${path}`, headers: office.headers, ...(body ? { body } : {}) }) as Promise<{
    status: number
    body: Body & { error: string; error_description: string; fields: Record<string, string> }
  }>
const building = (millesimi: number[], more?: Parameters<typeof makeBuilding>[3]) =>
  makeBuilding(app.services, office.customer_id, millesimi, more)

const dates = ['2027-01-31', '2027-04-30']
async function begin(of: Building, expenses: object[], due_dates = dates): Promise<number> {
  const { account_id } = of
  const made = await send('PUT', 'budgets', { account_id, year: 2027, name: 'Preventivo 2027', due_dates })
  expect(made.status).toBe(201)
  for (const expense of expenses) {
    const added = await send('PUT', 'budgets/expenses', { budget_id: made.body.budget_id, ...expense })
    expect(added.status, JSON.stringify(added.body)).toBe(201)
  }
  return made.body.budget_id
}
const general = ({ tables }: Building, amount = 1000_01) => ({
  description: 'Spese generali',
  amount,
  criterion: 'table',
  weight_table_id: tables.Proprietà,
})
const preview = async (id: number) => (await send<BudgetPreview>('GET', `budgets/preview/${id}`)).body
async function issue(id: number) {
  const answer = await send('POST', `budgets/issue/${id}`, { seen: (await preview(id)).seen })
  await runJobs(app.services)
  return answer
}
type Issued = {
  bill_id: number
  number: string
  subject_id: number
  unit: string
  amount: number
  description: string
  phase: string
  next_due_date: string
  lines: { description: string; amount: number }[]
  instalments: { due_date: string; amount: number }[]
}
const billsOf = (budget_id: number) =>
  app.services.asSystem(
    (tx) => tx<Issued[]>`
      select b.bill_id, b.number, b.subject_id, b.unit, b.amount, b.description, b.phase, b.next_due_date,
        (select json_agg(json_build_object('description', l.description, 'amount', l.amount) order by l.position)
          from bill_lines l where l.bill_id = b.bill_id) as lines,
        (select json_agg(json_build_object('due_date', i.due_date, 'amount', i.amount) order by i.position)
          from bill_instalments i where i.bill_id = b.bill_id) as instalments
      from bills b where b.budget_id = ${budget_id} order by b.bill_id`,
  )

describe('a budget', () => {
  it('begins as a draft and keeps its expenses in order, with its sum', async () => {
    const of = await building([400, 600])
    const id = await begin(of, [general(of), { ...general(of, -50_00), description: 'Conguaglio 2026' }])
    const { body } = await send('GET', `budgets/${id}`)
    expect(body).toMatchObject({ state: 'draft', amount: 950_01, year: 2027, due_dates: dates })
    expect(body.expenses.map(({ description, position }) => [position, description])).toEqual([
      [1, 'Spese generali'],
      [2, 'Conguaglio 2026'],
    ])
    expect(body.basis.units.map(({ name }) => name)).toEqual(['Int. 1, scala A', 'Int. 2, scala A'])
    const listed = await send<{ items: { budget_id: number }[] }>(
      'GET',
      `budgets?account_id=${of.account_id}&q=preventivo`,
    )
    expect(listed.body.items.map(({ budget_id }) => budget_id)).toEqual([id])
    const sums = await send<{ count: number; amount: number }>(
      'GET',
      `budgets/summary?account_id=${of.account_id}`,
    )
    expect(sums.body).toMatchObject({ count: 1, amount: 950_01 })
  })

  it('changes as long as it is a draft, and says at the field what is wrong', async () => {
    const of = await building([400, 600])
    const id = await begin(of, [general(of)])
    const [expense] = (await send('GET', `budgets/${id}`)).body.expenses
    const changed = await send('POST', 'budgets/expenses', {
      ...{ budget_expense_id: expense?.budget_expense_id, description: 'Citofono', amount: 90_00 },
      ...{ criterion: 'direct', unit_ids: [of.units[1]], weight_table_id: of.tables.Proprietà },
    })
    expect(changed.body.expenses).toMatchObject([
      { description: 'Citofono', amount: 90_00, weight_table_id: null, unit_ids: [of.units[1]] },
    ])
    const renamed = await send('POST', 'budgets', { budget_id: id, year: 2028, name: 'Straordinario' })
    expect(renamed.body).toMatchObject({ year: 2028, name: 'Straordinario', due_dates: dates })
    const wrong = await send('POST', 'budgets', {
      budget_id: id,
      year: 28,
      name: ' ',
      due_dates: ['2027-02-30'],
    })
    expect(wrong).toMatchObject({ status: 400, body: { fields: { year: 'Scrivi un anno dal 1900.' } } })
    expect(Object.keys(wrong.body.fields)).toEqual(expect.arrayContaining(['name', 'due_dates.0']))
    const removed = await send('DELETE', `budgets/expenses/${expense?.budget_expense_id}`)
    expect(removed.body).toMatchObject({ expenses: [], amount: 0 })
    expect((await send('DELETE', `budgets/${id}`)).body.state).toBe('cancelled')
    expect(await send('PUT', 'budgets/expenses', { budget_id: id, ...general(of) })).toMatchObject({
      status: 409,
      body: { error: 'not_a_draft' },
    })
  })

  it.each<[string, object, string]>([
    ['a table', { criterion: 'table' }, 'weight_table_id'],
    ['the floors', { criterion: 'stairs', weight_table_id: 1 }, 'second_table_id'],
    ['who uses the terrace', { criterion: 'terrace', weight_table_id: 1, unit_ids: [] }, 'unit_ids'],
    ['the fixed part', { criterion: 'metered', second_table_id: 1 }, 'fixed_percent'],
    ['the readings', { criterion: 'metered', fixed_percent: 30, weight_table_id: 1 }, 'second_table_id'],
    ['units', { criterion: 'direct' }, 'unit_ids'],
    ['an amount', { criterion: 'direct', unit_ids: [1], amount: 0 }, 'amount'],
    ['a known criterion', { criterion: 'lottery' }, 'criterion'],
  ])('refuses an expense without %s', async (_, expense, field) => {
    const of = await building([1])
    const id = await begin(of, [])
    const refused = await send('PUT', 'budgets/expenses', {
      budget_id: id,
      description: 'X',
      amount: 1,
      ...expense,
    })
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.fields)).toEqual([field])
  })

  it('takes no table and no unit of another condominium', async () => {
    const [of, other] = [await building([1]), await building([1])]
    const id = await begin(of, [])
    const expense = { budget_id: id, ...general(of) }
    expect(
      (await send('PUT', 'budgets/expenses', { ...expense, weight_table_id: other.tables.Proprietà })).status,
    ).toBe(404)
    const direct = { ...expense, criterion: 'direct', unit_ids: [other.units[0]] }
    expect((await send('PUT', 'budgets/expenses', direct)).status).toBe(404)
  })
})

describe('its preview', () => {
  it('says who pays what: those who said so, else owners by share, tenants their part, on the day of issue', async () => {
    const of = await building([100, 200, 300, 400])
    const { customer_id } = office
    const right = (unit: number, right: Parameters<typeof giveRight>[4]) =>
      giveRight(app.services, customer_id, of, of.units[unit] as number, right)
    await app.services.asSystem(
      (tx) => tx`update right_holders set share_denominator = 3 where unit_id = ${of.units[0] as number}`,
    )
    const half = await right(0, { right_kind: 'owner', share_numerator: 2, share_denominator: 3 })
    const payer = await right(1, { right_kind: 'usufructuary', pays: true })
    const tenant = await right(2, { right_kind: 'tenant', since: '2027-01-01' })
    await right(2, { right_kind: 'tenant', until: '2026-12-31' })
    const id = await begin(of, [{ ...general(of, 1000_00), tenant_percent: 25 }])
    await send('POST', 'budgets', { budget_id: id, year: 2027, name: 'Preventivo', issue_date: '2027-01-01' })
    const { bills, problems, amount, bills_count, units_count } = await preview(id)
    expect(problems).toEqual([])
    expect([amount, bills_count, units_count]).toEqual([1000_00, 6, 4])
    const paid = bills.map((bill) => [of.units.indexOf(bill.unit_id), bill.subject_id, bill.amount])
    expect(paid.sort()).toEqual(
      [
        [0, of.owners[0], 33_33],
        [0, half, 66_67],
        [1, payer, 200_00],
        [2, of.owners[2], 225_00],
        [2, tenant, 75_00],
        [3, of.owners[3], 400_00],
      ].sort(),
    )
    expect(bills[0]?.instalments.map(({ due_date }) => due_date)).toEqual(dates)
    const second = await send<BudgetPreview>('GET', `budgets/preview/${id}?from=4&limit=1`)
    expect(second.body).toMatchObject({ next: 5, amount: 1000_00, bills: [{ amount: bills[4]?.amount }] })
  })

  it('follows the tenant’s part where owner and tenant are both said to pay, and asks for it where it is missing', async () => {
    const of = await building([400, 600])
    const [alone = 0, shared = 0] = of.units
    await app.services.asSystem((tx) => tx`update right_holders set pays = true where unit_id = ${shared}`)
    // Begun before the tenant came: nobody could say the part yet.
    const id = await begin(of, [general(of, 1000_00)])
    const tenant = await giveRight(app.services, office.customer_id, of, shared, {
      ...{ right_kind: 'tenant', pays: true },
    })
    const { problems } = await preview(id)
    expect(problems).toMatchObject([{ kind: 'no_tenant_percent', count: 1 }])
    expect(problems[0]?.message).toContain('Spese generali')
    expect((await issue(id)).status).toBe(409)

    const refused = await send('PUT', 'budgets/expenses', { budget_id: id, ...general(of, 50_00) })
    expect(refused.status).toBe(400)
    expect(refused.body.fields.tenant_percent).toContain('sia il proprietario sia l’inquilino')
    const ownUnit = { description: 'Citofono', amount: 10_00, criterion: 'direct', unit_ids: [alone] }
    expect((await send('PUT', 'budgets/expenses', { budget_id: id, ...ownUnit })).status).toBe(201)

    const [expense] = (await send('GET', `budgets/${id}`)).body.expenses
    const budget_expense_id = expense?.budget_expense_id
    const said = { budget_expense_id, ...general(of, 1000_00), tenant_percent: 25 }
    expect((await send('POST', 'budgets/expenses', said)).status).toBe(200)
    const { bills, problems: none } = await preview(id)
    expect(none).toEqual([])
    const paid = bills.filter(({ unit_id }) => unit_id === shared)
    expect(paid.map(({ subject_id, amount }) => [subject_id, amount]).sort()).toEqual(
      [
        [of.owners[1], 450_00],
        [tenant, 150_00],
      ].sort(),
    )
  })

  it('has no due date before its issue, and none of another century', async () => {
    const of = await building([100, 200])
    const begun = (body: object) =>
      send('PUT', 'budgets', { account_id: of.account_id, year: 2027, name: 'Preventivo', ...body })
    const late = await begun({ issue_date: '2026-12-01', due_dates: ['2027-01-31', '2026-11-30'] })
    expect(late.status).toBe(400)
    expect(late.body.fields['due_dates.1']).toContain('prima dell’emissione, del 01/12/2026')
    expect((await begun({ issue_date: '1900-01-01' })).body.fields.issue_date).toContain('dieci anni')
    expect((await begun({ due_dates: ['2199-01-01'] })).body.fields['due_dates.0']).toContain('dieci anni')
    const id = await begin(of, [general(of)])
    const moved = { budget_id: id, year: 2027, name: 'Preventivo', issue_date: '2027-02-01' }
    expect((await send('POST', 'budgets', moved)).body.fields['due_dates.0']).toContain('01/02/2027')
    await app.services.asSystem(
      (tx) => tx`update budgets set issue_date = '2027-02-01' where budget_id = ${id}`,
    )
    expect((await preview(id)).problems.map(({ kind }) => kind)).toEqual(['wrong_dates'])
  })

  it('tells what is in the way, by name', async () => {
    const of = await building([100, 200, 300], {
      Ascensore: { kind: 'lift', weights: [null, 500, 500] },
      Vuota: { kind: 'other', weights: [null, 0, null] },
    })
    const id = await begin(of, [], [])
    expect((await preview(id)).problems.map(({ kind }) => kind)).toEqual(['no_expenses', 'no_due_dates'])
    await send('PUT', 'budgets/expenses', { budget_id: id, ...general(of) })
    await send('PUT', 'budgets/expenses', {
      budget_id: id,
      ...general(of),
      weight_table_id: of.tables.Ascensore,
    })
    await send('PUT', 'budgets/expenses', { budget_id: id, ...general(of), weight_table_id: of.tables.Vuota })
    await send('PUT', 'budgets/expenses', {
      ...{ budget_id: id, description: 'Credito', amount: -9000_00 },
      ...{ criterion: 'direct', unit_ids: [of.units[2]] },
    })
    await app.services.asSystem(async (tx) => {
      await tx`delete from weights where unit_id = ${of.units[0] as number} and weight_table_id = ${of.tables.Proprietà as number}`
      await tx`delete from right_holders where unit_id = ${of.units[1] as number}`
    })
    const { problems } = await preview(id)
    expect(problems.map(({ kind, names }) => [kind, names])).toEqual([
      ['no_due_dates', []],
      ['no_weight', ['Int. 1, scala A']],
      ['nobody', []],
      ['no_payer', ['Int. 2, scala A']],
      ['credit', ['Int. 3, scala A']],
    ])
    const refused = await send('POST', `budgets/issue/${id}`, { seen: (await preview(id)).seen })
    expect(refused).toMatchObject({ status: 409, body: { error: 'budget_incomplete' } })
    await app.services.asSystem(
      (tx) => tx`delete from weight_tables where weight_table_id = ${of.tables.Ascensore as number}`,
    )
    expect((await preview(id)).problems.map(({ kind }) => kind)).toContain('no_table')
  })
})

describe('issuing', () => {
  it('writes every bill with its lines and instalments, numbered on, exact to the cent', async () => {
    const of = await building([300, 300, 400], { Piani: { kind: 'stairs', weights: [0, 1, 2] } })
    await makeBill(app.services, office.customer_id, { account_id: of.account_id, number: '2026/000041' })
    const id = await begin(of, [
      general(of),
      {
        ...{ description: 'Scale', amount: 101, criterion: 'stairs' },
        ...{ weight_table_id: of.tables.Proprietà, second_table_id: of.tables.Piani },
      },
    ])
    await send('POST', 'budgets', {
      budget_id: id,
      year: 2027,
      name: 'Preventivo 2027',
      issue_date: '2026-11-21',
    })
    const answer = await issue(id)
    expect(answer).toMatchObject({ status: 202, body: { state: 'issuing', progress: { done: 0, total: 3 } } })
    const bills = await billsOf(id)
    expect(bills.map(({ number }) => number)).toEqual(['2026/000042', '2026/000043', '2026/000044'])
    expect(bills.map(({ subject_id }) => subject_id)).toEqual(of.owners)
    expect(bills.reduce((sum, { amount }) => sum + amount, 0)).toBe(1000_01 + 101)
    // 101 cents of stairs: 51 by value, 50 by height.
    expect(
      bills.map(({ lines }) => lines.find(({ description }) => description === 'Scale')?.amount),
    ).toEqual([15, 32, 54])
    for (const bill of bills) {
      expect(bill).toMatchObject({ description: 'Preventivo 2027', phase: 'open', next_due_date: dates[0] })
      expect(bill.instalments.map(({ due_date }) => due_date)).toEqual(dates)
    }
    const { body } = await send('GET', `budgets/${id}`)
    expect(body).toMatchObject({ state: 'issued', bills: { count: 3, amount: 1001_02 }, why_not_undo: null })
    const told = await app.services.asSystem(
      (tx) =>
        tx`select title, body, metadata from push_messages where user_id = ${office.user_id} order by push_message_id desc limit 1`,
    )
    expect(told).toMatchObject([
      { title: 'Bollette emesse', metadata: { kind: 'budget', link: `/bollette/preventivi/${id}` } },
    ])
    const logged = await app.services.asSystem(
      (tx) =>
        tx`select noun, act, after from audit_log where account_id = ${of.account_id} and (act = 'issued' or noun = 'bills') order by audit_id`,
    )
    expect(logged.filter(({ act }) => act === 'issued')).toMatchObject([
      { noun: 'budgets', after: { bills: 3, amount: 1001_02 } },
    ])
    expect(logged.filter(({ noun }) => noun === 'bills')).toHaveLength(1)
    const listed = await send<{ items: unknown[] }>('GET', `bills?budget_id=${id}`)
    expect(listed.body.items).toHaveLength(3)
  })

  it('refuses what is no longer what was seen, and confirmed twice issues once', async () => {
    const of = await building([300, 700])
    const id = await begin(of, [general(of)])
    const { seen } = await preview(id)
    await send('PUT', 'budgets/expenses', { budget_id: id, ...general(of, 1), description: 'Altro' })
    expect(await send('POST', `budgets/issue/${id}`, { seen })).toMatchObject({
      status: 409,
      body: { error: 'preview_changed' },
    })
    const now = { seen: (await preview(id)).seen }
    const both = await Promise.all([
      send('POST', `budgets/issue/${id}`, now),
      send('POST', `budgets/issue/${id}`, now),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409])
    await app.services.asSystem((tx) => app.services.queue.enqueue(tx, 'issue-budget', { budget_id: id }))
    await runJobs(app.services)
    expect(await billsOf(id)).toHaveLength(2)
  })

  it('writes nothing of what changed between the yes and the writing, and says so', async () => {
    const of = await building([300, 700])
    const id = await begin(of, [general(of)])
    const { seen } = await preview(id)
    await send('POST', `budgets/issue/${id}`, { seen })
    await app.services.asSystem(
      (tx) => tx`update weights set weight = 1 where unit_id = ${of.units[0] as number}`,
    )
    await runJobs(app.services)
    expect(await billsOf(id)).toEqual([])
    const { body } = await send('GET', `budgets/${id}`)
    expect(body).toMatchObject({ state: 'draft', refusal: expect.stringContaining('Nel frattempo') })
  })

  it('writes all or nothing when it breaks in the middle', async () => {
    const of = await building([300, 300, 400])
    const id = await begin(of, [general(of)])
    const { seen } = await preview(id)
    await send('POST', `budgets/issue/${id}`, { seen })
    const { services } = app
    const failing = {
      ...services,
      asSystem: (async (work: never) => {
        failing.calls += 1
        if (failing.calls === 2) throw new Error('the database went away')
        return services.asSystem(work)
      }) as typeof services.asSystem,
      calls: 0,
    }
    await expect(issueBudgetJob(failing, { budget_id: id })).rejects.toThrow('went away')
    expect(await billsOf(id)).toEqual([])
    // Tried again it succeeds; had it not, it could be confirmed anew.
    await giveUpIssuing(app.services, { budget_id: id })
    expect((await send('GET', `budgets/${id}`)).body).toMatchObject({
      state: 'draft',
      refusal: expect.stringContaining('nessuna bolletta è stata emessa'),
    })
    await runJobs(app.services)
    await issue(id)
    expect(await billsOf(id)).toHaveLength(3)
  })
})

describe('undoing', () => {
  it('cancels every bill while nobody has paid, and the budget may be issued again', async () => {
    const of = await building([300, 700])
    const id = await begin(of, [general(of)])
    expect(await send('POST', `budgets/undo/${id}`)).toMatchObject({
      status: 409,
      body: { error: 'not_undoable' },
    })
    await issue(id)
    const undone = await send('POST', `budgets/undo/${id}`)
    expect(undone).toMatchObject({ status: 200, body: { state: 'draft', bills: { count: 0 } } })
    expect((await billsOf(id)).map(({ phase }) => phase)).toEqual(['cancelled', 'cancelled'])
    await issue(id)
    const bills = await billsOf(id)
    expect(bills.map(({ phase }) => phase)).toEqual(['cancelled', 'cancelled', 'open', 'open'])
    expect(new Set(bills.map(({ number }) => number)).size).toBe(4)
  })

  it('is refused once something was paid', async () => {
    const of = await building([300, 700])
    const id = await begin(of, [general(of)])
    await issue(id)
    const [first] = await billsOf(id)
    await app.services.asSystem(
      (tx) =>
        tx`update bill_instalments set settled = 1 where bill_id = ${first?.bill_id as number} and position = 1`,
    )
    const refused = await send('POST', `budgets/undo/${id}`)
    expect(refused).toMatchObject({ status: 409, body: { error: 'not_undoable' } })
    expect(refused.body.error_description).toContain(first?.number)
    expect((await billsOf(id)).map(({ phase }) => phase)).toEqual(['partly_paid', 'open'])
  })
})

it('belongs to the condominiums a sub-user sees', async () => {
  const [of, other] = [await building([1]), await building([1])]
  const [own, hidden] = [await begin(of, [general(of)]), await begin(other, [general(other)])]
  const limited = await signInSubUser(app.services, office.customer_id, {
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
  expect(await billsOf(own)).toHaveLength(1)
})
