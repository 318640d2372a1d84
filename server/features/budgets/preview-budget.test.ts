import type { BudgetPreview } from '@saldo/contract/bills/budgets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import {
  type BudgetFixtures,
  budgetDates,
  budgetFixtures,
  calendarYear,
} from '../../testing/features/budget-fixtures.ts'
import { giveRight } from '../../testing/features/building.ts'

let app: TestApp
let budgets: BudgetFixtures
beforeAll(async () => {
  app = await startApp()
  budgets = await budgetFixtures(app)
})
afterAll(() => app.close())

describe('the preview of a budget', () => {
  it('shows who pays what on the issue date: marked payers, else owners by share, and tenants their part', async () => {
    const of = await budgets.building([100, 200, 300, 400])
    const { customer_id } = budgets.office
    const right = (unit: number, right: Parameters<typeof giveRight>[4]) =>
      giveRight(app.services, customer_id, of, of.units[unit] as number, right)
    await app.services.asSystem(
      (tx) => tx`update right_holders set share_denominator = 3 where unit_id = ${of.units[0] as number}`,
    )
    const half = await right(0, { right_kind: 'owner', share_numerator: 2, share_denominator: 3 })
    const payer = await right(1, { right_kind: 'usufructuary', pays: true })
    const tenant = await right(2, { right_kind: 'tenant', since: '2027-01-01' })
    await right(2, { right_kind: 'tenant', until: '2026-12-31' })
    const id = await budgets.begin(of, [{ ...budgets.general(of, 1000_00), tenant_percent: 25 }])
    await budgets.send('POST', 'budgets', {
      budget_id: id,
      ...calendarYear(2027),
      name: 'Preventivo',
      issue_date: '2027-01-01',
    })
    const { bills, problems, amount, bills_count, units_count } = await budgets.preview(id)
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
    expect(bills[0]?.instalments.map(({ due_date }) => due_date)).toEqual(budgetDates)
    const second = await budgets.send<BudgetPreview>('GET', `budgets/preview/${id}?from=4&limit=1`)
    expect(second.body).toMatchObject({ next: 5, amount: 1000_00, bills: [{ amount: bills[4]?.amount }] })
  })

  it('uses the tenant’s part where owner and tenant are both marked as payers, and asks for it if it is missing', async () => {
    const of = await budgets.building([400, 600])
    const [alone = 0, shared = 0] = of.units
    await app.services.asSystem((tx) => tx`update right_holders set pays = true where unit_id = ${shared}`)
    // Created before the tenant came, so it has no tenant's part.
    const id = await budgets.begin(of, [budgets.general(of, 1000_00)])
    const tenant = await giveRight(app.services, budgets.office.customer_id, of, shared, {
      ...{ right_kind: 'tenant', pays: true },
    })
    const { problems } = await budgets.preview(id)
    expect(problems).toMatchObject([{ kind: 'no_tenant_percent', count: 1 }])
    expect(problems[0]?.message).toContain('Spese generali')
    expect(problems[0]?.names).toEqual(['Int. 2, scala A'])
    expect((await budgets.issue(id)).status).toBe(409)

    const refused = await budgets.send('PUT', 'budgets/expenses', {
      budget_id: id,
      ...budgets.general(of, 50_00),
    })
    expect(refused.status).toBe(400)
    expect(refused.body.fields.tenant_percent).toContain('sia il proprietario sia l’inquilino')
    const ownUnit = { description: 'Citofono', amount: 10_00, criterion: 'direct', unit_ids: [alone] }
    expect((await budgets.send('PUT', 'budgets/expenses', { budget_id: id, ...ownUnit })).status).toBe(201)

    const [expense] = (await budgets.send('GET', `budgets/${id}`)).body.expenses
    const budget_expense_id = expense?.budget_expense_id
    const said = { budget_expense_id, ...budgets.general(of, 1000_00), tenant_percent: 25 }
    expect((await budgets.send('POST', 'budgets/expenses', said)).status).toBe(200)
    const { bills, problems: none } = await budgets.preview(id)
    expect(none).toEqual([])
    const paid = bills.filter(({ unit_id }) => unit_id === shared)
    expect(paid.map(({ subject_id, amount }) => [subject_id, amount]).sort()).toEqual(
      [
        [of.owners[1], 450_00],
        [tenant, 150_00],
      ].sort(),
    )
  })

  it('refuses a due date before the issue, and one of another century', async () => {
    const of = await budgets.building([100, 200])
    const begun = (body: object) =>
      budgets.send('PUT', 'budgets', {
        account_id: of.account_id,
        ...calendarYear(2027),
        name: 'Preventivo',
        ...body,
      })
    const late = await begun({ issue_date: '2026-12-01', due_dates: ['2027-01-31', '2026-11-30'] })
    expect(late.status).toBe(400)
    expect(late.body.fields['due_dates.1']).toContain('prima dell’emissione, del 01/12/2026')
    expect((await begun({ issue_date: '1900-01-01' })).body.fields.issue_date).toContain('dieci anni')
    expect((await begun({ due_dates: ['2199-01-01'] })).body.fields['due_dates.0']).toContain('dieci anni')
    const id = await budgets.begin(of, [budgets.general(of)])
    const moved = { budget_id: id, ...calendarYear(2027), name: 'Preventivo', issue_date: '2027-02-01' }
    expect((await budgets.send('POST', 'budgets', moved)).body.fields['due_dates.0']).toContain('01/02/2027')
    await app.services.asSystem(
      (tx) => tx`update budgets set issue_date = '2027-02-01' where budget_id = ${id}`,
    )
    expect((await budgets.preview(id)).problems.map(({ kind }) => kind)).toEqual(['wrong_dates'])
  })

  it('names everything that prevents issuing', async () => {
    const of = await budgets.building([100, 200, 300], {
      Ascensore: { kind: 'lift', weights: [null, 500, 500] },
      Vuota: { kind: 'other', weights: [null, 0, null] },
    })
    const id = await budgets.begin(of, [], [])
    expect((await budgets.preview(id)).problems.map(({ kind }) => kind)).toEqual([
      'no_expenses',
      'no_due_dates',
    ])
    await budgets.send('PUT', 'budgets/expenses', { budget_id: id, ...budgets.general(of) })
    await budgets.send('PUT', 'budgets/expenses', {
      budget_id: id,
      ...budgets.general(of),
      weight_table_id: of.tables.Ascensore,
    })
    await budgets.send('PUT', 'budgets/expenses', {
      budget_id: id,
      ...budgets.general(of),
      weight_table_id: of.tables.Vuota,
    })
    await budgets.send('PUT', 'budgets/expenses', {
      ...{ budget_id: id, description: 'Credito', amount: -9000_00 },
      ...{ criterion: 'direct', unit_ids: [of.units[2]] },
    })
    await app.services.asSystem(async (tx) => {
      await tx`delete from weights where unit_id = ${of.units[0] as number} and weight_table_id = ${of.tables.Proprietà as number}`
      await tx`delete from right_holders where unit_id = ${of.units[1] as number}`
    })
    const { problems } = await budgets.preview(id)
    expect(problems.map(({ kind, names }) => [kind, names])).toEqual([
      ['no_due_dates', []],
      ['no_weight', ['Int. 1, scala A']],
      ['nobody', []],
      ['no_payer', ['Int. 2, scala A']],
      ['credit', ['Int. 3, scala A']],
    ])
    const refused = await budgets.send('POST', `budgets/issue/${id}`, {
      seen: (await budgets.preview(id)).seen,
    })
    expect(refused).toMatchObject({ status: 409, body: { error: 'budget_incomplete' } })
    expect(problems[1]?.message).toBe(
      'Mancano i millesimi di un’unità nella tabella «Proprietà»: scrivili, anche zero.',
    )
    await app.services.asSystem(
      (tx) => tx`delete from weight_tables where weight_table_id = ${of.tables.Ascensore as number}`,
    )
    expect((await budgets.preview(id)).problems.map(({ kind }) => kind)).toContain('no_table')
  })

  it('names number, dates and sums of the instalments, of each bill and of all', async () => {
    const of = await budgets.building([300, 700])
    const id = await budgets.begin(of, [budgets.general(of, 1000_01)])
    const preview = await budgets.preview(id)
    expect(preview.instalments).toEqual([
      { due_date: '2027-01-31', amount: 500_01, bills_count: 2 },
      { due_date: '2027-04-30', amount: 500_00, bills_count: 2 },
    ])
    expect(preview.bills.map(({ instalments }) => instalments.map(({ amount }) => amount))).toEqual([
      [150_00, 150_00],
      [350_01, 350_00],
    ])
    expect(preview.items).toEqual(['Spese generali'])
  })

  it('asks the usufructuary for what is ordinary, the bare owner for what is extraordinary, or as the expense says', async () => {
    const of = await budgets.building([400, 600])
    const [, split = 0] = of.units
    await app.services.asSystem(
      (tx) => tx`update right_holders set right_kind = 'bare_owner', pays = true where unit_id = ${split}`,
    )
    const usufructuary = await giveRight(app.services, budgets.office.customer_id, of, split, {
      right_kind: 'usufructuary',
    })
    const id = await budgets.begin(of, [
      budgets.general(of, 100_00),
      { ...budgets.general(of, 1000_00), description: 'Facciata', nature: 'extraordinary' },
      {
        ...budgets.general(of, 10_00),
        description: 'Tetto',
        nature: 'extraordinary',
        usufructuary_percent: 50,
      },
    ])
    const { bills, problems, notices } = await budgets.preview(id)
    expect(problems).toEqual([])
    const paid = bills.filter(({ unit_id }) => unit_id === split)
    expect(
      paid.map(({ subject_id, lines }) => [subject_id, lines.map(({ amount }) => amount)]).sort(),
    ).toEqual(
      [
        [of.owners[1], [600_00, 3_00]],
        [usufructuary, [60_00, 3_00]],
      ].sort(),
    )
    // The office wrote that the bills are the bare owner's; the law says otherwise, so it is told.
    expect(notices).toMatchObject([{ count: 1, names: ['Int. 2, scala A'] }])
    expect(notices[0]?.message).toContain('art. 1004 c.c.')
  })

  it('says who pays in the place of a missing usufructuary, bare owner or tenant', async () => {
    const of = await budgets.building([100, 200, 700])
    const [bare = 0, usufruct = 0] = of.units
    await app.services.asSystem(async (tx) => {
      await tx`update right_holders set right_kind = 'bare_owner', pays = true where unit_id = ${bare}`
      await tx`update right_holders set right_kind = 'usufructuary', pays = true where unit_id = ${usufruct}`
    })
    const id = await budgets.begin(of, [
      budgets.general(of, 100_00),
      { ...budgets.general(of, 50_00), description: 'Pulizie', tenant_percent: 100 },
      { ...budgets.general(of, 1000_00), description: 'Facciata', nature: 'extraordinary' },
    ])
    const { bills, problems, notices } = await budgets.preview(id)
    expect([problems, bills.length]).toEqual([[], 3])
    expect(notices.map(({ message, names }) => [message.slice(0, 45), names])).toEqual([
      ['In un’unità manca l’usufruttuario: le spese o', ['Int. 1, scala A']],
      ['In 3 unità non c’è un inquilino: la sua quota', expect.any(Array)],
      ['In un’unità manca il nudo proprietario: le sp', ['Int. 2, scala A']],
    ])
  })

  it('refuses units of which it is not sure who pays, each reason with its units', async () => {
    const of = await budgets.building([100, 200, 300, 400])
    const [bare = 0, usufruct = 0, halved = 0, doubled = 0] = of.units
    await app.services.asSystem(async (tx) => {
      await tx`update right_holders set right_kind = 'bare_owner' where unit_id = ${bare}`
      await tx`update right_holders set right_kind = 'usufructuary' where unit_id = ${usufruct}`
      await tx`update right_holders set share_denominator = 2 where unit_id = ${halved}`
    })
    await giveRight(app.services, budgets.office.customer_id, of, doubled, { right_kind: 'owner' })
    const id = await budgets.begin(of, [
      budgets.general(of),
      { ...budgets.general(of), description: 'Facciata', nature: 'extraordinary' },
    ])
    const { problems, seen } = await budgets.preview(id)
    expect(problems.map(({ kind, names }) => [kind, names])).toEqual([
      ['no_usufructuary', ['Int. 1, scala A']],
      ['shares', ['Int. 3, scala A', 'Int. 4, scala A']],
      ['no_bare_owner', ['Int. 2, scala A']],
    ])
    expect((await budgets.send('POST', `budgets/issue/${id}`, { seen })).status).toBe(409)
  })

  it('points to bills that another budget has issued for the same time', async () => {
    const of = await budgets.building([1])
    const first = await budgets.begin(of, [budgets.general(of)])
    await budgets.issue(first)
    const second = await budgets.begin(of, [budgets.general(of)])
    expect((await budgets.preview(second)).notices).toMatchObject([{ names: ['Preventivo 2027'] }])
    const moved = { budget_id: second, ...calendarYear(2028), name: 'Preventivo' }
    expect((await budgets.send('POST', 'budgets', moved)).status).toBe(200)
    expect((await budgets.preview(second)).notices).toEqual([])
  })
})
