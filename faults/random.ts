/** A generator of numbers in [0, 1), the same for the same seed. */
export type Random = () => number

/** Mulberry32: small, fast, good enough for tests. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A seed for a part of a run, so that parts may run in any order. */
export function seedOf(seed: number, part: string): number {
  let hash = seed >>> 0
  for (const character of part) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619) >>> 0
  return hash
}

export const whole = (random: Random, below: number): number => Math.floor(random() * below)

export const oneOf = <Thing>(random: Random, things: readonly Thing[]): Thing =>
  things[whole(random, things.length)] as Thing

/** One of the names, with a probability proportional to its weight. */
export function weighted<Name extends string>(random: Random, weights: Record<Name, number>): Name {
  const names = Object.entries(weights) as [Name, number][]
  let at = random() * names.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [name, weight] of names) {
    at -= weight
    if (at < 0) return name
  }
  return names.at(-1)?.[0] as Name
}

export function shuffled<Thing>(random: Random, things: readonly Thing[]): Thing[] {
  const copy = [...things]
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = whole(random, last + 1)
    ;[copy[last], copy[other]] = [copy[other] as Thing, copy[last] as Thing]
  }
  return copy
}
