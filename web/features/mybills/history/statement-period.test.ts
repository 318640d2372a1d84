import { expect, it } from 'vitest'
import { yearOf } from './my-payments-list.tsx'
import { periodOf } from './StatementButton.tsx'

it('the statement of a line is that of the year in which the money arrived, in Italy', () => {
  expect(yearOf({ settled_at: '2026-12-31T23:30:00.000Z', created_at: '2026-12-20T10:00:00.000Z' })).toBe(
    '2027',
  )
  expect(yearOf({ settled_at: null, created_at: '2026-12-20T10:00:00.000Z' })).toBe('2026')
})

it('a past year is whole; this year ends today', () => {
  expect(periodOf('2025', '2026-11-29')).toEqual({ from: '2025-01-01', to: '2025-12-31' })
  expect(periodOf('2026', '2026-11-29')).toEqual({ from: '2026-01-01', to: '2026-11-29' })
})
