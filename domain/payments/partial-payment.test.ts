import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leastOnline, mayPayPart, whyNotAmount } from './partial-payment.ts'

describe('whyNotAmount', () => {
  it('accepts the whole amount due, whatever the minimum', () => {
    expect(whyNotAmount(1_000, 1_000, null)).toBeNull()
    expect(whyNotAmount(1_000, 1_000, 50_000)).toBeNull()
  })

  it('accepts a part from the minimum up to the amount due', () => {
    expect(whyNotAmount(5_000, 41_250, 5_000)).toBeNull()
    expect(whyNotAmount(4_999, 41_250, 5_000)).toContain('50,00\u00a0€')
    expect(whyNotAmount(41_251, 41_250, 5_000)).toContain('412,50\u00a0€')
    expect(whyNotAmount(5_000, 41_250, null)).toContain('rate intere')
    expect(whyNotAmount(5_000, 41_250, null, 21_250)).toBe(
      'Qui si pagano solo rate intere: 212,50\u00a0€ adesso, oppure 412,50\u00a0€ in tutto.',
    )
  })

  it('never leaves an amount that the provider would refuse', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 50, max: 1e5 }),
        (amount, due, minimum) => {
          const left = due - amount
          if (whyNotAmount(amount, due, minimum) === null)
            expect(left === 0 || left >= leastOnline).toBe(true)
          if (left > 0 && !mayPayPart(due, minimum)) expect(whyNotAmount(amount, due, minimum)).not.toBeNull()
        },
      ),
    ))
})
