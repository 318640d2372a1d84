/**
 * What of a sum falls to each line of a bill, in cents: in proportion to the lines, so that the shares add up to the sum.
 * `before` is what of the bill was paid before. The cents of rounding follow the running total, so that the shares of all
 * payments of a bill that is paid in full add up to its lines exactly. A line may be negative (a discount, an
 * adjustment). When the lines sum to zero, everything falls to the first. Throws RangeError without lines.
 */
export function divideAmongHeads(
  sum: number,
  { before, lines }: { before: number; lines: readonly number[] },
): number[] {
  if (lines.length === 0) throw new RangeError('a bill without lines')
  const total = lines.reduce((all, line) => all + line, 0)
  if (total === 0) return lines.map((_, at) => (at === 0 ? sum : 0))
  const paid = sharesAt(before, lines, total)
  return sharesAt(before + sum, lines, total).map((share, at) => share - (paid[at] as number))
}

/** The share of each line when so much of the bill is paid: differences of the rounded running totals. */
function sharesAt(paid: number, lines: readonly number[], total: number): number[] {
  let through = 0
  let given = 0
  return lines.map((line) => {
    through += line
    const until = rounded(BigInt(paid) * BigInt(through), BigInt(total))
    const share = until - given
    given = until
    return share
  })
}

/** The quotient rounded to the nearest integer, halves up. */
function rounded(product: bigint, by: bigint): number {
  const doubled = 2n * product + by
  const quotient = doubled / (2n * by)
  // BigInt division cuts off towards zero; a floor is wanted.
  const isBelow = doubled % (2n * by) !== 0n && doubled < 0n !== by < 0n
  return Number(isBelow ? quotient - 1n : quotient)
}
