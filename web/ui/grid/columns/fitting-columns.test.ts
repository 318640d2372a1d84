import { describe, expect, it } from 'vitest'
import type { Column } from '../list.ts'
import { fittingColumns, widthOf } from './fitting-columns.ts'

const column = (id: string, width: number, more: Partial<Column<object>> = {}): Column<object> => ({
  id,
  header: id,
  width,
  cell: () => null,
  ...more,
})
const all = [
  column('number', 100, { fixed: true }),
  column('who', 150),
  column('account', 120, { yields: true }),
  column('amount', 100),
  column('residue', 100, { yields: true }),
  column('state', 120),
]
const fitting = (room: number) => fittingColumns(all, room).map(({ id }) => id)

describe('the columns beside an open record', () => {
  it('are all of them where there is room, the very same', () => {
    expect(fittingColumns(all, widthOf(all))).toBe(all)
    expect(fittingColumns(all, Number.POSITIVE_INFINITY)).toBe(all)
  })
  it('lose those that yield, from the right, and no more than needed', () => {
    expect(fitting(widthOf(all) - 1)).toEqual(['number', 'who', 'account', 'amount', 'state'])
    expect(fitting(widthOf(all) - 101)).toEqual(['number', 'who', 'amount', 'state'])
  })
  it('need more room with larger letters', () => {
    expect(fittingColumns(all, widthOf(all, 2), 2)).toBe(all)
    expect(fittingColumns(all, widthOf(all), 2).map(({ id }) => id)).toEqual(['number', 'state'])
  })
  it('lose the others next, but never the fixed ones and the last', () => {
    expect(fitting(450)).toEqual(['number', 'who', 'state'])
    expect(fitting(0)).toEqual(['number', 'state'])
  })
})
