const prefix = 'saldo.draft.'
const key = (name: string) => prefix + name

/** What was typed and not sent, for this tab only; passwords and card data never come here. */
export const readDraft = <V>(name: string): Partial<V> | null => {
  const kept = sessionStorage.getItem(key(name))
  return kept ? (JSON.parse(kept) as Partial<V>) : null
}
export const keepDraft = (name: string, values: object) =>
  sessionStorage.setItem(key(name), JSON.stringify(values))
export const discardDraft = (name: string) => sessionStorage.removeItem(key(name))
/** Of all forms of this tab. */
export function discardDrafts() {
  for (const kept of Object.keys(sessionStorage)) if (kept.startsWith(prefix)) sessionStorage.removeItem(kept)
}
