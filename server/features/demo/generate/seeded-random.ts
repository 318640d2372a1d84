/** Repeatable random numbers, so that the demo of one day is always the same. */
export type Dice = {
  /** A number from 0 up to 1, like Math.random. */
  next: () => number
  /** An integer, both ends included. */
  between: (least: number, most: number) => number
  /** True with this probability: 0.03 is three in a hundred. */
  chance: (share: number) => boolean
  pick: <Thing>(things: readonly Thing[]) => Thing
  /** One of the names, with a probability proportional to its weight. */
  weighted: <Name extends string>(weights: Readonly<Record<Name, number>>) => Name
  /** An id in the provider's format: prefix, underscore, 24 letters and digits. */
  id: (prefix: string) => string
  digits: (length: number) => string
}

/** A generator that gives the same numbers for the same seed. */
export function dice(seed: number): Dice {
  const next = mulberry32(seed)
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <Thing>(things: readonly Thing[]) => things[between(0, things.length - 1)] as Thing
  const text = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[between(0, alphabet.length - 1)]).join('')
  return {
    next,
    between,
    pick,
    chance: (share) => next() < share,
    weighted: (weights) => {
      const entries = Object.entries<number>(weights)
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      const found = entries.find(([, weight]) => {
        left -= weight
        return left < 0
      })
      return (found ?? entries.at(-1))?.[0] as never
    },
    id: (prefix) => `${prefix}_${text(lettersAndDigits, 24)}`,
    digits: (length) => text('0123456789', length),
  }
}

const lettersAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Tommy Ettinger's generator: 32 bits of state, good enough for a demo. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
