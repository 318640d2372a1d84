import type Stripe from 'stripe'
import { invalid, missingParam } from '../errors.ts'
import {
  changed,
  choice,
  flag,
  hash,
  integer,
  metadata,
  needText,
  type Params,
  text,
  texts,
} from '../params.ts'
import type { RequestContext } from '../sandbox.ts'
import { needAccountWithTransfers } from './accounts/accounts.ts'
import { needCustomer } from './customers.ts'
import { paymentMethodTypes } from './payment-method-record.ts'

/** Parameters of both create and update. */
export function editedFields(
  context: RequestContext,
  before: Stripe.PaymentIntent | undefined,
  currency: string,
) {
  const { params } = context
  const amount = before && params.amount === undefined ? before.amount : needAmount(params)
  const fee = integer(params, 'application_fee_amount') ?? before?.application_fee_amount ?? null
  const transfer_data = transferData(context, before)
  if (fee !== null && (fee < 0 || fee > amount))
    throw invalid(
      'Application fee must be between 0 and the amount of the payment.',
      'application_fee_amount',
    )
  if (fee !== null && !transfer_data && context.book.account === context.platform)
    throw invalid(
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
      'application_fee_amount',
    )
  const customer = changed(params, 'customer', (before?.customer as string | null | undefined) ?? null)
  const future = choice(params, 'setup_future_usage', ['off_session', 'on_session'])
  const receipt_email = changed(params, 'receipt_email', before?.receipt_email ?? null)
  if (receipt_email && !/^[^\s@]+@[^\s@]+$/.test(receipt_email))
    throw invalid(`Invalid email address: ${receipt_email}`, 'receipt_email', 'email_invalid')
  return {
    amount,
    application_fee_amount: fee,
    currency,
    customer: customer && needCustomer(context, customer, 'customer').id,
    description: changed(params, 'description', before?.description ?? null),
    metadata: metadata(params, before?.metadata),
    receipt_email,
    setup_future_usage:
      params.setup_future_usage === '' ? null : (future ?? before?.setup_future_usage ?? null),
    statement_descriptor: changed(params, 'statement_descriptor', before?.statement_descriptor ?? null),
    statement_descriptor_suffix: changed(
      params,
      'statement_descriptor_suffix',
      before?.statement_descriptor_suffix ?? null,
    ),
    transfer_data,
    transfer_group: changed(params, 'transfer_group', before?.transfer_group ?? null),
  }
}

function transferData(
  context: RequestContext,
  before: Stripe.PaymentIntent | undefined,
): Stripe.PaymentIntent.TransferData | null {
  if (!hash(context.params, 'transfer_data')) return before?.transfer_data ?? null
  const destination =
    (before?.transfer_data?.destination as string | undefined) ??
    needText(context.params, 'transfer_data[destination]')
  needAccountWithTransfers(context, destination, 'transfer_data[destination]')
  const amount = integer(context.params, 'transfer_data[amount]')
  return { destination, ...(amount !== undefined && { amount }) }
}

export function connectedAccount(context: RequestContext, param: string): string | null {
  const id = text(context.params, param)
  return id ? needAccountWithTransfers(context, id, param).id : null
}

/** Stripe's limits: 50 cents to eight digits. */
function needAmount(params: Params): number {
  const amount = integer(params, 'amount')
  if (amount === undefined) throw missingParam('amount')
  if (amount < 1)
    throw invalid('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer')
  if (amount < 50) throw invalid('Amount must be at least €0.50 eur', 'amount', 'amount_too_small')
  if (amount > 99_999_999)
    throw invalid('Amount must be no more than €999,999.99', 'amount', 'amount_too_large')
  return amount
}

const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

export function needCurrency(params: Params): string {
  const currency = needText(params, 'currency').toLowerCase()
  if (!currencies.has(currency)) throw invalid(`Invalid currency: ${currency}.`, 'currency')
  return currency
}

export function automaticMethods(params: Params): Stripe.PaymentIntent.AutomaticPaymentMethods {
  const allow_redirects =
    choice(params, 'automatic_payment_methods[allow_redirects]', ['always', 'never']) ?? 'always'
  return { allow_redirects, enabled: flag(params, 'automatic_payment_methods[enabled]') ?? true }
}

export function allowedTypes(params: Params): string[] | undefined {
  const allowed = texts(params, 'allowed_payment_method_types')
  if (allowed === undefined) return undefined
  for (const type of allowed)
    if (!(paymentMethodTypes as readonly string[]).includes(type))
      throw invalid(
        `This sandbox knows payment methods of type ${paymentMethodTypes.join(', ')}; not '${type}'.`,
        'allowed_payment_method_types',
      )
  return allowed
}

/** The allowed types that are possible: bank debits and Klarna are in euro, and debits cannot be captured later. */
export function compatibleTypes(
  allowed: readonly string[] | null | undefined,
  currency: string,
  capture: string,
): string[] {
  return (allowed ?? paymentMethodTypes).filter(
    (type) => type === 'card' || (currency === 'eur' && !(type === 'sepa_debit' && capture === 'manual')),
  )
}

export function methodOptions(intent: Stripe.PaymentIntent): Stripe.PaymentIntent.PaymentMethodOptions {
  const options: Record<string, object> = {
    card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    klarna: { preferred_locale: null },
    sepa_debit: {},
  }
  return Object.fromEntries(
    intent.payment_method_types.map((type) => [type, options[type]]),
  ) as Stripe.PaymentIntent.PaymentMethodOptions
}
