import type Stripe from 'stripe'
import { forbidden, invalid, missingParam, noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import { changed, choice, flag, hash, integer, metadata, text } from '../params.ts'
import { checkMethod, confirmPayment } from '../payments/confirm-payment.ts'
import { moveIntent } from '../payments/payment-outcomes.ts'
import { platformOf } from '../payments/payout-schedule.ts'
import { putNote } from '../payments/redirects.ts'
import { assertAllowed } from '../payments/transitions.ts'
import type { PublicIntent, RequestContext, Route } from '../sandbox.ts'
import { listParams, page } from '../store/list.ts'
import { application } from './balance/balance-transactions.ts'
import { blankIntent } from './blank-intent.ts'
import { captureCharge, needCharge } from './charges.ts'
import { emit } from './events.ts'
import {
  allowedTypes,
  automaticMethods,
  compatibleTypes,
  connectedAccount,
  editedFields,
  methodOptions,
  needCurrency,
} from './payment-intent-fields.ts'
import { usePaymentMethod } from './payment-method-record.ts'
import { browserParams } from './payment-methods.ts'

const confirmParams = [
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'mandate',
  'mandate_data',
  'off_session',
  'return_url',
  'error_on_requires_action',
  'use_stripe_sdk',
  'radar_options',
  'expand',
]
const editParams = [
  'amount',
  'currency',
  'allowed_payment_method_types',
  'application_fee_amount',
  'customer',
  'description',
  'metadata',
  'receipt_email',
  'setup_future_usage',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_data',
  'transfer_group',
]
const createOnly = [
  'automatic_payment_methods',
  'capture_method',
  'confirm',
  'confirmation_method',
  'on_behalf_of',
]

/** The fields of an intent that a publishable key may see. */
const publicFields = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'status',
] as const satisfies readonly (keyof Stripe.PaymentIntent)[]

export const paymentIntentRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_intents',
    params: [...editParams, ...createOnly, ...confirmParams],
    handle: createIntent,
  },
  {
    method: 'GET',
    path: '/v1/payment_intents',
    params: [...listParams, 'created', 'customer'],
    handle: (context) => page(context, 'payment_intents', { equal: ['customer'] }),
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    publishable: true,
    params: ['expand', ...browserParams],
    handle: (context) => shown(context, needIntent(context)),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id',
    params: [...editParams, ...confirmParams],
    handle: updateIntent,
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    publishable: true,
    params: [
      ...confirmParams,
      ...browserParams,
      'setup_future_usage',
      'receipt_email',
      'expected_payment_method_type',
    ],
    handle(context) {
      const intent = needIntent(context)
      assertAllowed('confirm', intent)
      return shown(context, confirmPayment(context, withLateWishes(context, intent)))
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/capture',
    params: ['amount_to_capture', 'application_fee_amount', 'metadata', 'expand'],
    handle: captureIntent,
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    params: ['cancellation_reason', 'expand'],
    handle: cancelIntent,
  },
]

function createIntent(context: RequestContext): Stripe.PaymentIntent {
  const { params } = context
  const capture_method =
    choice(params, 'capture_method', ['automatic', 'automatic_async', 'manual']) ?? 'automatic_async'
  const currency = needCurrency(params)
  const allowed = allowedTypes(params)
  if (allowed && hash(params, 'automatic_payment_methods'))
    throw invalid(
      'You may only specify one of allowed_payment_method_types and automatic_payment_methods.',
      'automatic_payment_methods',
      'parameters_exclusive',
    )
  const draft: Stripe.PaymentIntent = {
    ...blankIntent(newId('pi'), context.box.clock.seconds()),
    allowed_payment_method_types: allowed ?? null,
    application: platformOf(context.book) ? application : null,
    automatic_payment_methods: allowed ? null : automaticMethods(params),
    capture_method,
    confirmation_method: choice(params, 'confirmation_method', ['automatic']) ?? 'automatic',
    on_behalf_of: connectedAccount(context, 'on_behalf_of'),
    ...editedFields(context, undefined, currency),
    payment_method_types: compatibleTypes(allowed, currency, capture_method),
  }
  const confirm = flag(params, 'confirm') ?? false
  if (!confirm && (params.off_session !== undefined || params.mandate_data !== undefined))
    throw invalid(
      'You can only use `off_session` and `mandate_data` when confirming (`confirm=true`).',
      params.off_session === undefined ? 'mandate_data' : 'off_session',
    )

  const intent = withMethod(
    context,
    context.book.put('payment_intents', { ...draft, payment_method_options: methodOptions(draft) }),
    confirm,
  )
  emit(context, 'payment_intent.created', intent)
  return confirm ? confirmPayment(context, intent) : intent
}

function updateIntent(context: RequestContext): Stripe.PaymentIntent {
  const before = needIntent(context)
  assertAllowed('update', before)
  const currency = text(context.params, 'currency') ? needCurrency(context.params) : before.currency
  const allowed = allowedTypes(context.params) ?? before.allowed_payment_method_types
  const after = {
    ...before,
    ...editedFields(context, before, currency),
    allowed_payment_method_types: allowed,
    payment_method_types: compatibleTypes(allowed, currency, before.capture_method),
  } as Stripe.PaymentIntent
  return withMethod(context, context.book.put('payment_intents', after), false)
}

function captureIntent(context: RequestContext): Stripe.PaymentIntent {
  const intent = needIntent(context)
  assertAllowed('capture', intent)
  const amount = integer(context.params, 'amount_to_capture') ?? intent.amount_capturable
  if (amount < 1 || amount > intent.amount_capturable)
    throw invalid(
      `The amount to capture must be between 1 and ${intent.amount_capturable}.`,
      'amount_to_capture',
      'amount_too_large',
    )
  const charge = captureCharge(context, needCharge(context, intent.latest_charge as string), amount)
  emit(context, 'charge.captured', charge)
  return moveIntent(
    context,
    intent,
    {
      status: 'succeeded',
      amount_capturable: 0,
      amount_received: amount,
      metadata: metadata(context.params, intent.metadata),
    },
    'payment_intent.succeeded',
  )
}

function cancelIntent(context: RequestContext): Stripe.PaymentIntent {
  const intent = needIntent(context)
  const reason = choice(context.params, 'cancellation_reason', [
    'abandoned',
    'duplicate',
    'fraudulent',
    'requested_by_customer',
  ])
  assertAllowed('cancel', intent)
  return moveIntent(
    context,
    intent,
    {
      status: 'canceled',
      canceled_at: context.box.clock.seconds(),
      cancellation_reason: reason ?? null,
      amount_capturable: 0,
      next_action: null,
    },
    'payment_intent.canceled',
  )
}

/** The intent in the path; a publishable key also needs its client secret. */
function needIntent(context: RequestContext): Stripe.PaymentIntent {
  const id = context.path.id ?? ''
  const intent = context.book.get('payment_intents', id)
  if (!intent) throw noSuch('payment_intent', id, 'intent')
  checkClientSecret(context, intent)
  return intent
}

export function checkClientSecret(
  context: RequestContext,
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
): void {
  if (context.key === 'secret') return
  const secret = text(context.params, 'client_secret')
  if (!secret) throw missingParam('client_secret')
  if (secret !== intent.client_secret)
    throw forbidden(
      'The client_secret provided does not match the client_secret associated with this intent.',
      'intent_invalid_client_secret',
    )
}

function shown(context: RequestContext, intent: Stripe.PaymentIntent): PublicIntent {
  if (context.key === 'secret') return intent
  const { id, object, status } = intent
  const part: Partial<Stripe.PaymentIntent> = Object.fromEntries(
    publicFields.filter((name) => name in intent).map((name) => [name, intent[name]]),
  )
  return { ...part, id, object, status }
}

/** Sets the method named in the request, so that the intent can be confirmed. */
function withMethod(
  context: RequestContext,
  intent: Stripe.PaymentIntent,
  confirming: boolean,
): Stripe.PaymentIntent {
  const named = text(context.params, 'payment_method')
  const return_url = text(context.params, 'return_url')
  if (return_url) putNote(context, intent.id, { return_url })
  if (confirming || !named) return intent
  const method = usePaymentMethod(context, named, 'payment_method')
  checkMethod(context, intent, method)
  return moveIntent(context, intent, {
    payment_method: method.id,
    status: 'requires_confirmation',
    next_action: null,
  })
}

function withLateWishes(context: RequestContext, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const setup_future_usage =
    choice(context.params, 'setup_future_usage', ['off_session', 'on_session']) ?? intent.setup_future_usage
  const receipt_email = changed(context.params, 'receipt_email', intent.receipt_email)
  if (setup_future_usage === intent.setup_future_usage && receipt_email === intent.receipt_email)
    return intent
  return moveIntent(context, intent, { setup_future_usage, receipt_email })
}
