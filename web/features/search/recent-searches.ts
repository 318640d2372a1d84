const key = 'saldo.searches'
const most = 6

type Kept = { user_id: number; texts: string[]; commands?: string[] }

/** The user's recent searches with an opened result, latest first: typed texts only, on this device. */
export const recentSearches = (user_id: number): string[] => keptOf(user_id).texts

/** The ids of the commands that the user chose last, latest first, on this device. */
export const recentCommands = (user_id: number): string[] => keptOf(user_id).commands ?? []

export function saveSearch(user_id: number, text: string) {
  const typed = text.trim()
  if (typed === '') return
  const kept = keptOf(user_id)
  const others = kept.texts.filter((other) => other.toLowerCase() !== typed.toLowerCase())
  save({ ...kept, texts: [typed, ...others].slice(0, most) })
}

export function saveCommand(user_id: number, id: string) {
  const kept = keptOf(user_id)
  const others = (kept.commands ?? []).filter((other) => other !== id)
  save({ ...kept, commands: [id, ...others].slice(0, most) })
}

export const forgetSearches = () => localStorage.removeItem(key)

const save = (kept: Kept) => localStorage.setItem(key, JSON.stringify(kept))

function keptOf(user_id: number): Kept {
  const kept = read()
  return kept?.user_id === user_id ? kept : { user_id, texts: [] }
}

function read(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null
    return kept && Array.isArray(kept.texts) ? kept : null
  } catch {
    return null
  }
}
