import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { invalid, noSuch } from '../errors.ts'
import { newId, randomText } from '../ids.ts'
import { changed, choice, metadata, needText, type Params } from '../params.ts'
import { namedCard, readCard } from '../rails/card-number.ts'
import { normalIban, readIban } from '../rails/iban.ts'
import type { TestCard } from '../rails/test-cards.ts'
import { testIbans } from '../rails/test-ibans.ts'
import type { Act } from '../sandbox.ts'
import { emit } from './events.ts'

export const paymentMethodTypes = ['card', 'sepa_debit', 'klarna'] as const
export type PaymentMethodType = (typeof paymentMethodTypes)[number]

/** Creates a payment method from `type` and its data (the request's own fields, or `payment_method_data`). */
export function createPaymentMethod(act: Act, data: Params): Stripe.PaymentMethod {
  const type = needType(data)
  const { details, behaviour } = readers[type](act, data)
  const method = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: choice(data, 'allow_redisplay', ['always', 'limited', 'unspecified']) ?? 'unspecified',
    billing_details: billingDetails(data),
    created: act.box.clock.seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: metadata(data),
    type,
    [type]: details,
  } as Stripe.PaymentMethod
  act.book.put('instruments', { id: method.id, behaviour, set_up: false, spent: false, mandate: null })
  return act.book.put('payment_methods', method)
}

/** The method with this id; for a test name such as `pm_card_visa`, a new one each time, as Stripe does. */
export function usePaymentMethod(act: Act, id: string, param = 'id'): Stripe.PaymentMethod {
  const named = namedCard(id)
  if (!named) return needPaymentMethod(act, id, param)
  const year = new Date(act.box.clock.now()).getUTCFullYear() + 1
  const method: Stripe.PaymentMethod = {
    ...createPaymentMethod(act, {
      type: 'card',
      card: { number: named.number, exp_month: '12', exp_year: String(year), cvc: '123' },
    }),
  }
  return method
}

export function needPaymentMethod(act: Act, id: string, param = 'id'): Stripe.PaymentMethod {
  const method = act.book.get('payment_methods', id)
  if (!method) throw noSuch('PaymentMethod', id, param, param === 'id' ? 404 : 400)
  return method
}

export function attach(act: Act, method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
  if (method.customer === customer) return method
  const attached = act.book.put('payment_methods', { ...method, customer })
  emit(act, 'payment_method.attached', attached)
  return attached
}

/** This method may not be used again. */
export function spend(act: Act, id: string): void {
  const instrument = act.book.get('instruments', id)
  if (instrument) act.book.put('instruments', { ...instrument, spent: true })
}

export function spentError() {
  return invalid(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    'payment_method',
  )
}

type Reader = (act: Act, data: Params) => { details: object; behaviour: string }

const readers: Record<PaymentMethodType, Reader> = {
  card(act, data) {
    const { card, exp_month, exp_year, cvc_given } = readCard(data, 'card', new Date(act.box.clock.now()))
    return { details: cardDetails(act, card, exp_month, exp_year, cvc_given), behaviour: card.behaviour }
  },
  sepa_debit(act, data) {
    const iban = normalIban(needText(data, 'sepa_debit[iban]'))
    const parts = readIban(iban)
    if (!parts)
      throw invalid('The IBAN you entered is invalid.', 'sepa_debit[iban]', 'invalid_bank_account_iban')
    const behaviour = testIbans.find((test) => test.iban === iban)?.behaviour ?? 'succeeds'
    return { details: { ...parts, fingerprint: fingerprint(act, iban), generated_from: null }, behaviour }
  },
  klarna: () => ({ details: {}, behaviour: 'asks' }),
}

function cardDetails(
  act: Act,
  card: TestCard,
  exp_month: number,
  exp_year: number,
  cvcGiven: boolean,
): Stripe.PaymentMethod.Card {
  return {
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: cvcGiven ? 'unchecked' : null,
    },
    country: card.country,
    display_brand: card.brand === 'amex' ? 'american_express' : card.brand,
    exp_month,
    exp_year,
    fingerprint: fingerprint(act, card.number),
    funding: card.funding,
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: card.brand !== 'amex' },
    wallet: null,
  }
}

/** The same number has the same fingerprint in one account; it cannot be reversed. */
function fingerprint(act: Act, number: string): string {
  const salt =
    act.book.get('settings', 'fingerprint_salt') ??
    act.book.put('settings', { id: 'fingerprint_salt', value: randomText(32) })
  return createHmac('sha256', String(salt.value))
    .update(number)
    .digest('base64url')
    .replaceAll(/[-_]/g, '0')
    .slice(0, 16)
}

function needType(data: Params): PaymentMethodType {
  const type = needText(data, 'type')
  if (!paymentMethodTypes.includes(type as PaymentMethodType))
    throw invalid(
      `This sandbox knows payment methods of type ${paymentMethodTypes.join(', ')}; not '${type}'.`,
      'type',
    )
  return type as PaymentMethodType
}

export function billingDetails(
  data: Params,
  before?: Stripe.PaymentMethod.BillingDetails,
): Stripe.PaymentMethod.BillingDetails {
  const field = (name: string, old: string | null | undefined) =>
    changed(data, `billing_details[${name}]`, old ?? null)
  const address = before?.address
  const email = field('email', before?.email)
  if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw invalid(`Invalid email address: ${email}`, 'billing_details[email]', 'email_invalid')
  return {
    address: {
      city: field('address][city', address?.city),
      country: field('address][country', address?.country),
      line1: field('address][line1', address?.line1),
      line2: field('address][line2', address?.line2),
      postal_code: field('address][postal_code', address?.postal_code),
      state: field('address][state', address?.state),
    },
    email,
    name: field('name', before?.name),
    phone: field('phone', before?.phone),
    tax_id: field('tax_id', before?.tax_id),
  } as Stripe.PaymentMethod.BillingDetails
}
