import type Stripe from 'stripe'
import type { Act, RequestContext } from '../sandbox.ts'

/** How the caller wants the payment to be confirmed. */
export interface Wish {
  off_session: boolean
  return_url: string | null
  error_on_requires_action: boolean
  /** the merchant requires 3-D Secure for any card */
  challenge: boolean
}

/** One way to move money. All input was checked before. */
export interface Rail {
  /** Throws early errors, before anything is written. */
  check?(
    context: RequestContext,
    intent: Stripe.PaymentIntent,
    method: Stripe.PaymentMethod,
    wish: Wish,
  ): void
  /** Tries to take the money; returns the intent in its new state, or throws the 402 after recording the failure. */
  pay(
    context: RequestContext,
    intent: Stripe.PaymentIntent,
    method: Stripe.PaymentMethod,
    wish: Wish,
  ): Stripe.PaymentIntent
  /** The payer approved on our page. */
  approved?(act: Act, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): Stripe.PaymentIntent
  /** The payer refused on our page. */
  refused?(act: Act, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): Stripe.PaymentIntent
}
