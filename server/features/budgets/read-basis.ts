import type * as contract from '@saldo/contract/bills/budgets'
import type { Weights } from '@saldo/domain/bills/budget'
import type { Holder } from '@saldo/domain/bills/expense-payers'
import type { Tx } from '../../db/connection.ts'
import type { LockedBudget } from './locked-budget.ts'

export type UnitOfBasis = { unit_id: number; name: string; holders: Holder[] }
export type Table = { name: string; kind: string; weights: Weights }
export type Basis = {
  /** The units in the condominium's order. */
  units: UnitOfBasis[]
  tables: Map<number, Table>
  /** The names of all right holders. */
  subjects: Map<number, string>
}

/** The condominium's units with their right holders on the issue date, and the tables that the expenses use. */
export async function readBasis(
  tx: Tx,
  { customer_id, account_id, issue_date }: LockedBudget,
  expenses: readonly contract.BudgetExpense[],
): Promise<Basis> {
  const used = [
    ...new Set(expenses.flatMap((expense) => [expense.weight_table_id, expense.second_table_id])),
  ].filter((id) => id !== null)
  const units = await tx<{ unit_id: number; name: string }[]>`
    select unit_id, name from units
    where customer_id = ${customer_id} and account_id = ${account_id} order by position, unit_id`
  const holders = await tx<(Holder & { unit_id: number; nominative: string })[]>`
    select r.unit_id, r.subject_id, r.share_numerator, r.share_denominator, r.right_kind, r.pays, s.nominative
    from right_holders r
    join subjects s on s.customer_id = r.customer_id and s.subject_id = r.subject_id
    where r.customer_id = ${customer_id} and r.account_id = ${account_id}
      and (r.since is null or r.since <= ${issue_date}) and (r.until is null or r.until >= ${issue_date})
    order by r.right_holder_id`
  const tables = await tx<{ weight_table_id: number; name: string; kind: string }[]>`
    select weight_table_id, name, kind from weight_tables
    where customer_id = ${customer_id} and account_id = ${account_id} and weight_table_id = any(${used})`
  const weights = await tx<{ weight_table_id: number; unit_id: number; weight: number }[]>`
    select weight_table_id, unit_id, weight from weights
    where customer_id = ${customer_id} and account_id = ${account_id} and weight_table_id = any(${used})`

  const byTable = new Map<number, Map<number, number>>(
    tables.map(({ weight_table_id }) => [weight_table_id, new Map()]),
  )
  for (const { weight_table_id, unit_id, weight } of weights)
    byTable.get(weight_table_id)?.set(unit_id, weight)
  const byUnit = new Map<number, Holder[]>(units.map(({ unit_id }) => [unit_id, []]))
  for (const { unit_id, nominative: _, ...holder } of holders) byUnit.get(unit_id)?.push(holder)
  return {
    units: units.map((unit) => ({ ...unit, holders: byUnit.get(unit.unit_id) ?? [] })),
    tables: new Map(
      tables.map(({ weight_table_id, ...table }) => [
        weight_table_id,
        { ...table, weights: byTable.get(weight_table_id) ?? new Map() },
      ]),
    ),
    subjects: new Map(holders.map(({ subject_id, nominative }) => [subject_id, nominative])),
  }
}
