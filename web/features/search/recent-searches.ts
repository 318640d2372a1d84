const key = 'saldo.searches'
const most = 6

type Kept = { user_id: number; texts: string[] }

/** The user's recent searches with an opened result, latest first: typed texts only, on this device. */
export function recentSearches(user_id: number): string[] {
  const kept = read()
  return kept?.user_id === user_id ? kept.texts : []
}

export function saveSearch(user_id: number, text: string) {
  const typed = text.trim()
  if (typed === '') return
  const others = recentSearches(user_id).filter((other) => other.toLowerCase() !== typed.toLowerCase())
  localStorage.setItem(
    key,
    JSON.stringify({ user_id, texts: [typed, ...others].slice(0, most) } satisfies Kept),
  )
}

export const forgetSearches = () => localStorage.removeItem(key)

function read(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null
    return kept && Array.isArray(kept.texts) ? kept : null
  } catch {
    return null
  }
}
