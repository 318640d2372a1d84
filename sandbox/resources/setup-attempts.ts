import type Stripe from 'stripe'
import { newId } from '../ids.ts'
import { needText } from '../params.ts'
import type { Act, Route } from '../sandbox.ts'
import { listParams, page } from '../store/list.ts'

export const setupAttemptRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/setup_attempts',
    params: [...listParams, 'created', 'setup_intent'],
    handle: (context) =>
      page(context, 'setup_attempts', { where: ['setup_intent', needText(context.params, 'setup_intent')] }),
  },
]

/** Records an attempt to save a method, or the result of one that waited for the payer; returns its id. */
export function noteAttempt(
  act: Act,
  setup: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  status: 'failed' | 'requires_action' | 'succeeded',
  error: Stripe.SetupIntent.LastSetupError | null = null,
): string {
  const latest = act.book.get('setup_attempts', (setup.latest_attempt as string | null) ?? '')
  const waiting = latest?.status === 'requires_action' ? latest : undefined
  const { payment_method: _, ...setup_error } = error ?? {}
  return act.book.put('setup_attempts', {
    id: waiting?.id ?? newId('setatt'),
    object: 'setup_attempt',
    application: null,
    created: waiting?.created ?? act.box.clock.seconds(),
    customer: setup.customer,
    customer_account: null,
    flow_directions: null,
    livemode: false,
    on_behalf_of: null,
    payment_method: method.id,
    payment_method_details: detailsOf(method, Boolean(waiting), status),
    setup_error: error && (setup_error as Stripe.SetupAttempt.SetupError),
    setup_intent: setup.id,
    status,
    usage: setup.usage,
  }).id
}

function detailsOf(
  method: Stripe.PaymentMethod,
  challenged: boolean,
  status: string,
): Stripe.SetupAttempt.PaymentMethodDetails {
  if (method.type !== 'card' || !method.card) return { type: method.type, [method.type]: {} }
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = method.card
  const three_d_secure: Stripe.SetupAttempt.PaymentMethodDetails.Card.ThreeDSecure = {
    authentication_flow: 'challenge',
    electronic_commerce_indicator: status === 'succeeded' ? '05' : null,
    result: status === 'succeeded' ? 'authenticated' : 'failed',
    result_reason: status === 'succeeded' ? null : 'rejected',
    transaction_id: null,
    version: '2.2.0',
  }
  return {
    type: 'card',
    card: {
      brand,
      checks: checks as Stripe.SetupAttempt.PaymentMethodDetails.Card.Checks | null,
      country,
      exp_month,
      exp_year,
      fingerprint,
      funding,
      last4,
      network: brand,
      three_d_secure: challenged ? three_d_secure : null,
      wallet: null,
    },
  }
}
