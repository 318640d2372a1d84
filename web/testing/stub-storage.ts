import { afterEach, beforeEach, vi } from 'vitest'

/** Gives each test of the file an empty storage, for the session and for the browser alike; returns what is kept in it. */
export function stubStorage(): Map<string, string> {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
  beforeEach(() => {
    kept.clear()
    vi.stubGlobal('sessionStorage', storage)
    vi.stubGlobal('localStorage', storage)
  })
  afterEach(() => vi.unstubAllGlobals())
  return kept
}
