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

export const usual: Preferences = {
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
export type Known = {
  user_id: number | null
  values: Preferences
  unsent: boolean
  updated_at: string | null
}

const key = 'saldo.preferences'
const nothing: Known = { user_id: null, values: usual, unsent: false, updated_at: null }
let known = read()
const listeners = new Set<() => void>()

function read(): Known {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Known> | null
    return kept ? { ...nothing, ...kept, values: { ...usual, ...kept.values } } : nothing
  } catch {
    return nothing
  }
}

function write(next: Known) {
  known = next
  localStorage.setItem(key, JSON.stringify(next))
  for (const listener of listeners) listener()
}

export const knownPreferences = () => known
/** Takes what the server knows, or said that it has kept. */
export const learnPreferences = write

/** Changes some of them here at once; whoever listens takes them to the server. */
export function prefer(change: Partial<Preferences>) {
  write({ ...known, values: { ...known.values, ...change }, unsent: true })
}

/** The columns chosen for a list; null takes the choice away. */
export function preferColumns(list: string, columns: string[] | null) {
  const { [list]: _before, ...others } = known.values.columns
  prefer({ columns: columns ? { ...others, [list]: columns } : others })
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
