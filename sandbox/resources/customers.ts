import type Stripe from 'stripe'
import { noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import { changed, hash, metadata, type Params, text, texts } from '../params.ts'
import type { Act, RequestContext, Route } from '../sandbox.ts'
import { listParams, page } from '../store/list.ts'
import { emit } from './events.ts'
import { attach, usePaymentMethod } from './payment-method-record.ts'

const fields = [
  'name',
  'email',
  'phone',
  'description',
  'address',
  'preferred_locales',
  'invoice_settings',
  'metadata',
  'expand',
]

export const customerRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    params: [...fields, 'payment_method'],
    handle(context) {
      const id = newId('cus')
      const customer: Stripe.Customer = {
        id,
        object: 'customer',
        ...editable(context.params),
        balance: 0,
        created: context.box.clock.seconds(),
        currency: null,
        default_source: null,
        delinquent: false,
        discount: null,
        invoice_prefix: id.slice(-8).toUpperCase(),
        livemode: false,
        shipping: null,
        tax_exempt: 'none',
        test_clock: null,
      }
      context.book.put('customers', customer)
      emit(context, 'customer.created', customer)
      const method = text(context.params, 'payment_method')
      if (method) attach(context, usePaymentMethod(context, method, 'payment_method'), id)
      return customer
    },
  },
  {
    method: 'GET',
    path: '/v1/customers',
    params: [...listParams, 'email', 'created'],
    handle: (context) => page(context, 'customers', { fits: fitsEmail(context) }),
  },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    params: ['expand'],
    handle(context) {
      const customer = context.book.get('customers', context.path.id ?? '')
      if (!customer) throw noSuch('customer', context.path.id ?? '')
      return customer
    },
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    params: fields,
    handle(context) {
      const before = needCustomer(context, context.path.id ?? '')
      const after = context.book.put('customers', { ...before, ...editable(context.params, before) })
      emit(context, 'customer.updated', after)
      return after
    },
  },
  {
    method: 'DELETE',
    path: '/v1/customers/:id',
    params: [],
    handle: deleteCustomer,
  },
]

/** A customer that exists; a deleted one can only be read. */
export function needCustomer(act: Act, id: string, param = 'id'): Stripe.Customer {
  const customer = act.book.get('customers', id)
  if (!customer || customer.deleted) throw noSuch('customer', id, param, param === 'id' ? 404 : 400)
  return customer
}

/** Customers that are not deleted; of one e-mail address, if given. */
function fitsEmail(context: RequestContext): (customer: Stripe.Customer | Stripe.DeletedCustomer) => boolean {
  const email = text(context.params, 'email')
  return (customer) => !customer.deleted && (email === undefined || customer.email === email)
}

function editable(params: Params, before?: Stripe.Customer) {
  const method = text(params, 'invoice_settings[default_payment_method]')
  return {
    address: hash(params, 'address') ? addressOf(params) : (before?.address ?? null),
    description: changed(params, 'description', before?.description ?? null),
    email: changed(params, 'email', before?.email ?? null),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: method ?? before?.invoice_settings.default_payment_method ?? null,
      footer: null,
      rendering_options: null,
    },
    metadata: metadata(params, before?.metadata),
    name: changed(params, 'name', before?.name ?? null),
    phone: changed(params, 'phone', before?.phone ?? null),
    preferred_locales: texts(params, 'preferred_locales') ?? before?.preferred_locales ?? [],
  }
}

function addressOf(params: Params): Stripe.Address {
  const field = (name: string) => text(params, `address[${name}]`) || null
  return {
    city: field('city'),
    country: field('country'),
    line1: field('line1'),
    line2: field('line2'),
    postal_code: field('postal_code'),
    state: field('state'),
  }
}

function deleteCustomer(context: RequestContext): Stripe.DeletedCustomer {
  const customer = needCustomer(context, context.path.id ?? '')
  const deleted = context.book.put('customers', {
    id: customer.id,
    object: 'customer',
    deleted: true,
  } satisfies Stripe.DeletedCustomer)
  emit(context, 'customer.deleted', customer)
  return deleted
}
