/** The open search with its initial text; null while closed. */
export type SearchRequest = { text: string; time: number }

let opening: SearchRequest | null = null
let times = 0
const listeners = new Set<() => void>()
const set = (next: SearchRequest | null) => {
  opening = next
  for (const listener of listeners) listener()
}

/** Opens the search dialog; a text, such as one selected in a message, is searched at once. */
export const openSearch = (text = '') =>
  set({ text: text.trim().replace(/\s+/g, ' ').slice(0, 200), time: ++times })
export const closeSearch = () => set(null)

export const readSearchRequest = () => opening
export function onSearchRequest(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
