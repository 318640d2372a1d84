import type Stripe from 'stripe'
import { invalid, missingParam, noSuch } from '../errors.ts'
import { hash, integer, metadata, needText, text } from '../params.ts'
import { saveCard } from '../rails/card.ts'
import { checkExpiry } from '../rails/card-number.ts'
import type { Ask, Route } from '../sandbox.ts'
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
    handle: (ask) => createPaymentMethod(ask, ask.params),
  },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    params: [...listParams, 'customer', 'type', 'allow_redisplay'],
    handle: (ask) => ofCustomer(ask, text(ask.params, 'customer') ?? ''),
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    params: ['expand'],
    handle: (ask) => needPaymentMethod(ask, ask.path.id ?? ''),
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
    handle(ask) {
      const method = usePaymentMethod(ask, ask.path.id ?? '')
      if (ask.book.get('instruments', method.id)?.spent) throw spentError()
      const customer = needCustomer(ask, needText(ask.params, 'customer'), 'customer').id
      if (method.customer && method.customer !== customer)
        throw invalid('The payment method you provided has already been attached to a customer.', 'customer')
      if (method.type === 'klarna')
        throw invalid(
          'This type of payment method cannot be saved.',
          undefined,
          'payment_method_invalid_parameter',
        )
      saveCard(ask, method)
      return attach(ask, method, customer)
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    params: ['expand'],
    handle(ask) {
      const method = needPaymentMethod(ask, ask.path.id ?? '')
      if (!method.customer)
        throw invalid(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
        )
      spend(ask, method.id)
      const mandate = ask.book.get('instruments', method.id)?.mandate
      if (mandate) endMandate(ask, mandate)
      const detached = ask.book.put('payment_methods', { ...method, customer: null })
      emit(ask, 'payment_method.detached', detached, { previous: { customer: method.customer } })
      return detached
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:customer/payment_methods',
    params: [...listParams, 'type', 'allow_redisplay'],
    handle: (ask) => ofCustomer(ask, needCustomer(ask, ask.path.customer ?? '').id),
  },
  {
    method: 'GET',
    path: '/v1/customers/:customer/payment_methods/:id',
    params: ['expand'],
    handle(ask) {
      const customer = needCustomer(ask, ask.path.customer ?? '')
      const method = needPaymentMethod(ask, ask.path.id ?? '')
      if (method.customer !== customer.id) throw noSuch('payment_method', method.id, 'customer')
      return method
    },
  },
]

function updatePaymentMethod(ask: Ask): Stripe.PaymentMethod {
  const before = needPaymentMethod(ask, ask.path.id ?? '')
  const after = {
    ...before,
    billing_details: billingDetails(ask.params, before.billing_details),
    metadata: metadata(ask.params, before.metadata ?? {}),
  }
  if (hash(ask.params, 'card') && before.card) {
    const exp_month = integer(ask.params, 'card[exp_month]') ?? before.card.exp_month
    const exp_year = integer(ask.params, 'card[exp_year]') ?? before.card.exp_year
    checkExpiry(exp_month, exp_year, new Date(ask.box.clock.now()))
    after.card = { ...before.card, exp_month, exp_year }
  }
  ask.book.put('payment_methods', after)
  emit(ask, 'payment_method.updated', after)
  return after
}

/** Stripe lists the methods of a customer only; without one the list is empty. */
function ofCustomer(ask: Ask, customer: string): Stripe.ApiList<Stripe.PaymentMethod> {
  if (ask.params.customer === '') throw missingParam('customer')
  return page(ask, 'payment_methods', {
    where: ['customer', customer],
    equal: ['type'],
    fits: (method) => method.customer !== null,
  })
}
