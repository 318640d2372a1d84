import type Stripe from 'stripe'
import { invalid, missingParam } from '../errors.ts'
import { choice, flag, hash, text } from '../params.ts'
import { cardRail } from '../rails/card.ts'
import { klarnaRail } from '../rails/klarna.ts'
import type { Rail, Wish } from '../rails/rail.ts'
import { sepaDebitRail } from '../rails/sepa-debit.ts'
import {
  createPaymentMethod,
  needPaymentMethod,
  type PaymentMethodType,
  spentError,
  usePaymentMethod,
} from '../resources/payment-method-record.ts'
import type { RequestContext } from '../sandbox.ts'
import { moveIntent } from './payment-outcomes.ts'
import { noteOf, putNote } from './redirects.ts'
import { assertAllowed } from './transitions.ts'

export const rails: Record<PaymentMethodType, Rail> = {
  card: cardRail,
  sepa_debit: sepaDebitRail,
  klarna: klarnaRail,
}

/** Confirms with the parameters of this request: finds the method, checks it against the intent, and pays. */
export function confirmPayment(context: RequestContext, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  assertAllowed('confirm', intent)
  const wish = wishOf(context, intent)
  const method = methodFor(context, intent)
  if (!method)
    throw invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      undefined,
      'payment_intent_unexpected_state',
    )
  checkMethod(context, intent, method)
  checkReturnUrl(intent, wish)

  const rail = rails[method.type as PaymentMethodType]
  const ready =
    intent.status === 'requires_confirmation' && intent.payment_method === method.id
      ? intent
      : moveIntent(context, intent, { status: 'requires_confirmation', payment_method: method.id })
  rail.check?.(context, ready, method, wish)
  putNote(context, intent.id, { off_session: wish.off_session, return_url: wish.return_url })
  return rail.pay(context, ready, method, wish)
}

/** The method named or described in the request, else the intent's own. */
export function methodFor(
  context: RequestContext,
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
): Stripe.PaymentMethod | undefined {
  const named = text(context.params, 'payment_method')
  const data = hash(context.params, 'payment_method_data')
  if (named && data)
    throw invalid(
      'You may only specify one of payment_method and payment_method_data.',
      'payment_method',
      'parameters_exclusive',
    )
  if (data) return createPaymentMethod(context, data)
  if (named) return usePaymentMethod(context, named, 'payment_method')
  return intent.payment_method
    ? needPaymentMethod(context, intent.payment_method as string, 'payment_method')
    : undefined
}

/** May this intent be paid with this method? */
export function checkMethod(
  context: RequestContext,
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
): void {
  if (!intent.payment_method_types.includes(method.type))
    throw invalid(
      `The PaymentMethod provided (${method.type}) is not allowed for this ${intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'}. Please attach a PaymentMethod of one of the following types: ${intent.payment_method_types.join(', ')}. Alternatively update the allowed payment method types for this intent to include "${method.type}".`,
      'payment_method',
      intent.object === 'payment_intent' ? 'payment_intent_incompatible_payment_method' : undefined,
    )
  if (context.book.get('instruments', method.id)?.spent) throw spentError()
  if (method.customer && method.customer !== intent.customer)
    throw invalid(
      intent.customer
        ? `The payment method supplied (${method.id}) belongs to a different Customer (${method.customer as string}) than the one provided.`
        : `The payment method supplied (${method.id}) belongs to the Customer ${method.customer as string}. Please include the Customer in the \`customer\` parameter on the intent.`,
      'payment_method',
    )
}

function wishOf(context: RequestContext, intent: Stripe.PaymentIntent): Wish {
  const off_session = flag(context.params, 'off_session') ?? false
  if (off_session && context.key === 'publishable')
    throw invalid('off_session cannot be used with a publishable key.', 'off_session')
  const return_url = text(context.params, 'return_url') || noteOf(context, intent.id).return_url
  if (return_url && !isWebAddress(return_url)) throw invalid('Not a valid URL', 'return_url', 'url_invalid')
  const request = choice(context.params, 'payment_method_options[card][request_three_d_secure]', [
    'any',
    'automatic',
    'challenge',
  ])
  return {
    off_session,
    return_url,
    error_on_requires_action: flag(context.params, 'error_on_requires_action') ?? false,
    challenge: request === 'any' || request === 'challenge',
  }
}

/** With automatic payment methods any redirect must have somewhere to return, unless redirects are excluded. */
function checkReturnUrl(intent: Stripe.PaymentIntent, wish: Wish): void {
  const automatic = intent.automatic_payment_methods
  if (automatic?.enabled && automatic.allow_redirects !== 'never' && !wish.return_url && !wish.off_session)
    throw missingParam('return_url')
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
