import { api } from '../api.ts'
import { queries } from '../session/queries.ts'
import type { Reference } from '../ui/form/OptionList.tsx'
import { budgetQuery } from './budget-query.ts'

/** Finds budgets by their name or their condominium's. */
export async function searchBudgets(text: string, signal: AbortSignal): Promise<Reference[]> {
  const { items } = await api('GET /v1/budgets', { query: { q: text, limit: 20 }, signal })
  return items.map(({ budget_id, name, account_name }) => ({
    value: String(budget_id),
    label: name,
    hint: account_name,
  }))
}

/** The name of a budget. */
export const nameOfBudget = async (id: string) => (await queries.fetchQuery(budgetQuery(Number(id)))).name
