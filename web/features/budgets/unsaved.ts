import { draftsOf } from '../../ui/form/drafts.ts'

/** The names of the drafts of a budget's forms: what was typed and is not saved. */
export const unsavedDates = (budget_id: number) => `budget-${budget_id}-dates`
export const unsavedExpense = (budget_id: number, expense: number | `new-${number}`) =>
  `${expensesOf(budget_id)}${expense}`
const expensesOf = (budget_id: number) => `budget-${budget_id}-expense-`

/** What is typed and not saved in this tab: the preview does not show it, so nothing may be issued. */
export const unsavedOf = (budget_id: number) => ({
  dates: draftsOf(unsavedDates(budget_id)).length > 0,
  expenses: draftsOf(expensesOf(budget_id)).length > 0,
})

/** The places of the new expenses that were typed and not saved. */
export const unsavedNewExpenses = (budget_id: number): number[] => {
  const start = `${expensesOf(budget_id)}new-`
  return draftsOf(start)
    .map((name) => Number(name.slice(start.length)))
    .sort((a, b) => a - b)
}
