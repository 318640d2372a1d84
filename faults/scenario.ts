import type { Database } from './database.ts'

/** What a scenario is given. `scale` 1 is full size; in a `hurry` time is moved instead of waited for. */
export type Asked = { database: Database; seed: number; scale: number; hurry: boolean }

/** What it found: figures to print, and where the books disagreed. Nothing in `violations` means that it held. */
export type Found = {
  figures: Record<string, string | number>
  violations: string[]
  /** Bars on time, which hold for full runs alone: a busy machine must not turn a test red. */
  slow?: string[]
}

export type Scenario = {
  name: string
  title: string
  run: (asked: Asked) => Promise<Found>
}

/** A full-size number at a scale, never below `least`. */
export const atScale = (full: number, scale: number, least = 1): number =>
  Math.max(least, Math.round(full * scale))
