import { expect, it } from 'vitest'
import { usualTable } from './usual-expenses.ts'

it('an expense is shared by the only table of its kind; two of them, or none, are never chosen between', () => {
  const tables = [
    { weight_table_id: 1, kind: 'value' },
    { weight_table_id: 2, kind: 'lift' },
    { weight_table_id: 3, kind: 'lift' },
  ]
  expect(usualTable(tables, 'value')?.weight_table_id).toBe(1)
  expect(usualTable(tables, 'lift')).toBeNull()
  expect(usualTable(tables, 'heating')).toBeNull()
  expect(usualTable(tables, null)).toBeNull()
})
