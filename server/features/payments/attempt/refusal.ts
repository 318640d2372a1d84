import Stripe from 'stripe'

type Refusal = Stripe.errors.StripeCardError | Stripe.errors.StripeInvalidRequestError

/** The provider answered no: the card was declined, or what was sent cannot be charged. Anything else is no answer. */
export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError

/** Its most telling word. */
export const refusalCode = (error: Refusal): string => error.decline_code ?? error.code ?? 'processing_error'
