import type Stripe from 'stripe'
import { invalid, missingParam, noSuch } from '../errors.ts'
import { hash, integer, metadata, needText, text } from '../params.ts'
import { saveCard } from '../rails/card.ts'
import { checkExpiry } from '../rails/card-number.ts'
import type { RequestContext, Route } from '../sandbox.ts'
import { listParams, page } from '../store/list.ts'
import { needCustomer } from './customers.ts'
import { emit } from './events.ts'
import { endMandate } from './mandates.ts'
import {
  attach,
  billingDetails,
  createPaymentMethod,
  needPaymentMethod,
  spend,
  spentError,
  usePaymentMethod,
} from './payment-method-record.ts'

const dataParams = [
  'type',
  'card',
  'sepa_debit',
  'klarna',
  'billing_details',
  'metadata',
  'allow_redisplay',
  'radar_options',
]
/** Parameters that stripe.js adds to its own calls. */
export const browserParams = [
  'key',
  'client_secret',
  'payment_user_agent',
  'guid',
  'muid',
  'sid',
  'pasted_fields',
  'time_on_page',
  'referrer',
  'client_attribution_metadata',
  '_stripe_account',
  '_stripe_version',
]

export const paymentMethodRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    publishable: true,
    params: [...dataParams, ...browserParams, 'expand'],
    handle: (context) => createPaymentMethod(context, context.params),
  },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    params: [...listParams, 'customer', 'type', 'allow_redisplay'],
    handle: (context) => ofCustomer(context, text(context.params, 'customer') ?? ''),
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    params: ['expand'],
    handle: (context) => needPaymentMethod(context, context.path.id ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id',
    params: ['billing_details', 'metadata', 'card', 'allow_redisplay', 'expand'],
    handle: updatePaymentMethod,
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    params: ['customer', 'expand'],
    handle(context) {
      const method = usePaymentMethod(context, context.path.id ?? '')
      if (context.book.get('instruments', method.id)?.spent) throw spentError()
      const customer = needCustomer(context, needText(context.params, 'customer'), 'customer').id
      if (method.customer && method.customer !== customer)
        throw invalid('The payment method you provided has already been attached to a customer.', 'customer')
      if (method.type === 'klarna')
        throw invalid(
          'This type of payment method cannot be saved.',
          undefined,
          'payment_method_invalid_parameter',
        )
      saveCard(context, method)
      return attach(context, method, customer)
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    params: ['expand'],
    handle(context) {
      const method = needPaymentMethod(context, context.path.id ?? '')
      if (!method.customer)
        throw invalid(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
        )
      spend(context, method.id)
      const mandate = context.book.get('instruments', method.id)?.mandate
      if (mandate) endMandate(context, mandate)
      const detached = context.book.put('payment_methods', { ...method, customer: null })
      emit(context, 'payment_method.detached', detached, { previous: { customer: method.customer } })
      return detached
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:customer/payment_methods',
    params: [...listParams, 'type', 'allow_redisplay'],
    handle: (context) => ofCustomer(context, needCustomer(context, context.path.customer ?? '').id),
  },
  {
    method: 'GET',
    path: '/v1/customers/:customer/payment_methods/:id',
    params: ['expand'],
    handle(context) {
      const customer = needCustomer(context, context.path.customer ?? '')
      const method = needPaymentMethod(context, context.path.id ?? '')
      if (method.customer !== customer.id) throw noSuch('payment_method', method.id, 'customer')
      return method
    },
  },
]

function updatePaymentMethod(context: RequestContext): Stripe.PaymentMethod {
  const before = needPaymentMethod(context, context.path.id ?? '')
  const after = {
    ...before,
    billing_details: billingDetails(context.params, before.billing_details),
    metadata: metadata(context.params, before.metadata ?? {}),
  }
  if (hash(context.params, 'card') && before.card) {
    const exp_month = integer(context.params, 'card[exp_month]') ?? before.card.exp_month
    const exp_year = integer(context.params, 'card[exp_year]') ?? before.card.exp_year
    checkExpiry(exp_month, exp_year, new Date(context.box.clock.now()))
    after.card = { ...before.card, exp_month, exp_year }
  }
  context.book.put('payment_methods', after)
  emit(context, 'payment_method.updated', after)
  return after
}

/** Stripe lists the methods of a customer only; without one the list is empty. */
function ofCustomer(context: RequestContext, customer: string): Stripe.ApiList<Stripe.PaymentMethod> {
  if (context.params.customer === '') throw missingParam('customer')
  return page(context, 'payment_methods', {
    where: ['customer', customer],
    equal: ['type'],
    fits: (method) => method.customer !== null,
  })
}
