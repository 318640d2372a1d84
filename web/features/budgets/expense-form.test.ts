import { describe, expect, it } from 'vitest'
import type { BudgetDetail } from '../../records/budget-query.ts'
import { emptyExpense, expenseOf, newExpense, rowValues } from './expense-form.ts'

const stored = {
  ...emptyExpense,
  ...({ description: 'Riscaldamento', amount: 100_00, criterion: 'metered', weight_table_id: 1 } as const),
  ...{ second_table_id: 2, fixed_percent: 30, usufructuary_percent: 50 },
}

describe('the row of an expense', () => {
  it('changes only what it shows', () => {
    const { previous_amount: _, ...kept } = stored
    expect(expenseOf(stored, rowValues(stored))).toEqual(kept)
    expect(expenseOf(stored, { ...rowValues(stored), amount: 1, tenant_percent: '0' })).toEqual({
      ...kept,
      amount: 1,
      tenant_percent: 0,
    })
  })
  it('with another table, is shared by that table alone', () => {
    expect(expenseOf(stored, { ...rowValues(stored), sharing: 'table:7' })).toMatchObject({
      ...{ criterion: 'table', weight_table_id: 7, second_table_id: null, fixed_percent: null },
    })
  })
  it('of a new one proposes the table of value, if there is exactly one', () => {
    const tables = [
      { weight_table_id: 4, kind: 'value', name: 'Proprietà' },
      { weight_table_id: 5, kind: 'lift', name: 'Ascensore' },
    ]
    const of = (basis: BudgetDetail['basis']['tables']) =>
      rowValues(newExpense({ basis: { tables: basis, units: [] as object[] } } as BudgetDetail)).sharing
    expect(of(tables)).toBe('table:4')
    expect(of([...tables, { weight_table_id: 6, kind: 'value', name: 'Box' }])).toBe('')
  })
})
