import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { romeClock } from './rome-clock.ts'

const platform = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'short' },
})
const byPlatform = (instant: number) => platform.format(instant).replace(' ', 'T')
const [from, to] = [Date.UTC(1970, 0, 1), Date.UTC(2199, 11, 31)]

describe('the clock of Rome', () => {
  it('shows at every instant what the platform’s zone data say', () => {
    fc.assert(
      fc.property(fc.integer({ min: from, max: to }), (instant) => {
        expect(romeClock(instant)).toBe(byPlatform(instant))
      }),
      { numRuns: 2_000 },
    )
  })

  it('changes in the same minute as the platform’s, each spring and autumn', () => {
    const minute = 60_000
    for (let year = 1990; year < 2200; year += 1)
      for (const month of [2, 8, 9])
        for (let day = 22; day <= 31; day += 1) {
          const change = Date.UTC(year, month, day, 1)
          for (const instant of [change - minute, change, change + minute])
            expect(romeClock(instant)).toBe(byPlatform(instant))
        }
  })

  it('throws RangeError when there is no instant', () => {
    expect(() => romeClock(Number.NaN)).toThrow(RangeError)
  })
})
