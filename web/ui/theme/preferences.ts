import { useSyncExternalStore } from 'react'

/** A user's preferences. `compact`: rows of 36 px instead of 44; `columns`: list → its chosen columns. */
export type Preferences = {
  theme: 'system' | 'light' | 'dark'
  density: 'wide' | 'compact'
  menu: 'open' | 'icons'
  /** Whether single-letter shortcuts are on. */
  single_keys: boolean
  /** Whether the list of first steps is left out of the dashboard. */
  first_steps_hidden: boolean
  columns: Record<string, string[]>
}

export const defaultPreferences: Preferences = {
  theme: 'system',
  density: 'wide',
  menu: 'open',
  single_keys: true,
  first_steps_hidden: false,
  columns: {},
}

/**
 * Preferences stored in this browser: whose they are (null: not signed in yet), whether they are unsent, and the
 * server's date of the last ones it sent. In localStorage, so that the first paint is right.
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
/** Stores preferences from the server, or that it has saved them. */
export const takeServerPreferences = write

/** The preferences with which a user's pages begin. Another user's in this browser are forgotten: nothing is added to them. */
export function preferencesAtStart(user_id: number): Preferences {
  if (known.user_id !== null && known.user_id !== user_id) write({ ...nothing, user_id })
  return known.values
}

/** Changes some of them at once; listeners send them to the server. */
export function setPreferences(change: Partial<Preferences>) {
  write({ ...known, values: { ...known.values, ...change }, unsent: true })
}

/** Sets the columns of a list; null restores the default. */
export function setPreferredColumns(list: string, columns: string[] | null) {
  const { [list]: _before, ...others } = known.values.columns
  setPreferences({ columns: columns ? { ...others, [list]: columns } : others })
}

export function onPreferences(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePreferences = () => useSyncExternalStore(onPreferences, () => known.values)

// Another tab changed them: use the new ones.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== key) return
  known = read()
  for (const listener of listeners) listener()
})
