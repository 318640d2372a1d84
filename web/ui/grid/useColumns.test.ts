import { describe, expect, it } from 'vitest'
import { shownColumns } from './useColumns.ts'

const column = (id: string, more = {}) => ({ id, header: id, width: 80, cell: () => null, ...more })
const columns = [
  column('number', { fixed: true }),
  column('holder'),
  column('amount'),
  column('unit', { hidden: true }),
]

describe('shownColumns', () => {
  it('are those not hidden at first', () => {
    expect(shownColumns(columns, null)).toEqual(['number', 'holder', 'amount'])
  })
  it('follow the address, in its order', () => {
    expect(shownColumns(columns, ['unit', 'number', 'amount'])).toEqual(['unit', 'number', 'amount'])
  })
  it('always hold the fixed ones, each once, and only what exists', () => {
    expect(shownColumns(columns, ['unit', 'unit', 'invented'])).toEqual(['number', 'unit'])
    expect(shownColumns(columns, ['invented'])).toEqual(['number', 'holder', 'amount'])
  })
})
