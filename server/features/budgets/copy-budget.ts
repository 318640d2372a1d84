import * as contract from '@saldo/contract/bills/budgets'
import { addMonths, type Day, today } from '@saldo/domain/dates'
import { percentOf } from '@saldo/domain/money'
import { serve } from '../../http/serve.ts'
import { budgetDetail } from './budget-detail.ts'
import { yearOf } from './edit-budget.ts'
import { readBudget } from './locked-budget.ts'

/**
 * Begins a draft with the expenses of another budget: what is left to do is to adjust the amounts. Each expense
 * remembers what it was. What no longer exists, a table or a unit, is a problem of the new draft.
 */
export const copyBudget = serve(
  contract.copyBudget,
  async ({ tx, params, body: { starts_on, ends_on, name, change_bps } }) => {
    const { customer_id, account_id, budget_id, ...from } = await readBudget(tx, params.id)
    const { expenses } = await budgetDetail(tx, budget_id)
    const issue_date = today()
    const months = monthsBetween(from.starts_on, starts_on)
    // Past ones are kept: the preview names them, and nothing is dropped in silence.
    const due_dates = from.due_dates.map((day) => addMonths(day, months))
    const year = yearOf(starts_on)
    const [made] = await tx`
      insert into budgets ${tx({ customer_id, account_id, starts_on, ends_on, year, name, issue_date, due_dates })}
      returning budget_id`
    const rows = expenses.map(({ budget_expense_id: _, amount, ...expense }) => ({
      ...expense,
      ...{ customer_id, account_id, budget_id: made?.budget_id, previous_amount: amount },
      // An amount that the change brings to nothing is to be written again.
      amount: amount === null ? null : percentOf(amount, 10_000 + change_bps) || null,
    }))
    if (rows.length > 0) await tx`insert into budget_expenses ${tx(rows)}`
    return budgetDetail(tx, made?.budget_id)
  },
)

const monthsBetween = (from: Day, to: Day): number => {
  const months = (day: Day) => yearOf(day) * 12 + Number(day.slice(5, 7))
  return months(to) - months(from)
}
