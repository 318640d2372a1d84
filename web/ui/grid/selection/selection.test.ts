import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  emptySelection,
  isSelected,
  selectionAfterQuery,
  selectionForServer,
  setSelected,
  sumSelection,
  wholeResult,
} from './selection.ts'

const totals = { count: 28, cents: 821_435 }

describe('selection', () => {
  it('sums the rows selected one by one', () => {
    const three = setSelected(
      emptySelection,
      [
        ['1', 41_250],
        ['2', 39_820],
        ['3', 42_620],
      ],
      true,
    )
    expect(sumSelection(three, totals)).toEqual({ count: 3, cents: 123_690 })
    expect(sumSelection(setSelected(three, [['2', 39_820]], false), totals)).toEqual({
      count: 2,
      cents: 83_870,
    })
  })

  it('is sent as ids, or as the query without its sort order', () => {
    const two = setSelected(
      emptySelection,
      [
        ['1', 41_250],
        ['2', 39_820],
      ],
      true,
    )
    expect(selectionForServer(two, { q: 'rossi', sort: 'number' }, 2)).toEqual({ ids: ['1', '2'] })
    const all = setSelected(wholeResult('q=rossi & figli'), [['2', 39_820]], false)
    expect(selectionForServer(all, { q: 'rossi & figli', sort: '-number' }, 27)).toEqual({
      where: 'q=rossi+%26+figli',
      except: ['2'],
      count: 27,
    })
  })

  it('is the whole result minus exceptions', () => {
    const all = wholeResult('state=overdue')
    expect(sumSelection(all, totals)).toEqual(totals)
    const but = setSelected(all, [['1', 41_250]], false)
    expect(isSelected(but, '1')).toBe(false)
    expect(isSelected(but, 'never loaded')).toBe(true)
    expect(sumSelection(but, totals)).toEqual({ count: 27, cents: 780_185 })
    expect(sumSelection(setSelected(but, [['1', 41_250]], true), totals)).toEqual(totals)
  })

  it('drops the whole result when the query changes, but keeps single rows', () => {
    expect(selectionAfterQuery(wholeResult('a'), 'b')).toBe(emptySelection)
    const one = setSelected(emptySelection, [['1', 1]], true)
    expect(selectionAfterQuery(one, 'b')).toBe(one)
  })

  it('returns the last state set for each row', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('1', '2', '3'), fc.boolean()))
    fc.assert(
      fc.property(fc.boolean(), steps, (fromAll, said) => {
        const start = fromAll ? wholeResult('q') : emptySelection
        const end = said.reduce((now, [id, selected]) => setSelected(now, [[id, 100]], selected), start)
        const last = new Map<string, boolean>(said)
        for (const id of ['1', '2', '3']) expect(isSelected(end, id)).toBe(last.get(id) ?? fromAll)
      }),
    )
  })
})
