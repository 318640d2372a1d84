import { queryOptions } from '@tanstack/react-query'
import { api, type Input, type Reply, type Route } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { type BudgetDetail, budgetQuery } from '../../records/budget-query.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'

export type Expense = BudgetDetail['expenses'][number]
export type Preview = Reply<'GET /v1/budgets/preview/{id}'>

export const budgetsOfAccountQuery = (account_id: number) =>
  queryOptions({
    queryKey: ['budgets', 'of account', account_id],
    queryFn: ({ signal }) => api('GET /v1/budgets', { query: { account_id, limit: 20 }, signal }),
  })

/** Shows the budget that an act returned, and refetches what depends on it. */
export async function showBudget(budget: BudgetDetail): Promise<void> {
  queries.setQueryData(budgetQuery(budget.budget_id).queryKey, budget)
  queries.removeQueries({ queryKey: ['budgets', 'preview', budget.budget_id] })
  const others = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey[0] === 'budgets' && queryKey[1] !== 'one',
  }
  await queries.invalidateQueries(others)
}

type Acts = Extract<Route, `${'POST' | 'DELETE'} /v1/budgets${string}`>

/**
 * Runs an act on a budget and shows the result; reports a refusal, with `failed` first. Returns whether it succeeded.
 */
export async function actOnBudget<R extends Acts>(
  failed: string,
  route: R,
  input: Input<R>,
): Promise<boolean> {
  try {
    await showBudget((await api(route, input)) as BudgetDetail)
    return true
  } catch (error) {
    alertToast(`${failed} ${errorSentence(error, 'Riprova fra poco.')}`, 'danger')
    await queries.invalidateQueries({ queryKey: ['budgets'] })
    return false
  }
}
