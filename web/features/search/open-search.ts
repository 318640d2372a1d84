/** The search as it was opened, with the text it began with; null while it is closed. */
export type SearchRequest = { text: string; time: number }

let opening: SearchRequest | null = null
let times = 0
const listeners = new Set<() => void>()
const set = (next: SearchRequest | null) => {
  opening = next
  for (const listener of listeners) listener()
}

/** Opens the search over the page; with a text, for instance one selected in a message, it looks for that. */
export const openSearch = (text = '') =>
  set({ text: text.trim().replace(/\s+/g, ' ').slice(0, 200), time: ++times })
export const closeSearch = () => set(null)

export const readSearchRequest = () => opening
export function onSearchRequest(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
