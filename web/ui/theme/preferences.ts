import { useSyncExternalStore } from 'react'

/** How a person likes to see the product. `compact`: rows of 36 px instead of 44; `columns`: list → those chosen for it. */
export type Preferences = {
  theme: 'system' | 'light' | 'dark'
  density: 'wide' | 'compact'
  menu: 'open' | 'icons'
  /** Whether shortcuts of single letters work. */
  single_keys: boolean
  columns: Record<string, string[]>
}

export const defaultPreferences: Preferences = {
  theme: 'system',
  density: 'wide',
  menu: 'open',
  single_keys: true,
  columns: {},
}

/**
 * What this browser knows: whose preferences (null: of whoever has not signed in), whether the server has them yet, and
 * the server's date of those it gave. Kept in the storage, so that the first paint is right already.
 */
export type StoredPreferences = {
  user_id: number | null
  values: Preferences
  unsent: boolean
  updated_at: string | null
}

const key = 'saldo.preferences'
const nothing: StoredPreferences = {
  user_id: null,
  values: defaultPreferences,
  unsent: false,
  updated_at: null,
}
let known = read()
const listeners = new Set<() => void>()

function read(): StoredPreferences {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<StoredPreferences> | null
    return kept ? { ...nothing, ...kept, values: { ...defaultPreferences, ...kept.values } } : nothing
  } catch {
    return nothing
  }
}

function write(next: StoredPreferences) {
  known = next
  localStorage.setItem(key, JSON.stringify(next))
  for (const listener of listeners) listener()
}

export const storedPreferences = () => known
/** Takes what the server knows, or said that it has kept. */
export const takeServerPreferences = write

/** Changes some of them here at once; whoever listens takes them to the server. */
export function setPreferences(change: Partial<Preferences>) {
  write({ ...known, values: { ...known.values, ...change }, unsent: true })
}

/** The columns chosen for a list; null takes the choice away. */
export function setPreferredColumns(list: string, columns: string[] | null) {
  const { [list]: _before, ...others } = known.values.columns
  setPreferences({ columns: columns ? { ...others, [list]: columns } : others })
}

export function onPreferences(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePreferences = () => useSyncExternalStore(onPreferences, () => known.values)

// Another tab changed them: this one goes along.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== key) return
  known = read()
  for (const listener of listeners) listener()
})
