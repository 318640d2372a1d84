import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import {
  type BudgetFixtures,
  budgetDates,
  budgetFixtures,
  calendarYear,
} from '../../testing/features/budget-fixtures.ts'
import { makeBill } from '../../testing/people.ts'
import { giveUpIssuing } from './give-up-issuing.job.ts'
import { issueBudgetJob } from './issue-budget.job.ts'

let app: TestApp
let budgets: BudgetFixtures
beforeAll(async () => {
  app = await startApp()
  budgets = await budgetFixtures(app)
})
afterAll(() => app.close())

describe('issuing', () => {
  it('writes every bill with its lines and instalments, numbered consecutively, exact to the cent', async () => {
    const of = await budgets.building([300, 300, 400], { Piani: { kind: 'stairs', weights: [0, 1, 2] } })
    await makeBill(app.services, budgets.office.customer_id, {
      account_id: of.account_id,
      number: '2026/000041',
    })
    const id = await budgets.begin(of, [
      budgets.general(of),
      {
        ...{ description: 'Scale', amount: 101, criterion: 'stairs' },
        ...{ weight_table_id: of.tables.Proprietà, second_table_id: of.tables.Piani },
      },
    ])
    await budgets.send('POST', 'budgets', {
      budget_id: id,
      ...calendarYear(2027),
      name: 'Preventivo 2027',
      issue_date: '2026-11-21',
    })
    const answer = await budgets.issue(id)
    expect(answer).toMatchObject({ status: 202, body: { state: 'issuing', progress: { done: 0, total: 3 } } })
    const bills = await budgets.billsOf(id)
    expect(bills.map(({ number }) => number)).toEqual(['2026/000042', '2026/000043', '2026/000044'])
    expect(bills.map(({ subject_id }) => subject_id)).toEqual(of.owners)
    expect(bills.reduce((sum, { amount }) => sum + amount, 0)).toBe(1000_01 + 101)
    // 101 cents of stairs: 51 by value, 50 by height.
    expect(
      bills.map(({ lines }) => lines.find(({ description }) => description === 'Scale')?.amount),
    ).toEqual([15, 32, 54])
    for (const bill of bills) {
      expect(bill).toMatchObject({
        description: 'Preventivo 2027',
        phase: 'open',
        next_due_date: budgetDates[0],
      })
      expect(bill.instalments.map(({ due_date }) => due_date)).toEqual(budgetDates)
    }
    const { body } = await budgets.send('GET', `budgets/${id}`)
    expect(body).toMatchObject({ state: 'issued', bills: { count: 3, amount: 1001_02 }, why_not_undo: null })
    const told = await app.services.asSystem(
      (tx) =>
        tx`select title, body, metadata from push_messages where user_id = ${budgets.office.user_id} order by push_message_id desc limit 1`,
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
    const listed = await budgets.send<{ items: unknown[] }>('GET', `bills?budget_id=${id}`)
    expect(listed.body.items).toHaveLength(3)
  })

  it('refuses if the preview has changed since it was seen, and issues once if confirmed twice', async () => {
    const of = await budgets.building([300, 700])
    const id = await budgets.begin(of, [budgets.general(of)])
    const { seen } = await budgets.preview(id)
    await budgets.send('PUT', 'budgets/expenses', {
      budget_id: id,
      ...budgets.general(of, 1),
      description: 'Altro',
    })
    expect(await budgets.send('POST', `budgets/issue/${id}`, { seen })).toMatchObject({
      status: 409,
      body: { error: 'preview_changed' },
    })
    const now = { seen: (await budgets.preview(id)).seen }
    const both = await Promise.all([
      budgets.send('POST', `budgets/issue/${id}`, now),
      budgets.send('POST', `budgets/issue/${id}`, now),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409])
    await app.services.asSystem((tx) => app.services.queue.enqueue(tx, 'issue-budget', { budget_id: id }))
    await runJobs(app.services)
    expect(await budgets.billsOf(id)).toHaveLength(2)
  })

  it('refuses the confirmation of other due dates than those that were seen', async () => {
    const of = await budgets.building([300, 700])
    const id = await budgets.begin(of, [budgets.general(of)])
    const { seen } = await budgets.preview(id)
    const changed = { budget_id: id, ...calendarYear(2027), name: 'Preventivo 2027' }
    await budgets.send('POST', 'budgets', { ...changed, due_dates: ['2027-01-31'] })
    expect(await budgets.send('POST', `budgets/issue/${id}`, { seen })).toMatchObject({
      status: 409,
      body: { error: 'preview_changed' },
    })
    await runJobs(app.services)
    expect(await budgets.billsOf(id)).toEqual([])
    // The same digest is accepted when the budget again has the dates that were previewed.
    await budgets.send('POST', 'budgets', { ...changed, due_dates: budgetDates })
    expect((await budgets.send('POST', `budgets/issue/${id}`, { seen })).status).toBe(202)
  })

  it('writes nothing if the bills have changed since the confirmation, and says so', async () => {
    const of = await budgets.building([300, 700])
    const id = await budgets.begin(of, [budgets.general(of)])
    const { seen } = await budgets.preview(id)
    await budgets.send('POST', `budgets/issue/${id}`, { seen })
    await app.services.asSystem(
      (tx) => tx`update weights set weight = 1 where unit_id = ${of.units[0] as number}`,
    )
    await runJobs(app.services)
    expect(await budgets.billsOf(id)).toEqual([])
    const { body } = await budgets.send('GET', `budgets/${id}`)
    expect(body).toMatchObject({ state: 'draft', refusal: expect.stringContaining('Nel frattempo') })
  })

  it('writes everything or nothing if it breaks in the middle', async () => {
    const of = await budgets.building([300, 300, 400])
    const id = await budgets.begin(of, [budgets.general(of)])
    const { seen } = await budgets.preview(id)
    await budgets.send('POST', `budgets/issue/${id}`, { seen })
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
    expect(await budgets.billsOf(id)).toEqual([])
    // A retry succeeds; if it failed for good, the budget could be confirmed again.
    await giveUpIssuing(app.services, { budget_id: id })
    expect((await budgets.send('GET', `budgets/${id}`)).body).toMatchObject({
      state: 'draft',
      refusal: expect.stringContaining('nessuna bolletta è stata emessa'),
    })
    await runJobs(app.services)
    await budgets.issue(id)
    expect(await budgets.billsOf(id)).toHaveLength(3)
  })
})

describe('undoing', () => {
  it('cancels every bill while nothing was paid, and the budget can be issued again', async () => {
    const of = await budgets.building([300, 700])
    const id = await budgets.begin(of, [budgets.general(of)])
    expect(await budgets.send('POST', `budgets/undo/${id}`)).toMatchObject({
      status: 409,
      body: { error: 'not_undoable' },
    })
    await budgets.issue(id)
    const undone = await budgets.send('POST', `budgets/undo/${id}`)
    expect(undone).toMatchObject({ status: 200, body: { state: 'draft', bills: { count: 0 } } })
    expect((await budgets.billsOf(id)).map(({ phase }) => phase)).toEqual(['cancelled', 'cancelled'])
    await budgets.issue(id)
    const bills = await budgets.billsOf(id)
    expect(bills.map(({ phase }) => phase)).toEqual(['cancelled', 'cancelled', 'open', 'open'])
    expect(new Set(bills.map(({ number }) => number)).size).toBe(4)
  })

  it('is refused once something was paid', async () => {
    const of = await budgets.building([300, 700])
    const id = await budgets.begin(of, [budgets.general(of)])
    await budgets.issue(id)
    const [first] = await budgets.billsOf(id)
    await app.services.asSystem(
      (tx) =>
        tx`update bill_instalments set settled = 1 where bill_id = ${first?.bill_id as number} and position = 1`,
    )
    const refused = await budgets.send('POST', `budgets/undo/${id}`)
    expect(refused).toMatchObject({ status: 409, body: { error: 'not_undoable' } })
    expect(refused.body.error_description).toContain(first?.number)
    expect((await budgets.billsOf(id)).map(({ phase }) => phase)).toEqual(['partly_paid', 'open'])
  })
})
