import type Stripe from 'stripe'
import { ApiError, invalid, missingParam, noSuch } from '../errors.ts'
import { newClientSecret, newId } from '../ids.ts'
import { changed, choice, flag, metadata, text, texts } from '../params.ts'
import { checkMethod, methodFor } from '../payments/confirm-payment.ts'
import { type Failure, keepOrSpend } from '../payments/payment-outcomes.ts'
import { noteOf, putNote, startRedirect } from '../payments/redirects.ts'
import { assertAllowed, assertMove } from '../payments/transitions.ts'
import {
  authenticationFailure,
  mustChallenge,
  rememberAuthentication,
  saveOutcomeName,
} from '../rails/card.ts'
import { declines } from '../rails/test-cards.ts'
import type { Act, RequestContext, Route } from '../sandbox.ts'
import { listParams, page } from '../store/list.ts'
import { needCustomer } from './customers.ts'
import { emit } from './events.ts'
import { needMandate } from './mandates.ts'
import { checkClientSecret } from './payment-intents.ts'
import { usePaymentMethod } from './payment-method-record.ts'
import { browserParams } from './payment-methods.ts'
import { noteAttempt } from './setup-attempts.ts'

const savable = ['card', 'sepa_debit']
const confirmParams = [
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'mandate_data',
  'return_url',
  'use_stripe_sdk',
  'expand',
]
const editParams = [
  'allowed_payment_method_types',
  'customer',
  'description',
  'metadata',
  'payment_method',
  'expand',
]

export const setupIntentRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/setup_intents',
    params: [
      ...editParams,
      ...confirmParams,
      'automatic_payment_methods',
      'confirm',
      'usage',
      'on_behalf_of',
      'single_use',
    ],
    handle: createSetup,
  },
  {
    method: 'GET',
    path: '/v1/setup_intents',
    params: [...listParams, 'created', 'customer', 'payment_method'],
    handle: (context) => page(context, 'setup_intents', { equal: ['customer', 'payment_method'] }),
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    publishable: true,
    params: ['expand', ...browserParams],
    handle: needSetup,
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id',
    params: editParams,
    handle(context) {
      const before = needSetup(context)
      assertAllowed('update', before)
      const method = text(context.params, 'payment_method')
      const customer = changed(context.params, 'customer', before.customer as string | null)
      return moveSetup(context, before, {
        customer: customer && needCustomer(context, customer, 'customer').id,
        description: changed(context.params, 'description', before.description),
        metadata: metadata(context.params, before.metadata ?? {}),
        ...(method && {
          payment_method: usePaymentMethod(context, method, 'payment_method').id,
          status: 'requires_confirmation',
        }),
      })
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    publishable: true,
    params: [...confirmParams, ...browserParams, 'expected_payment_method_type'],
    handle: (context) => confirmSetup(context, needSetup(context)),
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    params: ['cancellation_reason', 'expand'],
    handle(context) {
      const before = needSetup(context)
      assertAllowed('cancel', before)
      const cancellation_reason =
        choice(context.params, 'cancellation_reason', ['abandoned', 'duplicate', 'requested_by_customer']) ??
        null
      return moveSetup(
        context,
        before,
        { status: 'canceled', cancellation_reason, next_action: null },
        'setup_intent.canceled',
      )
    },
  },
]

function createSetup(context: RequestContext): Stripe.SetupIntent {
  const { params } = context
  const id = newId('seti')
  const allowed = texts(params, 'allowed_payment_method_types') ?? null
  const customer = text(params, 'customer')
  const method = flag(params, 'confirm') ? undefined : text(params, 'payment_method')
  const setup: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: allowed,
    application: null,
    automatic_payment_methods: allowed ? null : { allow_redirects: 'always', enabled: true },
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: context.box.clock.seconds(),
    customer: customer ? needCustomer(context, customer, 'customer').id : null,
    customer_account: null,
    description: changed(params, 'description', null),
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: metadata(params),
    next_action: null,
    on_behalf_of: null,
    payment_method: method ? usePaymentMethod(context, method, 'payment_method').id : null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: (allowed ?? savable).filter((type) => savable.includes(type)),
    single_use_mandate: null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    usage: choice(params, 'usage', ['off_session', 'on_session']) ?? 'off_session',
  }
  if (setup.payment_method_types.length === 0)
    throw invalid(
      `This sandbox saves payment methods of type ${savable.join(', ')}.`,
      'allowed_payment_method_types',
    )
  context.book.put('setup_intents', setup)
  emit(context, 'setup_intent.created', setup)
  return flag(params, 'confirm') ? confirmSetup(context, setup) : setup
}

function confirmSetup(context: RequestContext, setup: Stripe.SetupIntent): Stripe.SetupIntent {
  assertAllowed('confirm', setup)
  const method = methodFor(context, setup)
  if (!method)
    throw invalid(
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      undefined,
      'setup_intent_unexpected_state',
    )
  checkMethod(context, setup, method)
  const return_url = text(context.params, 'return_url') || noteOf(context, setup.id).return_url
  putNote(context, setup.id, { return_url })

  if (method.type === 'sepa_debit') {
    if (!method.billing_details.name) throw missingParam('billing_details[name]')
    if (!method.billing_details.email) throw missingParam('billing_details[email]')
    return setupSucceeded(context, setup, method, needMandate(context, method, { keep: true }).id)
  }
  if (mustChallenge(context, method, false)) {
    const next_action = startRedirect(context, setup, 'card', return_url) as Stripe.SetupIntent.NextAction
    return moveSetup(
      context,
      setup,
      {
        status: 'requires_action',
        next_action,
        payment_method: method.id,
        latest_attempt: noteAttempt(context, setup, method, 'requires_action'),
      },
      'setup_intent.requires_action',
    )
  }
  const name = saveOutcomeName(context, method)
  if (!name) return setupSucceeded(context, setup, method)
  const failed = setupFailed(context, setup, method, { type: 'card_error', ...declines[name] })
  throw new ApiError(402, {
    type: 'card_error',
    ...declines[name],
    setup_intent: failed,
    payment_method: method,
  })
}

/** The payer passed 3-D Secure on our page. */
export function setupApproved(
  act: Act,
  setup: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
): Stripe.SetupIntent {
  rememberAuthentication(act, method)
  return setupSucceeded(act, setup, method)
}

/** The payer refused on our page. */
export function setupRefused(
  act: Act,
  setup: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
): Stripe.SetupIntent {
  return setupFailed(act, setup, method, authenticationFailure('setup_intent'))
}

function setupSucceeded(
  act: Act,
  setup: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  mandate: string | null = null,
): Stripe.SetupIntent {
  keepOrSpend(act, setup, method)
  return moveSetup(
    act,
    setup,
    {
      status: 'succeeded',
      payment_method: method.id,
      mandate,
      next_action: null,
      last_setup_error: null,
      latest_attempt: noteAttempt(act, setup, method, 'succeeded'),
    },
    'setup_intent.succeeded',
  )
}

function setupFailed(
  act: Act,
  setup: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  failure: Failure,
): Stripe.SetupIntent {
  const last_setup_error = { ...failure, payment_method: method } as Stripe.SetupIntent.LastSetupError
  return moveSetup(
    act,
    setup,
    {
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_setup_error,
      latest_attempt: noteAttempt(act, setup, method, 'failed', last_setup_error),
    },
    'setup_intent.setup_failed',
  )
}

function moveSetup(
  act: Act,
  setup: Stripe.SetupIntent,
  change: Partial<Stripe.SetupIntent>,
  event?: Stripe.Event.Type,
): Stripe.SetupIntent {
  if (change.status && change.status !== setup.status) assertMove('setup_intent', setup.status, change.status)
  const moved = act.book.put('setup_intents', { ...setup, ...change })
  if (event) emit(act, event, moved)
  return moved
}

function needSetup(context: RequestContext): Stripe.SetupIntent {
  const id = context.path.id ?? ''
  const setup = context.book.get('setup_intents', id)
  if (!setup) throw noSuch('setupintent', id, 'intent')
  checkClientSecret(context, setup)
  return setup
}
