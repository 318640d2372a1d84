import type Stripe from 'stripe'
import { ApiError, type ErrorBody } from '../errors.ts'
import { type ChargeDraft, createCharge } from '../resources/charges.ts'
import { emit } from '../resources/events.ts'
import { attach, spend } from '../resources/payment-method-record.ts'
import type { Act } from '../sandbox.ts'
import { assertMove } from './transitions.ts'

/** The reason of a failed attempt, for `last_payment_error` and the 402. */
export type Failure = Omit<ErrorBody, 'payment_intent' | 'payment_method' | 'setup_intent' | 'charge'>

/** Moves the intent to a new state, if the table of transitions allows it, and sends the event. */
export function moveIntent(
  act: Act,
  intent: Stripe.PaymentIntent,
  change: Partial<Stripe.PaymentIntent>,
  event?: Stripe.Event.Type,
): Stripe.PaymentIntent {
  if (change.status && change.status !== intent.status)
    assertMove('payment_intent', intent.status, change.status)
  const moved = act.book.put('payment_intents', { ...intent, ...change })
  if (event) emit(act, event, moved)
  return moved
}

/** The payment succeeded (or, with manual capture, was authorised). */
export function paymentSucceeded(
  act: Act,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  draft: Pick<ChargeDraft, 'authentication'> = {},
): Stripe.PaymentIntent {
  const captured = intent.capture_method !== 'manual'
  const charge = createCharge(act, { ...draft, intent, method, status: 'succeeded', captured })
  keepOrSpend(act, intent, method)
  const change = {
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    last_payment_error: null,
  }
  return captured
    ? moveIntent(
        act,
        intent,
        { ...change, status: 'succeeded', amount_received: intent.amount },
        'payment_intent.succeeded',
      )
    : moveIntent(
        act,
        intent,
        { ...change, status: 'requires_capture', amount_capturable: intent.amount },
        'payment_intent.amount_capturable_updated',
      )
}

/**
 * The attempt failed: the intent waits for another payment method. Returns the error; it is thrown only where a caller
 * is waiting. A failure before the issuer was asked leaves no charge.
 */
export function paymentFailed(
  act: Act,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  failure: Failure,
  charge?: Stripe.Charge,
): { intent: Stripe.PaymentIntent; error: ApiError } {
  const error = { ...failure, ...(charge && { charge: charge.id }), payment_method: method }
  const failed = moveIntent(
    act,
    intent,
    {
      status: 'requires_payment_method',
      latest_charge: charge?.id ?? intent.latest_charge,
      last_payment_error: error as Stripe.PaymentIntent.LastPaymentError,
      next_action: null,
      payment_method: null,
    },
    'payment_intent.payment_failed',
  )
  return { intent: failed, error: new ApiError(402, { ...error, payment_intent: failed }) }
}

/** Saves the payment method if the intent asks for it and has a customer; otherwise marks it as used. */
export function keepOrSpend(
  act: Act,
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
): void {
  const keeps = intent.object === 'setup_intent' || intent.setup_future_usage !== null
  if (keeps && intent.customer) attach(act, method, intent.customer as string)
  else if (!method.customer) spend(act, method.id)
}
