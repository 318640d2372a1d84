import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const { countdownLength, secondsLeft } = await import('./inactivity.ts')

const timeout = 15 * 60_000
const acted = 1_000_000_000_000
const after = (milliseconds: number) => secondsLeft(acted, acted + milliseconds, timeout)

describe('seconds left of the countdown', () => {
  it('are none until the timeout has elapsed', () => {
    expect(after(0)).toBeNull()
    expect(after(timeout - 1)).toBeNull()
  })
  it('begin at 30 and end at 0', () => {
    expect(after(timeout)).toBe(30)
    expect(after(timeout + 1)).toBe(30)
    expect(after(timeout + 1000)).toBe(29)
    expect(after(timeout + countdownLength - 1)).toBe(1)
    expect(after(timeout + countdownLength)).toBe(0)
  })
  it('are 0 after a longer sleep of the machine', () => {
    expect(after(timeout + 8 * 3_600_000)).toBe(0)
  })
  it('only decrease while there is no activity', () => {
    fc.assert(
      fc.property(fc.nat(countdownLength * 2), fc.nat(countdownLength), (from, more) => {
        expect(after(timeout + from + more)).toBeLessThanOrEqual(after(timeout + from) as number)
      }),
    )
  })
})
