import { type Day, daysBetween } from './dates.ts'
import { fold } from './fold.ts'

/** A bank transfer of one person to one condominium; cents. */
export type Transfer = { amount: number; received_on: Day; reference: string | null }

/** The same transfer written twice is seldom dated further apart than the bank's booking and value days. */
const daysApart = 5

/**
 * Whether two transfers look like one that was registered twice: the same amount, and received within five days of each
 * other or under the same reference. A reference that tells nothing by a number (`quote condominiali`) is every month's,
 * and counts for nothing.
 */
export function looksLikeSame(one: Transfer, other: Transfer): boolean {
  if (one.amount !== other.amount) return false
  if (Math.abs(daysBetween(one.received_on, other.received_on)) <= daysApart) return true
  const reference = referenceKey(one.reference)
  return reference !== null && reference === referenceKey(other.reference)
}

/** Its letters and digits alone, case and accents aside; null unless it holds five digits or more in all. */
function referenceKey(reference: string | null): string | null {
  const key = fold(reference ?? '').replace(/[^\p{L}\p{N}]/gu, '')
  return key.replace(/\D/g, '').length >= 5 ? key : null
}
