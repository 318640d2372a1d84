import type { BudgetDetail, BudgetPreview } from '@saldo/contract/bills/budgets'
import { expect } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import type { TestApp } from '../app.ts'
import { signIn } from '../people.ts'
import { type Building, makeBuilding } from './building.ts'

/** The default due dates of a budget. */
export const budgetDates = ['2027-01-31', '2027-04-30']

/** A calendar year as a year of accounts. */
export const calendarYear = (year: number) => ({ starts_on: `${year}-01-01`, ends_on: `${year}-12-31` })

type IssuedBill = {
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

export type BudgetFixtures = Awaited<ReturnType<typeof budgetFixtures>>

/** A signed-in office, and acts on budgets through the API. */
export async function budgetFixtures(app: TestApp) {
  const office = await signIn(app.services, 'customer')

  const send = <Body = BudgetDetail>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ) =>
    app.call({
      method,
      url: `/v1/${path}`,
      headers: office.headers,
      ...(body ? { body } : {}),
    }) as Promise<{
      status: number
      body: Body & { error: string; error_description: string; fields: Record<string, string> }
    }>

  const building = (millesimi: number[], more?: Parameters<typeof makeBuilding>[3]) =>
    makeBuilding(app.services, office.customer_id, millesimi, more)

  /** A draft budget of 2027 with these expenses. */
  async function begin(of: Building, expenses: object[], due_dates = budgetDates): Promise<number> {
    const { account_id } = of
    const made = await send('PUT', 'budgets', {
      ...calendarYear(2027),
      ...{ account_id, name: 'Preventivo 2027', due_dates },
    })
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

  const billsOf = (budget_id: number) =>
    app.services.asSystem(
      (tx) => tx<IssuedBill[]>`
        select b.bill_id, b.number, b.subject_id, b.unit, b.amount, b.description, b.phase, b.next_due_date,
          (select json_agg(json_build_object('description', l.description, 'amount', l.amount) order by l.position)
            from bill_lines l where l.bill_id = b.bill_id) as lines,
          (select json_agg(json_build_object('due_date', i.due_date, 'amount', i.amount) order by i.position)
            from bill_instalments i where i.bill_id = b.bill_id) as instalments
        from bills b where b.budget_id = ${budget_id} order by b.bill_id`,
    )

  return { office, send, building, begin, general, preview, issue, billsOf }
}
