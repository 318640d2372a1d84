import Stripe from 'stripe'
import { ApiError } from '../http/errors.ts'

/**
 * Asks the provider for somebody who waits. A refusal (StripeInvalidRequestError) is the caller's to explain; silence,
 * faults and haste of ours become 503, and nobody is told that it failed.
 */
export async function askProvider<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError || isGone(error)) throw error
    if (error instanceof Stripe.errors.StripeError) throw providerSilent()
    throw error
  }
}

/**
 * The provider no longer knows what was asked for, or no longer lets us see it: an account closed or disconnected. A key of
 * ours that may not do something is a fault of ours, told by the same status and another code.
 */
export const isGone = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.code === 'resource_missing' || error.code === 'account_invalid')

export const providerSilent = () =>
  new ApiError(503, 'provider_silent', 'Il provider non risponde: riprova fra qualche minuto.', {
    headers: { 'retry-after': '60' },
  })
