import { expect, it } from 'vitest'
import { latestOf } from './own-maintenance.ts'

const out = (known: boolean, minutes = 60) => ({
  known,
  maintenance: { until: new Date(Date.now() + minutes * 60_000).toISOString(), message: null },
})
const nothing = (known: boolean) => ({ known, maintenance: null })

it('a maintenance that was told to a user outlives answers to somebody unknown, until its end', () => {
  const own = out(true)
  expect(latestOf(own, nothing(false))).toBe(own)
  expect(latestOf(own, nothing(true))).toEqual(nothing(true))
  expect(latestOf(out(true, -1), nothing(false))).toEqual(nothing(false))
})

it('one that is told to anybody ends for anybody', () => {
  const everybody = out(false)
  expect(latestOf(out(true), everybody)).toBe(everybody)
  expect(latestOf(everybody, nothing(false))).toEqual(nothing(false))
  expect(latestOf(undefined, everybody)).toBe(everybody)
})
