import { describe, expect, it } from 'vitest'
import type { OperationCheck } from './operations-query.ts'
import { checksByGroup, figureOf, partOf, summaryOf } from './operations-words.ts'

const check = (code: OperationCheck['code'], state: OperationCheck['state'], figure: number | null = null) =>
  ({ code, state, figure, parts: [], why: null, since: '', checked_at: '' }) satisfies OperationCheck

describe('the words of the checks', () => {
  it('say how many are wrong, and never that all is well while one could not be asked', () => {
    expect(summaryOf({ checks: [check('provider', 'ok')] })).toBe('Tutto a posto')
    expect(summaryOf({ checks: [check('provider', 'ok'), check('clock', 'unknown')] })).toBe(
      '1 non verificato',
    )
    expect(
      summaryOf({
        checks: [check('provider', 'broken'), check('clock', 'broken'), check('scanner', 'attention')],
      }),
    ).toBe('2 guasti, 1 da guardare')
    expect(summaryOf({ checks: [] })).toBe('')
  })
  it('say the figure with what it counts', () => {
    expect(figureOf(check('failed_jobs', 'attention', 3))).toBe('3 da guardare')
    expect(figureOf(check('storage_space', 'ok', 42))).toBe('42 % libero')
    expect(figureOf(check('provider', 'broken'))).toBe('')
  })
  it('say the parts', () => {
    expect(partOf('waiting_jobs', { name: 'Invio di un’e-mail', figure: 90, note: '3 in coda' })).toBe(
      'Invio di un’e-mail: 1 min 30 s, 3 in coda',
    )
    expect(partOf('database_indexes', { name: 'bills_by_date', figure: null, note: null })).toBe(
      'bills_by_date',
    )
  })
  it('stand in the order of the groups', () =>
    expect(checksByGroup([check('clock', 'ok'), check('failed_jobs', 'ok')]).map(([group]) => group)).toEqual(
      ['jobs', 'database'],
    ))
})
