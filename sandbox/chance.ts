/** A number from 0 (included) to 1 (excluded). */
export type Chance = () => number

/** The same seed gives the same sequence (mulberry32); without a seed, true randomness. */
export function seededChance(seed: number | null): Chance {
  if (seed === null) return Math.random
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
