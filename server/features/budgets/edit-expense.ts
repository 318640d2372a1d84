import * as contract from '@saldo/contract/bills/budgets'
import { usualExpenseNames, usualExpenses, usualTable } from '@saldo/domain/bills/usual-expenses'
import { fold } from '@saldo/domain/fold'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { badInput, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { budgetDetail } from './budget-detail.ts'
import { criterionOf } from './criterion-of.ts'
import { whyTenantsPart } from './find-payers.ts'
import { type LockedBudget, lockDraft } from './locked-budget.ts'
import { readBasis } from './read-basis.ts'

export const addBudgetExpense = serve(
  contract.addBudgetExpense,
  async ({ tx, body: { budget_id, ...expense } }) => {
    const budget = await lockDraft(tx, budget_id)
    const { customer_id, account_id } = budget
    const row = { customer_id, account_id, budget_id, ...(await shareable(tx, budget, expense)) }
    await tx`insert into budget_expenses ${tx({ ...row, position: await nextPosition(tx, budget) })}`
    return budgetDetail(tx, budget_id)
  },
)

/** Adds usual expenses that the budget does not have by name, without amounts. */
export const addUsualExpenses = serve(contract.addUsualExpenses, async ({ tx, body }) => {
  const budget = await lockDraft(tx, body.budget_id)
  const { customer_id, account_id, budget_id } = budget
  const { expenses, basis } = await budgetDetail(tx, budget_id)
  const there = new Set(expenses.map(({ description }) => fold(description)))
  const position = await nextPosition(tx, budget)
  const rows = usualExpenseNames
    .filter((name) => body.usual.includes(name) && !there.has(fold(usualExpenses[name].description)))
    .map((name, at) => {
      const { table, ...expense } = usualExpenses[name]
      return {
        ...{ customer_id, account_id, budget_id, position: position + at, ...expense },
        weight_table_id: usualTable(basis.tables, table)?.weight_table_id ?? null,
      }
    })
  if (rows.length > 0) await tx`insert into budget_expenses ${tx(rows)}`
  return budgetDetail(tx, budget_id)
})

async function nextPosition(tx: Tx, { customer_id, budget_id }: LockedBudget): Promise<number> {
  const [last] = await tx<{ position: number }[]>`
    select coalesce(max(position), 0) as position from budget_expenses
    where customer_id = ${customer_id} and budget_id = ${budget_id}`
  return (last?.position ?? 0) + 1
}

export const changeBudgetExpense = serve(
  contract.changeBudgetExpense,
  async ({ tx, body: { budget_expense_id, ...expense } }) => {
    const budget = await lockDraftOf(tx, budget_expense_id)
    const row = await shareable(tx, budget, expense)
    await tx`update budget_expenses set ${tx(row)}, updated_at = now() where budget_expense_id = ${budget_expense_id}`
    return budgetDetail(tx, budget.budget_id)
  },
)

export const removeBudgetExpense = serve(contract.removeBudgetExpense, async ({ tx, params }) => {
  const { budget_id } = await lockDraftOf(tx, params.id)
  await tx`delete from budget_expenses where budget_expense_id = ${params.id}`
  return budgetDetail(tx, budget_id)
})

async function lockDraftOf(tx: Tx, budget_expense_id: number): Promise<LockedBudget> {
  const [found] =
    await tx`select budget_id from budget_expenses where budget_expense_id = ${budget_expense_id}`
  if (!found) throw notFound('La voce')
  return lockDraft(tx, found.budget_id)
}

type Given = Omit<z.output<typeof contract.addBudgetExpense.body>, 'budget_id'>
type Whose = Pick<LockedBudget, 'customer_id' | 'account_id'>

/**
 * The expense with only the fields that its criterion uses; it may lack some of them. 404 if a table or unit is not the condominium's; 400 at the
 * field if the tenant's part is missing.
 */
async function shareable(tx: Tx, budget: LockedBudget, given: Given) {
  const tables = [given.weight_table_id, given.second_table_id].filter((id) => id != null)
  const units = [...new Set(given.unit_ids ?? [])]
  await mustBeOf(tx, budget, tables, units)
  const { criterion } = given
  const uses = {
    first: criterion !== 'direct',
    second: criterion === 'stairs' || criterion === 'metered',
    units: criterion === 'direct' || criterion === 'terrace',
  }
  const expense = {
    description: given.description,
    amount: given.amount ?? null,
    nature: given.nature,
    tenant_percent: given.tenant_percent ?? null,
    usufructuary_percent: given.usufructuary_percent ?? null,
    criterion,
    weight_table_id: (uses.first && given.weight_table_id) || null,
    second_table_id: (uses.second && given.second_table_id) || null,
    fixed_percent: criterion === 'metered' ? (given.fixed_percent ?? null) : null,
    unit_ids: uses.units ? units : [],
  }
  const item = { ...expense, budget_expense_id: 0, position: 0, previous_amount: null }
  const basis = await readBasis(tx, budget, [item])
  const why = whyTenantsPart(item, criterionOf(item, basis), basis)
  if (why) throw badInput({ tenant_percent: why })
  return expense
}

async function mustBeOf(tx: Tx, { customer_id, account_id }: Whose, tables: number[], units: number[]) {
  const [found] = await tx`
    select
      (select count(*) from weight_tables
        where customer_id = ${customer_id} and account_id = ${account_id} and weight_table_id = any(${tables})) as tables,
      (select count(*) from units
        where customer_id = ${customer_id} and account_id = ${account_id} and unit_id = any(${units})) as units`
  if (found?.tables < new Set(tables).size) throw notFound('La tabella')
  if (found?.units < units.length) throw notFound('L’unità')
}
