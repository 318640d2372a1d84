/** Milliseconds that the overlay stays after the work, so that it does not flicker. */
const lingers = 300

let text: string | null = null
let running = 0
const listeners = new Set<() => void>()
const set = (next: string | null) => {
  text = next
  for (const listener of listeners) listener()
}

/** Covers the page with `text` while `work` runs, and for 300 ms more. */
export async function whileLoading<T>(text: string, work: Promise<T>): Promise<T> {
  running++
  set(text)
  try {
    return await work
  } finally {
    running--
    setTimeout(() => running === 0 && set(null), lingers)
  }
}

export const readLoader = () => text
export function onLoader(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
