type Place = { to: string; label: string }

/** Allowed edit distance: a third of the letters, at most three. */
const tolerated = (word: string) => Math.min(3, Math.floor(word.length / 3))

/**
 * The section that a mistyped address most likely meant (`/bolette` → Bollette): compares its first word with address
 * and name of each section; null when none is near.
 */
export function nearestSection<P extends Place>(address: string, places: readonly P[]): P | null {
  const typed = folded(address.split('?')[0]?.split('/').find(Boolean) ?? '')
  if (typed.length < 3) return null
  let best: { place: P; far: number } | null = null
  for (const place of places) {
    const far = Math.min(...[place.to, place.label].map((word) => distance(typed, folded(word))))
    if (far <= tolerated(typed) && (best === null || far < best.far)) best = { place, far }
  }
  return best?.place ?? null
}

const folded = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '')

/** Edit distance (Damerau-Levenshtein): insertions, deletions, substitutions, swaps of neighbours. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1
      const changed = rows[row - 1]![column - 1]! + same
      let least = Math.min(changed, rows[row - 1]![column]! + 1, current[column - 1]! + 1)
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, rows[row - 2]![column - 2]! + 1)
      current.push(least)
    }
    rows.push(current)
  }
  return rows[a.length]![b.length]!
}
