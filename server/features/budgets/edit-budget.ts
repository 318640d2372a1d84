import * as contract from '@saldo/contract/bills/budgets'
import { whyNotDueOn, whyNotIssuedOn } from '@saldo/domain/accounting/registration-dates'
import { type Day, today } from '@saldo/domain/dates'
import { omitUndefined } from '../../db/omit-undefined.ts'
import { badInput, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { budgetDetail } from './budget-detail.ts'
import { lockDraft } from './locked-budget.ts'

export const getBudget = serve(contract.getBudget, ({ tx, params }) => budgetDetail(tx, params.id))

export const createBudget = serve(contract.createBudget, async ({ tx, body }) => {
  const { account_id, starts_on, ends_on, name, issue_date = today(), due_dates = [] } = body
  const [account] = await tx`select customer_id from accounts where account_id = ${account_id}`
  if (!account) throw notFound('Il condominio')
  requireDates({ issue_date, due_dates })
  const year = yearOf(starts_on)
  const budget = { customer_id: account.customer_id, account_id, starts_on, ends_on, year, name, issue_date }
  const [row] = await tx`
    insert into budgets ${tx({ ...budget, due_dates: inOrder(due_dates) })} returning budget_id`
  return budgetDetail(tx, row?.budget_id)
})

export const updateBudget = serve(contract.updateBudget, async ({ tx, body: { budget_id, ...body } }) => {
  const before = await lockDraft(tx, budget_id)
  requireDates({
    issue_date: body.issue_date ?? before.issue_date,
    due_dates: body.due_dates ?? before.due_dates,
  })
  const changed = {
    ...body,
    year: yearOf(body.starts_on),
    due_dates: body.due_dates && inOrder(body.due_dates),
  }
  await tx`
    update budgets set ${tx(omitUndefined(changed))}, refusal = null, updated_at = now() where budget_id = ${budget_id}`
  return budgetDetail(tx, budget_id)
})

/** Cancels a budget that was never issued; it stays readable. */
export const cancelBudget = serve(contract.cancelBudget, async ({ tx, params }) => {
  await lockDraft(tx, params.id)
  await tx`update budgets set state = 'cancelled', updated_at = now() where budget_id = ${params.id}`
  return budgetDetail(tx, params.id)
})

/** 400 at each date that bills could not have; a due date's field is named by its position. */
function requireDates({ issue_date, due_dates }: { issue_date: string; due_dates: readonly string[] }): void {
  const wrong: Record<string, string> = {}
  const issued = whyNotIssuedOn(issue_date)
  if (issued) wrong.issue_date = issued
  for (const [place, day] of due_dates.entries()) {
    const why = whyNotDueOn(day, issue_date)
    if (why && !issued) wrong[`due_dates.${place}`] = why
  }
  const [first] = Object.values(wrong)
  if (first) throw badInput(wrong, first)
}

/** The year in which a year of accounts starts. */
export const yearOf = (starts_on: Day): number => Number(starts_on.slice(0, 4))
const inOrder = (days: readonly string[]): string[] => [...days].sort()
