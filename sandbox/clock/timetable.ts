/** Entries in order of the instant `at` (milliseconds); equal instants keep the order of arrival. */
export interface Timetable<T extends { at: number }> {
  add(entry: T): void
  /** Removes and returns the first entry due at or before `instant`. */
  takeDue(instant: number): T | undefined
  /** The instant of the first entry, or undefined when nothing waits. */
  next(): number | undefined
  readonly size: number
}

export function createTimetable<T extends { at: number }>(entries: readonly T[] = []): Timetable<T> {
  const queue = [...entries].sort((a, b) => a.at - b.at)
  return {
    add(entry) {
      queue.splice(placeOf(queue, entry.at), 0, entry)
    },
    takeDue(instant) {
      return queue[0] && queue[0].at <= instant ? queue.shift() : undefined
    },
    next: () => queue[0]?.at,
    get size() {
      return queue.length
    },
  }
}

function placeOf(queue: readonly { at: number }[], at: number): number {
  let low = 0
  let high = queue.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((queue[middle] as { at: number }).at <= at) low = middle + 1
    else high = middle
  }
  return low
}
