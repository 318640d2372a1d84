import { type Day, daysBetween } from '../dates.ts'
import { fold } from '../fold.ts'

/** Money of one person for one condominium, registered by hand; cents. */
export type Collected = { amount: number; received_on: Day; reference: string | null }

/**
 * Two registrations of the same money rarely differ by more than the days between the bank's booking date and value
 * date.
 */
const daysApart = 5

/**
 * Whether two collections look like one that was registered twice: the same amount, and received within five days of each
 * other or under the same reference. A reference with fewer than five digits (`quote condominiali`) may be the same
 * every month, so it is ignored.
 */
export function isProbableDuplicate(one: Collected, other: Collected): boolean {
  if (one.amount !== other.amount) return false
  if (Math.abs(daysBetween(one.received_on, other.received_on)) <= daysApart) return true
  const reference = referenceKey(one.reference)
  return reference !== null && reference === referenceKey(other.reference)
}

/** The letters and digits of a reference, without case and accents; null if it has fewer than five digits. */
function referenceKey(reference: string | null): string | null {
  const key = fold(reference ?? '').replace(/[^\p{L}\p{N}]/gu, '')
  return key.replace(/\D/g, '').length >= 5 ? key : null
}
