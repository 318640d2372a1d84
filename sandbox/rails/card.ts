import type Stripe from 'stripe'
import { ApiError } from '../errors.ts'
import { type Failure, moveIntent, paymentFailed, paymentSucceeded } from '../payments/payment-outcomes.ts'
import { startRedirect } from '../payments/redirects.ts'
import { createCharge } from '../resources/charges.ts'
import type { Act } from '../sandbox.ts'
import type { Rail } from './rail.ts'
import { type CardBehaviour, cardBehaviours, type DeclineName, declines } from './test-cards.ts'

const secondsToDispute = 1

/** Cards: decided at once, or after 3-D Secure on our page. */
export const cardRail: Rail = {
  pay(context, intent, method, wish) {
    if (!wish.challenge && !mustChallenge(context, method, wish.off_session))
      return charge(context, intent, method)
    if (wish.off_session || wish.error_on_requires_action) {
      const decline_code = wish.off_session ? 'authentication_required' : 'authentication_not_handled'
      throw decline(context, intent, method, { ...declines.authentication_required, decline_code }).error
    }
    const next_action = startRedirect(context, intent, 'card', wish.return_url)
    return moveIntent(
      context,
      intent,
      { status: 'requires_action', next_action, payment_method: method.id },
      'payment_intent.requires_action',
    )
  },

  approved(act, intent, method) {
    const name = outcomeName(act, method)
    if (name) return decline(act, intent, method, declines[name], 'authenticated').intent
    if (intent.setup_future_usage) rememberAuthentication(act, method)
    return succeed(act, intent, method, 'authenticated')
  },

  refused: (act, intent, method) =>
    paymentFailed(act, intent, method, authenticationFailure('payment_intent')).intent,
}

/** The payer failed 3-D Secure. */
export function authenticationFailure(kind: 'payment_intent' | 'setup_intent'): Failure {
  return {
    type: 'invalid_request_error',
    code: `${kind}_authentication_failure`,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  }
}

/** Cards that decline also refuse to be saved; throws the 402. Other methods pass. */
export function saveCard(act: Act, method: Stripe.PaymentMethod): void {
  const name = saveOutcomeName(act, method)
  if (name) throw new ApiError(402, { type: 'card_error', ...declines[name] })
}

export function saveOutcomeName(act: Act, method: Stripe.PaymentMethod): DeclineName | undefined {
  const behaviour = behaviourOf(act, method)
  return behaviour?.when_saved || behaviour?.challenge !== 'never' ? undefined : declineOf(behaviour)
}

/** Whether this use of the card requires 3-D Secure. Off session: only cards never set up, or that always require it. */
export function mustChallenge(act: Act, method: Stripe.PaymentMethod, off_session: boolean): boolean {
  const challenge = behaviourOf(act, method)?.challenge
  if (challenge === 'always') return true
  if (challenge !== 'until_set_up') return false
  return !off_session || !act.book.get('instruments', method.id)?.set_up
}

export function rememberAuthentication(act: Act, method: Stripe.PaymentMethod): void {
  const instrument = act.book.get('instruments', method.id)
  if (instrument) act.book.put('instruments', { ...instrument, set_up: true })
}

function charge(act: Act, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): Stripe.PaymentIntent {
  const name = outcomeName(act, method)
  if (name) throw decline(act, intent, method, declines[name]).error
  return succeed(act, intent, method)
}

function succeed(
  act: Act,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authentication?: 'authenticated',
): Stripe.PaymentIntent {
  const paid = paymentSucceeded(act, intent, method, { authentication })
  if (behaviourOf(act, method)?.outcome === 'disputed')
    act.box.clock.schedule(act.book.account, 'open_dispute', paid.latest_charge as string, secondsToDispute)
  return paid
}

function decline(
  act: Act,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  why: Omit<Failure, 'type'>,
  authentication?: 'authenticated',
) {
  const charge = createCharge(act, {
    intent,
    method,
    status: 'failed',
    captured: false,
    failure: {
      code: why.code ?? 'card_declined',
      message: why.message,
      reason: why.decline_code,
      advice_code: why.advice_code,
    },
    authentication,
  })
  return paymentFailed(act, intent, method, { type: 'card_error', ...why }, charge)
}

function outcomeName(act: Act, method: Stripe.PaymentMethod): DeclineName | undefined {
  return declineOf(behaviourOf(act, method))
}

function declineOf(behaviour: CardBehaviour | undefined): DeclineName | undefined {
  const outcome = behaviour?.outcome
  return outcome === 'succeeds' || outcome === 'disputed' ? undefined : outcome
}

function behaviourOf(act: Act, method: Stripe.PaymentMethod): CardBehaviour | undefined {
  const name = act.book.get('instruments', method.id)?.behaviour
  return method.type === 'card'
    ? (cardBehaviours as Record<string, CardBehaviour>)[name ?? 'succeeds']
    : undefined
}
