import fc from 'fast-check'
import { expect, it } from 'vitest'
import { backoffAfter } from './backoff.ts'

it('grows from one second to one minute', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((failures) => backoffAfter(failures, 0.5))
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
})

it('has at most a quarter of jitter', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (failures, chance) => {
        const middle = backoffAfter(failures, 0.5)
        expect(Math.abs(backoffAfter(failures, chance) - middle)).toBeLessThanOrEqual(middle / 4 + 1)
      },
    ),
  )
})
