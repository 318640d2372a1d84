import type Stripe from 'stripe'

/** The id of a referenced object, whether the provider sent the id alone or the expanded object. Null: no reference. */
export function idOf(value: string | { id: string }): string
export function idOf(value: string | { id: string } | null | undefined): string | null
export function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null)
}

/** The attempt id that we wrote into the metadata. Others may write metadata too, so it must be verified. */
export function claimedAttempt(metadata: Stripe.Metadata | null): number | null {
  const id = Number(metadata?.attempt_id)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
