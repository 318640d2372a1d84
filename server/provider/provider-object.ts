import type Stripe from 'stripe'

/** The id of another object that one of the provider's names: bare, or whole where it was asked for. Null: it names none. */
export function idOf(value: string | { id: string }): string
export function idOf(value: string | { id: string } | null | undefined): string | null
export function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null)
}

/** The attempt that we wrote on an object when we made it; others may have written it too, so it claims and does not prove. */
export function claimedAttempt(metadata: Stripe.Metadata | null): number | null {
  const id = Number(metadata?.attempt_id)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
