import type Stripe from 'stripe'
import type { Act, Ask } from '../sandbox.ts'

/** How the caller wants a payment confirmed. */
export interface Wish {
  off_session: boolean
  return_url: string | null
  error_on_requires_action: boolean
  /** 3-D Secure asked for by the merchant, whatever the card says */
  challenge: boolean
}

/** One way in which money moves. Everything it needs has been checked before. */
export interface Rail {
  /** Throws what the caller must know first, before anything is written. */
  check?(ask: Ask, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod, wish: Wish): void
  /** Tries to take the money; gives the intent in its new state, or throws the 402 after writing the failure. */
  pay(ask: Ask, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod, wish: Wish): Stripe.PaymentIntent
  /** The payer approved on our page. */
  approved?(act: Act, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): Stripe.PaymentIntent
  /** The payer refused on our page. */
  refused?(act: Act, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): Stripe.PaymentIntent
}
