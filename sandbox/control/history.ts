import type Stripe from 'stripe'
import { invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import { type DeclineName, declines } from '../rails/test-cards.ts'
import { needAccountWithTransfers } from '../resources/accounts/accounts.ts'
import { blankIntent } from '../resources/blank-intent.ts'
import { type ChargedMethod, captureCharge, createCharge } from '../resources/charges.ts'
import { needCustomer } from '../resources/customers.ts'
import { decideDispute, openDispute } from '../resources/disputes.ts'
import { needPaymentMethod } from '../resources/payment-method-record.ts'
import { writeRefund } from '../resources/refunds.ts'
import type { Act } from '../sandbox.ts'
import { type PastPayment, readHistory } from './past-payment.ts'
import { settlePast } from './past-payouts.ts'

/** The result of one call. */
export interface HistoryWritten {
  written: number
  /** payments that the book had already */
  skipped: number
  /** automatic payouts that followed on the past days */
  payouts: number
}

/**
 * Writes past payments into the book: intents, charges, balance lines, refunds, disputes and the resulting payouts,
 * each with its own date, without events. All or nothing: throws 400 naming the field before anything is written.
 * Existing payment intents are skipped, so the same call may be repeated.
 */
export function writeHistory(act: Act, body: Record<string, unknown>): HistoryWritten {
  const payments = readHistory(body, act.box.clock.seconds())
  for (const [place, payment] of payments.entries()) checkNames(act, payment, `payments[${place}]`)
  const fresh = payments.filter((payment) => !isThere(act, payment))
  const destinations = new Set<string>()
  for (const payment of fresh.sort((a, b) => a.created - b.created)) {
    writePayment(act, payment)
    if (payment.transfer_destination) destinations.add(payment.transfer_destination)
  }
  let payouts = fresh.length > 0 ? settlePast(act) : 0
  for (const account of destinations) payouts += settlePast({ ...act, book: act.box.store.book(account) })
  return { written: fresh.length, skipped: payments.length - fresh.length, payouts }
}

function isThere(act: Act, payment: PastPayment): boolean {
  return act.book.get('payment_intents', payment.payment_intent) !== undefined
}

/** Checks that the referenced objects exist and that the wanted ids are free. */
function checkNames(act: Act, payment: PastPayment, at: string): void {
  const { transfer_destination, customer, method } = payment
  if (transfer_destination) needAccountWithTransfers(act, transfer_destination, `${at}[transfer_destination]`)
  if (customer) needCustomer(act, customer, `${at}[customer]`)
  if (method.payment_method) needPaymentMethod(act, method.payment_method, `${at}[method][payment_method]`)
  if (isThere(act, payment)) return
  const wanted = [
    ['charges', payment.charge, 'charge'],
    ...payment.refunds.map((refund, place) => ['refunds', refund.refund, `refunds][${place}][refund`]),
    ['disputes', payment.dispute?.dispute, 'dispute][dispute'],
  ] as ['charges' | 'refunds' | 'disputes', string | undefined, string][]
  for (const [table, id, field] of wanted)
    if (id && act.book.get(table, id)) throw invalid(`${id} is there already.`, `${at}[${field}]`)
}

/** Runs an act at an earlier second of the sandbox clock, without events. */
function actAt(act: Act, seconds: number): Act {
  const clock = { ...act.box.clock, now: () => seconds * 1000, seconds: () => seconds }
  return { ...act, silent: true, box: { ...act.box, clock } }
}

function writePayment(act: Act, payment: PastPayment): void {
  const then = actAt(act, payment.created)
  const method = methodOf(payment)
  const failed = payment.outcome === 'failed'
  const charge = createCharge(then, {
    id: payment.charge,
    intent: intentOf(payment),
    method,
    status: failed ? 'failed' : 'pending',
    captured: false,
    failure: failed ? failureOf(payment) : undefined,
    authentication: payment.method.three_d_secure && !failed ? 'authenticated' : undefined,
  })
  const intent = { ...intentOf(payment), latest_charge: charge.id }
  if (failed) {
    then.book.put('payment_intents', { ...intent, last_payment_error: errorOf(payment, charge) })
    return
  }
  captureCharge(actAt(act, payment.settled), charge, payment.amount, payment.fee)
  then.book.put('payment_intents', { ...intent, status: 'succeeded', amount_received: payment.amount })
  for (const refund of payment.refunds)
    writeRefund(actAt(act, refund.created), then.book.get('charges', charge.id) ?? charge, refund.amount, {
      id: refund.refund,
      feeBack: 0,
      metadata: refund.metadata,
      reason: refund.reason,
      status: 'succeeded',
      transfer_reversal: null,
    })
  if (payment.dispute) {
    const { dispute, created, reason, status } = payment.dispute
    const opened = openDispute(actAt(act, created), charge.id, reason, dispute ?? newId('dp'))
    if (opened.status === 'needs_response' && status === 'lost')
      decideDispute(actAt(act, created), opened.id, 'lost')
  }
}

function intentOf(payment: PastPayment): Stripe.PaymentIntent {
  return {
    ...blankIntent(payment.payment_intent, payment.created),
    allowed_payment_method_types: [payment.method.type],
    amount: payment.amount,
    application_fee_amount: payment.application_fee_amount,
    currency: payment.currency,
    customer: payment.customer,
    description: payment.description,
    metadata: payment.metadata,
    payment_method: payment.outcome === 'failed' ? null : payment.method.payment_method,
    payment_method_options: { [payment.method.type]: {} },
    payment_method_types: [payment.method.type],
    transfer_data: payment.transfer_destination ? { destination: payment.transfer_destination } : null,
  }
}

/** The method as the payment describes it; the book has no payment method for it unless one is named. */
function methodOf({ method, created, payer }: PastPayment): ChargedMethod {
  const card: Stripe.PaymentMethod.Card = {
    brand: method.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: method.country,
    display_brand: method.brand,
    exp_month: method.exp_month,
    exp_year: method.exp_year,
    fingerprint: null,
    funding: method.funding,
    generated_from: null,
    last4: method.last4,
    networks: null,
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
  const sepa_debit: Stripe.PaymentMethod.SepaDebit = {
    bank_code: method.bank_code,
    branch_code: null,
    country: method.country,
    fingerprint: null,
    generated_from: null,
    last4: method.last4,
  }
  return {
    id: method.payment_method,
    object: 'payment_method',
    billing_details: {
      address: {
        city: null,
        country: method.country,
        line1: null,
        line2: null,
        postal_code: null,
        state: null,
      },
      email: payer.email,
      name: payer.name,
      phone: null,
      tax_id: null,
    },
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: method.type,
    ...(method.type === 'card' && { card }),
    ...(method.type === 'sepa_debit' && { sepa_debit }),
    ...(method.type === 'klarna' && { klarna: {} }),
  }
}

function failureOf({ method, failure_code }: PastPayment) {
  const decline =
    method.type === 'card' ? declines[(failure_code ?? 'generic_decline') as DeclineName] : undefined
  if (decline) {
    const advice_code = 'advice_code' in decline ? decline.advice_code : null
    return { code: decline.code, message: decline.message, reason: decline.decline_code, advice_code }
  }
  return { code: failure_code ?? 'insufficient_funds', message: 'The payment failed.' }
}

function errorOf(payment: PastPayment, charge: Stripe.Charge): Stripe.PaymentIntent.LastPaymentError {
  const { code, message, reason } = { reason: undefined, ...failureOf(payment) }
  return {
    type: 'card_error',
    charge: charge.id,
    code,
    message,
    ...(reason && { decline_code: reason }),
  }
}
