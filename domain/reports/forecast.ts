import { addDays, type Day } from '../dates.ts'

/** What fell due in the months that the forecast looks back on, and the part that is still unpaid. Cents. */
export type History = { due: number; unpaid: number }

/** Three windows of thirty days from a day on, both ends included. */
export const forecastWindows = (from: Day): { from: Day; to: Day }[] =>
  [0, 30, 60].map((days) => ({ from: addDays(from, days), to: addDays(from, days + 29) }))

/**
 * What will probably come in of an amount that falls due: the amount less the share that is still unpaid of what fell due in
 * the past. Without a past nothing is taken off. Cents, rounded down.
 */
export function expectedOf(due: number, { due: before, unpaid }: History): number {
  if (before <= 0) return due
  return Number((BigInt(due) * BigInt(before - Math.min(unpaid, before))) / BigInt(before))
}
