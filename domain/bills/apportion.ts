import type { Cents } from '../money.ts'

/** Millesimi or any other measure: an integer, or a decimal with a point (`'12.345'`). Never negative. */
export type Weight = bigint | number | string

/**
 * Divides `total` by weights so that the shares always add up to it: each share is floored, the cents left
 * over go one by one to the largest remainders; ties to the larger weight, then to the earlier. A negative
 * total mirrors the positive one; a zero weight gets zero; weights need not sum to 1000. Throws RangeError
 * when a weight is no number, negative, or all are zero.
 */
export function apportion(total: Cents, weights: readonly Weight[]): Cents[] {
  const scaled = toIntegers(weights)
  const sum = scaled.reduce((a, b) => a + b, 0n)
  if (sum === 0n) throw new RangeError('there is nobody to apportion to: every weight is zero')

  const amount = BigInt(Math.abs(total))
  const shares = scaled.map((weight, index) => {
    const product = amount * weight
    return { index, weight, cents: product / sum, remainder: product % sum }
  })
  const left = amount - shares.reduce((given, share) => given + share.cents, 0n)
  const byClaim = [...shares].sort(
    (a, b) => compare(b.remainder, a.remainder) || compare(b.weight, a.weight) || a.index - b.index,
  )
  for (const share of byClaim.slice(0, Number(left))) share.cents += 1n
  return shares.map(({ cents }) => (total < 0 && cents > 0n ? -Number(cents) : Number(cents)))
}

/** `n` equal instalments; the extra cents go to the first ones. Throws RangeError unless n is at least 1. */
export function splitInstalments(total: Cents, n: number): Cents[] {
  if (!Number.isInteger(n) || n < 1) throw new RangeError(`not a number of instalments: ${n}`)
  return apportion(total, Array<number>(n).fill(1))
}

/** All decimals brought to the longest one's scale: 0.1 + 0.2 must not decide who pays a cent. */
function toIntegers(weights: readonly Weight[]): bigint[] {
  const parts = weights.map((weight) => {
    const [, whole, decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(weight).trim()) ?? []
    if (whole === undefined) throw new RangeError(`not a weight: ${weight}`)
    return { whole, decimals }
  })
  const scale = parts.reduce((longest, { decimals }) => Math.max(longest, decimals.length), 0)
  return parts.map(({ whole, decimals }) => BigInt(whole + decimals.padEnd(scale, '0')))
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
