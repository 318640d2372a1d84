import { describe, expect, it } from 'vitest'
import { shownColumns, sortDirection, toggledSort } from './useColumns.ts'

const column = (id: string, more = {}) => ({ id, header: id, width: 80, cell: () => null, ...more })
const columns = [
  column('number', { fixed: true }),
  column('holder'),
  column('amount'),
  column('unit', { hidden: true }),
]

describe('shownColumns', () => {
  it('leaves out a sparse column while its total is unknown or zero, unless it was chosen', () => {
    const figures = [
      { id: 'bank', header: 'In banca', width: 100, total: 'bank', cell: () => null },
      { id: 'debt', header: 'Da rendere', width: 100, total: 'debt', sparse: true, cell: () => null },
    ]
    expect(shownColumns(figures, null)).toEqual(['bank'])
    expect(shownColumns(figures, null, { count: 2, bank: 0, debt: 0 })).toEqual(['bank'])
    expect(shownColumns(figures, null, { count: 2, bank: 0, debt: -5 })).toEqual(['bank', 'debt'])
    expect(shownColumns(figures, ['bank', 'debt'], { count: 2, bank: 0, debt: 0 })).toEqual(['bank', 'debt'])
  })

  it('are those not hidden by default', () => {
    expect(shownColumns(columns, null)).toEqual(['number', 'holder', 'amount'])
  })
  it('follow the address and its order', () => {
    expect(shownColumns(columns, ['unit', 'number', 'amount'])).toEqual(['unit', 'number', 'amount'])
  })
  it('always include the fixed ones, each once, and only existing ones', () => {
    expect(shownColumns(columns, ['unit', 'unit', 'invented'])).toEqual(['number', 'unit'])
    expect(shownColumns(columns, ['invented'])).toEqual(['number', 'holder', 'amount'])
  })
})

describe('toggledSort', () => {
  const number = column('number', { sort: true })
  const amount = column('amount', { sort: 'residue', align: 'right' })
  it('starts ascending, for a column of amounts descending', () => {
    expect(toggledSort(number, '-residue')).toBe('number')
    expect(toggledSort(amount, 'number')).toBe('-residue')
  })
  it('reverses the sort of the same column', () => {
    expect(toggledSort(number, 'number')).toBe('-number')
    expect(toggledSort(number, '-number')).toBe('number')
    expect(toggledSort(amount, '-residue')).toBe('residue')
  })
  it('sortDirection is null for every other column', () => {
    expect(sortDirection(number, '-number')).toBe('desc')
    expect(sortDirection(amount, 'residue')).toBe('asc')
    expect(sortDirection(amount, '-number')).toBeNull()
    expect(sortDirection(column('holder'), 'holder')).toBeNull()
  })
})
