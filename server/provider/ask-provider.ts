import Stripe from 'stripe'
import { ApiError } from '../http/errors.ts'

/**
 * Calls the provider for a waiting person. A refusal (StripeInvalidRequestError) is left to the caller. No answer,
 * faults and rate limits become 503, which does not claim that the act failed.
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
 * The object no longer exists for us: an account that was closed or disconnected. A missing permission of our key has
 * the same status but another code: that is our own fault.
 */
export const isGone = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.code === 'resource_missing' || error.code === 'account_invalid')

export const providerSilent = () =>
  new ApiError(503, 'provider_silent', 'Il provider non risponde: riprova fra qualche minuto.', {
    headers: { 'retry-after': '60' },
  })
