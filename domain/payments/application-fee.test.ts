import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxCents } from '../money.ts'
import { applicationFee, feeGivenBack } from './application-fee.ts'

const amounts = fc.integer({ min: 0, max: maxCents })
const fees = fc.record({
  fee_bps: fc.integer({ min: 0, max: 10_000 }),
  fee_fixed: fc.integer({ min: 0, max: 100_000 }),
})

describe('applicationFee', () => {
  it.each([
    [41_250, 150, 25, 644],
    [333, 150, 0, 5],
    [367, 150, 0, 6],
    [100, 0, 0, 0],
    [10, 0, 25, 10],
    [0, 10_000, 100, 0],
  ])('of %i cents at %i bps plus %i is %i', (amount, fee_bps, fee_fixed, fee) => {
    expect(applicationFee(amount, { fee_bps, fee_fixed })).toBe(fee)
  })

  it('is in whole cents, between zero and the payment, and grows with the payment', () => {
    fc.assert(
      fc.property(amounts, amounts, fees, (one, other, fee) => {
        const [small, large] = [Math.min(one, other), Math.max(one, other)]
        const kept = applicationFee(small, fee)
        expect(Number.isSafeInteger(kept)).toBe(true)
        expect(kept).toBeGreaterThanOrEqual(0)
        expect(kept).toBeLessThanOrEqual(small)
        expect(applicationFee(large, fee)).toBeGreaterThanOrEqual(kept)
      }),
    )
  })

  it('rounds half up: compared in integers, it differs by at most half a cent', () => {
    fc.assert(
      fc.property(amounts, fees, (amount, { fee_bps }) => {
        const exact = BigInt(amount) * BigInt(fee_bps)
        const error = BigInt(applicationFee(amount, { fee_bps, fee_fixed: 0 })) * 10_000n - exact
        expect(error > -5_000n && error <= 5_000n).toBe(true)
      }),
    )
  })

  it.each([
    [-1, 0, 0],
    [1.5, 0, 0],
    [100, -1, 0],
    [100, 0, -1],
    [100, Number.NaN, 0],
  ])('refuses %d, %d, %d', (amount, fee_bps, fee_fixed) => {
    expect(() => applicationFee(amount, { fee_bps, fee_fixed })).toThrow(RangeError)
  })
})

describe('feeGivenBack', () => {
  it('never exceeds the fee, and equals it once the payment is refunded completely', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(parts, fees, (refunds, terms) => {
        const amount = refunds.reduce((total, refund) => total + refund, 0)
        const fee = applicationFee(amount, terms)
        let [refunded, back] = [0, 0]
        for (const refund of refunds) {
          refunded += refund
          const part = feeGivenBack({ fee, amount, refunded, back }, refund)
          expect(part).toBeGreaterThanOrEqual(0)
          back += part
          expect(back).toBeLessThanOrEqual(fee)
        }
        expect(back).toBe(fee)
      }),
    )
  })
  it('refuses invalid amounts', () => {
    expect(() => feeGivenBack({ fee: 10, amount: 100, refunded: 50, back: -1 }, 50)).toThrow(RangeError)
  })
})
