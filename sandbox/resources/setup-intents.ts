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
import type { Act, Ask, Route } from '../sandbox.ts'
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
    handle: (ask) => page(ask, 'setup_intents', { equal: ['customer', 'payment_method'] }),
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
    handle(ask) {
      const before = needSetup(ask)
      assertAllowed('update', before)
      const method = text(ask.params, 'payment_method')
      const customer = changed(ask.params, 'customer', before.customer as string | null)
      return moveSetup(ask, before, {
        customer: customer && needCustomer(ask, customer, 'customer').id,
        description: changed(ask.params, 'description', before.description),
        metadata: metadata(ask.params, before.metadata ?? {}),
        ...(method && {
          payment_method: usePaymentMethod(ask, method, 'payment_method').id,
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
    handle: (ask) => confirmSetup(ask, needSetup(ask)),
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    params: ['cancellation_reason', 'expand'],
    handle(ask) {
      const before = needSetup(ask)
      assertAllowed('cancel', before)
      const cancellation_reason =
        choice(ask.params, 'cancellation_reason', ['abandoned', 'duplicate', 'requested_by_customer']) ?? null
      return moveSetup(
        ask,
        before,
        { status: 'canceled', cancellation_reason, next_action: null },
        'setup_intent.canceled',
      )
    },
  },
]

function createSetup(ask: Ask): Stripe.SetupIntent {
  const { params } = ask
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
    created: ask.box.clock.seconds(),
    customer: customer ? needCustomer(ask, customer, 'customer').id : null,
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
    payment_method: method ? usePaymentMethod(ask, method, 'payment_method').id : null,
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
  ask.book.put('setup_intents', setup)
  emit(ask, 'setup_intent.created', setup)
  return flag(params, 'confirm') ? confirmSetup(ask, setup) : setup
}

function confirmSetup(ask: Ask, setup: Stripe.SetupIntent): Stripe.SetupIntent {
  assertAllowed('confirm', setup)
  const method = methodFor(ask, setup)
  if (!method)
    throw invalid(
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      undefined,
      'setup_intent_unexpected_state',
    )
  checkMethod(ask, setup, method)
  const return_url = text(ask.params, 'return_url') || noteOf(ask, setup.id).return_url
  putNote(ask, setup.id, { return_url })

  if (method.type === 'sepa_debit') {
    if (!method.billing_details.name) throw missingParam('billing_details[name]')
    if (!method.billing_details.email) throw missingParam('billing_details[email]')
    return setupSucceeded(ask, setup, method, needMandate(ask, method, { keep: true }).id)
  }
  if (mustChallenge(ask, method, false)) {
    const next_action = startRedirect(ask, setup, 'card', return_url) as Stripe.SetupIntent.NextAction
    return moveSetup(
      ask,
      setup,
      {
        status: 'requires_action',
        next_action,
        payment_method: method.id,
        latest_attempt: noteAttempt(ask, setup, method, 'requires_action'),
      },
      'setup_intent.requires_action',
    )
  }
  const name = saveOutcomeName(ask, method)
  if (!name) return setupSucceeded(ask, setup, method)
  const failed = setupFailed(ask, setup, method, { type: 'card_error', ...declines[name] })
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

function needSetup(ask: Ask): Stripe.SetupIntent {
  const id = ask.path.id ?? ''
  const setup = ask.book.get('setup_intents', id)
  if (!setup) throw noSuch('setupintent', id, 'intent')
  checkClientSecret(ask, setup)
  return setup
}
