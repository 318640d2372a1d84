import * as contract from '@saldo/contract/bills/budgets'
import { instalmentTotals } from '@saldo/domain/bills/budget'
import { serve } from '../../http/serve.ts'
import { readBudget } from './locked-budget.ts'
import { planBudget } from './plan-budget.ts'

/** Plans the whole budget each time and returns one page of it; sums and digest are those of all bills. */
export const previewBudget = serve(contract.previewBudget, async ({ tx, params, query: { from, limit } }) => {
  const budget = await readBudget(tx, params.id)
  const { problems, notices, bills, items, amount, seen } = await planBudget(tx, budget)
  return {
    problems,
    notices,
    bills_count: bills.length,
    units_count: new Set(bills.map(({ unit_id }) => unit_id)).size,
    amount,
    issue_date: budget.issue_date,
    items: items.map(({ description }) => description),
    instalments: instalmentTotals(bills),
    bills: bills.slice(from, from + limit),
    next: from + limit < bills.length ? from + limit : null,
    seen,
  }
})
