import type { Database } from './processes/database.ts'

/** A scenario's input. `scale` 1 is full size; in a `hurry` time is moved instead of waited for. */
export type Asked = { database: Database; seed: number; scale: number; hurry: boolean }

/** Its result: figures to print, and `violations` of the books; none means that it passed. */
export type Found = {
  figures: Record<string, string | number>
  violations: string[]
  /** Exceeded time limits, checked for full runs only: a busy machine must not fail a test. */
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
