const prefix = 'saldo.draft.'
const key = (name: string) => prefix + name

/** Unsent form input, stored for this tab only. Passwords and card data are never stored. */
export const readDraft = <V>(name: string): Partial<V> | null => {
  const kept = sessionStorage.getItem(key(name))
  return kept ? (JSON.parse(kept) as Partial<V>) : null
}
export const storeDraft = (name: string, values: object) =>
  sessionStorage.setItem(key(name), JSON.stringify(values))
export const discardDraft = (name: string) => sessionStorage.removeItem(key(name))
/** The names of the stored drafts that begin so. */
export const draftsOf = (start: string): string[] =>
  Object.keys(sessionStorage)
    .filter((kept) => kept.startsWith(key(start)))
    .map((kept) => kept.slice(prefix.length))
/** Discards the drafts of all forms of this tab. */
export function discardDrafts() {
  for (const kept of Object.keys(sessionStorage)) if (kept.startsWith(prefix)) sessionStorage.removeItem(kept)
}
