import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxCents } from '../money.ts'
import { apportion, splitInstalments } from './apportion.ts'

const total = fc.integer({ min: -maxCents, max: maxCents })
const millesimi = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 60 })
const someone = millesimi.filter((weights) => weights.some((weight) => weight > 0))
const sum = (cents: number[]) => cents.reduce((a, b) => a + b, 0)

describe('apportion', () => {
  it.each<[number, (string | number)[], number[]]>([
    [100, [1, 1, 1], [34, 33, 33]],
    [200, [1, 1, 1], [67, 67, 66]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [1, [1, 2], [0, 1]],
    [5, [1, 3, 6], [0, 2, 3]],
    [100000, ['333.333', '333.333', '333.334'], [33333, 33333, 33334]],
    [1000, [0, 500, 0, 500], [0, 500, 0, 500]],
    [0, [3, 4], [0, 0]],
    [10, [0.1, 0.2], [3, 7]],
    [99, [' 450.5 ', 450.5], [50, 49]],
  ])('%i by %j', (amount, weights, shares) => expect(apportion(amount, weights)).toEqual(shares))

  it('accepts big integers', () => expect(apportion(7, [12n, 12n])).toEqual([4, 3]))

  it('gives the extra cent to the larger weight if the remainders are equal', () => {
    // 2 × 1/4 and 2 × 3/4 both leave one half over.
    expect(apportion(2, [1, 3])).toEqual([0, 2])
    expect(apportion(2, [3, 1])).toEqual([2, 0])
  })

  it.each<[(string | number)[]]>([
    [[]],
    [[0, 0]],
    [['0.000']],
    [[-1, 2]],
    [['1,5']],
    [['']],
    [[Number.NaN]],
    [[1e-7]],
  ])('refuses %j', (weights) => expect(() => apportion(100, weights)).toThrow(RangeError))

  it('always adds up, differs by less than a cent from the exact share, and gives nothing to weight zero', () => {
    fc.assert(
      fc.property(total, someone, (amount, weights) => {
        const shares = apportion(amount, weights)
        const all = BigInt(sum(weights))
        expect(sum(shares)).toBe(amount)
        shares.forEach((share, index) => {
          const error = BigInt(share) * all - BigInt(amount) * BigInt(weights[index]!)
          expect(error < all && error > -all).toBe(true)
          if (weights[index] === 0) expect(share).toBe(0)
        })
      }),
    )
  })

  it('mirrors negative totals, ignores the scale, and never gives less to the larger weight', () => {
    fc.assert(
      fc.property(fc.nat(maxCents), someone, (amount, weights) => {
        const shares = apportion(amount, weights)
        expect(apportion(-amount, weights).map((share) => 0 - share)).toEqual(shares)
        const thousandths = weights.map(
          (weight) => `${Math.floor(weight / 1000)}.${String(weight % 1000).padStart(3, '0')}`,
        )
        expect(apportion(amount, thousandths)).toEqual(shares)
        for (let index = 1; index < weights.length; index++) {
          if (weights[index]! > weights[index - 1]!)
            expect(shares[index]).toBeGreaterThanOrEqual(shares[index - 1]!)
        }
      }),
    )
  })

  it('is exact for millesimi for which doubles are not', () =>
    expect(apportion(maxCents, ['999999999999999999.999', '0.001'])).toEqual([maxCents, 0]))
})

describe('splitInstalments', () => {
  it('puts the extra cents first', () => {
    expect(splitInstalments(10000, 3)).toEqual([3334, 3333, 3333])
    expect(splitInstalments(-5, 4)).toEqual([-2, -1, -1, -1])
  })

  it('adds up, never increases, and differs by at most a cent', () => {
    fc.assert(
      fc.property(fc.nat(maxCents), fc.integer({ min: 1, max: 60 }), (amount, n) => {
        const instalments = splitInstalments(amount, n)
        expect(sum(instalments)).toBe(amount)
        expect(instalments).toHaveLength(n)
        expect(instalments).toEqual([...instalments].sort((a, b) => b - a))
        expect(instalments[0]! - instalments.at(-1)!).toBeLessThanOrEqual(1)
      }),
    )
  })

  it.each([0, -1, 1.5, Number.NaN])('refuses %d instalments', (n) =>
    expect(() => splitInstalments(100, n)).toThrow(RangeError),
  )
})
