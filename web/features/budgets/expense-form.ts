import type { Input } from '../../api.ts'
import type { BudgetDetail } from '../../records/budget-query.ts'
import * as check from '../../ui/form/checks.ts'
import type { Expense } from './budget-acts.ts'

type Criterion = Expense['criterion']
type ExpenseBody = Omit<Exclude<Input<'PUT /v1/budgets/expenses'>['body'], FormData | undefined>, 'budget_id'>
/** An expense as it is kept; of a new one, what is there before anything is typed. */
export type StoredExpense = Omit<Expense, 'budget_expense_id' | 'position'>

export const emptyExpense: StoredExpense = {
  ...{ description: '', amount: null, previous_amount: null, nature: 'ordinary' },
  ...{ tenant_percent: null, usufructuary_percent: null },
  ...{ criterion: 'table', weight_table_id: null, second_table_id: null, fixed_percent: null, unit_ids: [] },
}

/** A new expense is shared by the table of value, if there is exactly one. */
export function newExpense({ basis }: BudgetDetail): StoredExpense {
  const byValue = basis.tables.filter(({ kind }) => kind === 'value')
  return {
    ...emptyExpense,
    weight_table_id: byValue.length === 1 ? (byValue[0]?.weight_table_id ?? null) : null,
  }
}

/** What is typed in the row of an expense. `sharing`: `table:7`, or a criterion that needs more than a table. */
export type RowValues = {
  description: string
  amount: number | null
  sharing: string
  nature: Expense['nature']
  tenant_percent: string
}

export const rowValues = (of: StoredExpense): RowValues => ({
  description: of.description,
  amount: of.amount,
  sharing: of.criterion !== 'table' ? of.criterion : of.weight_table_id ? `table:${of.weight_table_id}` : '',
  nature: of.nature,
  tenant_percent: String(of.tenant_percent ?? ''),
})

/** The expense with what was typed in its row; what the row does not show stays. */
export function expenseOf(of: StoredExpense, typed: RowValues): ExpenseBody {
  const { previous_amount: _, ...stored } = of
  const { description, amount, nature } = typed
  const tenant_percent = numberOf(typed.tenant_percent)
  const table = /^table:(\d+)$/.exec(typed.sharing)
  const sharing: Partial<StoredExpense> = table
    ? {
        ...{ criterion: 'table', weight_table_id: Number(table[1]) },
        ...{ second_table_id: null, fixed_percent: null, unit_ids: [] },
      }
    : {}
  return { ...stored, ...sharing, description, amount, nature, tenant_percent }
}

/** Which tables and units a criterion needs. */
export const uses = (criterion: Criterion) => ({
  first: criterion !== 'direct',
  second: criterion === 'stairs' || criterion === 'metered',
  units: criterion === 'direct' || criterion === 'terrace',
})

export const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))
const percent = (value: string) =>
  /^(\d|[1-9]\d|100)$/.test(value.trim()) ? null : 'Scrivi una percentuale intera, da 0 a 100.'
export const optionalPercent = (value: string) => (value.trim() === '' ? null : percent(value))
export const requiredPercent = percent

export const expenseChecks = {
  description: check.required('Scrivi per che cosa è la spesa.'),
  amount: (value: number | null) => check.money(value) ?? (value === 0 ? 'Scrivi un importo.' : null),
  // May stay empty if no unit needs it; the server knows, and reports it at the field.
  tenant_percent: optionalPercent,
}
