/** A part of a right: 1/2, 333/1000. */
export type Share = { share_numerator: number; share_denominator: number }

/** Fractions as integers over one denominator. */
export const overOneDenominator = (shares: readonly Share[]): bigint[] =>
  shares.map(({ share_numerator }, at) =>
    shares.reduce(
      (product, { share_denominator }, other) =>
        other === at ? product : product * BigInt(share_denominator),
      BigInt(share_numerator),
    ),
  )

/**
 * Whether shares add up to a whole. A share over a power of ten from a hundred on is a rounded decimal (333/1000 for a
 * third), so each of them may be off by half of its last digit; all others are exact.
 */
export function wholeness(shares: readonly Share[]): 'whole' | 'short' | 'over' {
  const denominators = shares.map(({ share_denominator }) => BigInt(share_denominator))
  const whole = denominators.reduce((product, each) => product * each, 1n)
  const apart = overOneDenominator(shares).reduce((sum, each) => sum + each, 0n) - whole
  const rounding = denominators.reduce((sum, each) => (isDecimal(each) ? sum + whole / each : sum), 0n)
  if (2n * (apart < 0n ? -apart : apart) <= rounding) return 'whole'
  return apart < 0n ? 'short' : 'over'
}

const isDecimal = (denominator: bigint): boolean => /^100+$/.test(String(denominator))
