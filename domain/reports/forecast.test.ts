import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysBetween } from '../dates.ts'
import { expectedOf, forecastWindows } from './forecast.ts'
import { paymentDelays } from './payment-delays.ts'

describe('expectedOf', () => {
  it('takes off the share that stayed unpaid', () => {
    expect(expectedOf(100_000, { due: 400_000, unpaid: 100_000 })).toBe(75_000)
    expect(expectedOf(100_001, { due: 3, unpaid: 1 })).toBe(66_667)
  })

  it('takes nothing off without a past, and everything if nothing was ever paid', () => {
    expect(expectedOf(5_000, { due: 0, unpaid: 0 })).toBe(5_000)
    expect(expectedOf(5_000, { due: 700, unpaid: 700 })).toBe(0)
  })

  it('lies between zero and what falls due, for any amounts', () => {
    const cents = fc.integer({ min: 0, max: 99_999_999_999 })
    fc.assert(
      fc.property(cents, cents, cents, (due, before, unpaid) => {
        const expected = expectedOf(due, { due: before, unpaid })
        expect(expected).toBeGreaterThanOrEqual(0)
        expect(expected).toBeLessThanOrEqual(due)
      }),
    )
  })
})

it('forecastWindows are ninety days without gaps', () => {
  const windows = forecastWindows('2026-12-20')
  expect(windows[0]?.from).toBe('2026-12-20')
  expect(daysBetween('2026-12-20', windows[2]?.to as string)).toBe(89)
  for (const [place, { to }] of windows.entries())
    if (windows[place + 1]) expect(daysBetween(to, windows[place + 1]?.from as string)).toBe(1)
})

it('paymentDelays follow one another without gaps', () => {
  for (const [place, { to }] of paymentDelays.entries())
    if (to !== null) expect(paymentDelays[place + 1]?.from).toBe(to + 1)
})
