const longest = 60_000

/**
 * Milliseconds to wait before asking again a server that failed so many times: 1, 2, 4 … 60 s. Spread by a quarter
 * (`chance` from 0 to 1), so that all browsers do not come back in the same instant.
 */
export function backoffAfter(failures: number, chance: number): number {
  const wait = Math.min(1000 * 2 ** (failures - 1), longest)
  return Math.round(wait * (0.75 + chance / 2))
}
