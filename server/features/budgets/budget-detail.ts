import type * as contract from '@saldo/contract/bills/budgets'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { budgetsList } from './budgets-list.ts'
import { whyNotUndo } from './why-not-undo.ts'

/** A budget with its expenses and the tables they can use; 404 when it is not visible to the actor. */
export async function budgetDetail(tx: Tx, budget_id: number): Promise<contract.BudgetDetail> {
  const [budget] = await tx<contract.Budget[]>`
    select ${budgetsList.select(tx)} from ${budgetsList.from(tx)} where g.budget_id = ${budget_id}`
  if (!budget) throw notFound('Il preventivo')
  const { customer_id, account_id } = budget
  const [expenses, tables, units, [bills]] = await Promise.all([
    expensesOf(tx, { customer_id, budget_id }),
    tx<contract.BudgetDetail['basis']['tables']>`
      select weight_table_id, name, kind from weight_tables
      where customer_id = ${customer_id} and account_id = ${account_id} order by position, weight_table_id`,
    tx<contract.BudgetDetail['basis']['units']>`
      select unit_id, name from units
      where customer_id = ${customer_id} and account_id = ${account_id} order by position, unit_id`,
    tx<contract.BudgetDetail['bills'][]>`
      select count(*) as count, coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(settled), 0)::bigint as settled
      from bills where customer_id = ${customer_id} and budget_id = ${budget_id} and status = 'issued'`,
  ])
  return {
    ...budget,
    expenses,
    basis: { tables, units },
    bills: bills ?? { count: 0, amount: 0, settled: 0 },
    why_not_undo: await whyNotUndo(tx, budget),
  }
}

export const expensesOf = (tx: Tx, { customer_id, budget_id }: { customer_id: number; budget_id: number }) =>
  tx<contract.BudgetExpense[]>`
    select budget_expense_id, position, description, amount, previous_amount, nature, tenant_percent, usufructuary_percent,
      criterion, weight_table_id, second_table_id, fixed_percent, array_to_json(unit_ids) as unit_ids
    from budget_expenses where customer_id = ${customer_id} and budget_id = ${budget_id} order by position, budget_expense_id`
