const longest = 60_000

/**
 * Backoff in milliseconds after so many failures: 1, 2, 4 … 60 s, with a quarter of jitter (`chance` from 0 to 1), so
 * that browsers do not all return at the same moment.
 */
export function backoffAfter(failures: number, chance: number): number {
  const wait = Math.min(1000 * 2 ** (failures - 1), longest)
  return Math.round(wait * (0.75 + chance / 2))
}
