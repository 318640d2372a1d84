import Stripe from 'stripe'

type Refusal = Stripe.errors.StripeCardError | Stripe.errors.StripeInvalidRequestError

/**
 * Whether the provider refused: the card was declined, or the request cannot be charged. Other errors are no answer.
 */
export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError

/** The refusal's most specific code. */
export const refusalCode = (error: Refusal): string => error.decline_code ?? error.code ?? 'processing_error'
