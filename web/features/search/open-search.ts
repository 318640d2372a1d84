import type { Address } from '../../paths.ts'

/**
 * The open dialog with its initial text; null while closed. `customer`: a super user chooses one first, and arrives at
 * `then`.
 */
export type SearchRequest = { text: string; time: number; customer?: { then?: Address | undefined } }

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
/** Opens the chooser of customers in the dialog's place; `then`: the page to open once one is chosen. */
export const askCustomer = (then?: Address) => set({ text: '', time: ++times, customer: { then } })
export const closeSearch = () => set(null)

export const readSearchRequest = () => opening
export function onSearchRequest(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
