/**
 * Shares `total` cents by integer weights: everybody gets the whole cents of their share; extra cents go to the largest
 * remainders, then to the larger weight, then to the earlier. The shares sum to the total.
 */
export function shareOut(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (all === 0n) throw new RangeError('nobody to share with')
  if (total < 0) return shareOut(-total, weights).map((cents) => 0 - cents)
  const cut = weights.map((weight, place) => {
    const product = BigInt(total) * BigInt(weight)
    return { place, weight, cents: Number(product / all), rest: product % all }
  })
  let left = total - cut.reduce((sum, { cents }) => sum + cents, 0)
  const turn = cut
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => (a.rest > b.rest ? -1 : a.rest < b.rest ? 1 : b.weight - a.weight || a.place - b.place))
  for (const each of turn) {
    if (left === 0) break
    each.cents += 1
    left -= 1
  }
  return cut.map(({ cents }) => cents)
}

/** Equal parts; the first get the extra cents. */
export const evenParts = (total: number, parts: number): number[] =>
  shareOut(
    total,
    Array.from({ length: parts }, () => 1),
  )

/** `per_ten_thousand` of some cents, rounded half up. */
export const portion = (cents: number, per_ten_thousand: number): number =>
  Math.floor((cents * per_ten_thousand + 5_000) / 10_000)

export const sumOf = (cents: readonly number[]): number => cents.reduce((sum, each) => sum + each, 0)

/** `123456` → `1.234,56` */
export function inEuro(cents: number): string {
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, '.')
  return `${cents < 0 ? '-' : ''}${whole},${String(Math.abs(cents) % 100).padStart(2, '0')}`
}
