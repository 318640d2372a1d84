import type Stripe from 'stripe'
import { noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import { changed, metadata } from '../params.ts'
import { feeFor } from '../payments/fees.ts'
import { platformOf } from '../payments/payout-schedule.ts'
import { type CardBehaviour, cardBehaviours } from '../rails/test-cards.ts'
import type { Act, RequestContext, Route } from '../sandbox.ts'
import { listParams, page } from '../store/list.ts'
import { collectFee } from './balance/application-fees.ts'
import { recordBalance } from './balance/balance-transactions.ts'
import { transferToDestination } from './balance/send-transfer.ts'
import { emit } from './events.ts'

/** What is charged: a payment method, or a past payment's description of one. */
export type ChargedMethod = Omit<Stripe.PaymentMethod, 'id'> & { id: string | null }

/** The data of one attempt to take money. */
export interface ChargeDraft {
  intent: Stripe.PaymentIntent
  method: ChargedMethod
  /** a given id, if any */
  id?: string
  status: Stripe.Charge.Status
  captured: boolean
  failure?: { code: string; message: string; reason?: string | null; advice_code?: string | null }
  /** the payer passed (or failed) 3-D Secure */
  authentication?: 'authenticated' | 'failed'
  mandate?: string | null
}

/** Writes the charge; money moves in the balance only when it is both succeeded and captured. */
export function createCharge(act: Act, draft: ChargeDraft): Stripe.Charge {
  const { intent, method } = draft
  const id = draft.id ?? newId(method.type === 'card' ? 'ch' : 'py')
  const charge: Stripe.Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: intent.application as string | null,
    application_fee: null,
    application_fee_amount: intent.application_fee_amount,
    balance_transaction: null,
    billing_details: method.billing_details as Stripe.Charge.BillingDetails,
    calculated_statement_descriptor: descriptor(intent),
    captured: false,
    created: act.box.clock.seconds(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: draft.failure?.code ?? null,
    failure_message: draft.failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: intent.on_behalf_of,
    outcome: outcomeOf(draft),
    paid: draft.status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(draft),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: draft.status === 'failed' ? null : `${act.origin}/receipts/${act.book.account}/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: draft.status,
    transfer_data: (intent.transfer_data as Stripe.Charge.TransferData | undefined) ?? null,
    transfer_group: intent.transfer_group,
  }
  act.book.put('charges', charge)
  const written =
    draft.status === 'succeeded' && draft.captured ? captureCharge(act, charge, intent.amount) : charge
  emit(act, chargeEvents[draft.status] ?? 'charge.updated', written)
  return written
}

const chargeEvents: Record<string, Stripe.Event.Type> = {
  succeeded: 'charge.succeeded',
  pending: 'charge.pending',
  failed: 'charge.failed',
}

/**
 * The money (cents) enters the balance, less the provider's fee (list price unless `kept` is given), and is transferred
 * to the destination account, if any.
 */
export function captureCharge(act: Act, charge: Stripe.Charge, amount: number, kept?: number): Stripe.Charge {
  const type = charge.payment_method_details?.type ?? 'card'
  const platform = platformOf(act.book)
  const fee = platform ? Math.min(charge.application_fee_amount ?? 0, amount) : 0
  const line = recordBalance(act, {
    type: type === 'card' ? 'charge' : 'payment',
    amount,
    fees: [
      { amount: kept ?? feeFor(type, amount), type: 'stripe_fee' },
      { amount: fee, type: 'application_fee' },
    ],
    currency: charge.currency,
    source: charge.id,
    description: charge.description,
    at_once: countsAtOnce(act, charge),
  })
  const captured = act.book.put('charges', {
    ...charge,
    amount_captured: amount,
    balance_transaction: line.id,
    captured: true,
    paid: true,
    status: 'succeeded',
  })
  if (captured.transfer_data) return transferToDestination(act, captured)
  if (!platform || fee === 0) return captured
  // A direct payment of a connected account: the platform's part goes to the platform's book.
  const theirs = { ...act, book: act.box.store.book(platform) }
  const application_fee = collectFee(theirs, act.book.account, captured, fee, null)
  return act.book.put('charges', { ...captured, application_fee })
}

/** True for the test card whose money is available at once. */
function countsAtOnce(act: Act, charge: Stripe.Charge): boolean {
  const name = act.book.get('instruments', charge.payment_method ?? '')?.behaviour ?? ''
  return (cardBehaviours as Record<string, CardBehaviour>)[name]?.counts_at_once ?? false
}

export function needCharge(act: Act, id: string, param = 'id'): Stripe.Charge {
  const charge = act.book.get('charges', id)
  if (!charge) throw noSuch('charge', id, param, param === 'id' ? 404 : 400)
  return charge
}

export const chargeRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/charges',
    params: [...listParams, 'created', 'customer', 'payment_intent', 'transfer_group'],
    handle: (context) =>
      page(context, 'charges', { equal: ['payment_intent', 'transfer_group', 'customer'] }),
  },
  {
    method: 'GET',
    path: '/v1/charges/:id',
    params: ['expand'],
    handle: (context) => needCharge(context, context.path.id ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/charges/:id',
    params: ['description', 'metadata', 'receipt_email', 'transfer_group', 'expand'],
    handle: updateCharge,
  },
]

function updateCharge(context: RequestContext): Stripe.Charge {
  const before = needCharge(context, context.path.id ?? '')
  const after = context.book.put('charges', {
    ...before,
    description: changed(context.params, 'description', before.description),
    metadata: metadata(context.params, before.metadata),
    receipt_email: changed(context.params, 'receipt_email', before.receipt_email),
    transfer_group: changed(context.params, 'transfer_group', before.transfer_group),
  })
  emit(context, 'charge.updated', after)
  return after
}

function outcomeOf(draft: ChargeDraft): Stripe.Charge.Outcome {
  const common = {
    network_advice_code: null,
    network_decline_code: null,
    risk_level: draft.method.type === 'card' ? 'normal' : 'not_assessed',
  }
  if (draft.status !== 'failed')
    return {
      ...common,
      advice_code: null,
      network_status: 'approved_by_network',
      reason: null,
      seller_message: 'Payment complete.',
      type: 'authorized',
    }
  return {
    ...common,
    advice_code: (draft.failure?.advice_code ?? null) as Stripe.Charge.Outcome['advice_code'],
    network_status: 'declined_by_network',
    reason: draft.failure?.reason ?? draft.failure?.code ?? null,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  }
}

function detailsOf({
  method,
  mandate,
  authentication,
  intent,
  status,
}: ChargeDraft): Stripe.Charge.PaymentMethodDetails {
  if (method.sepa_debit) {
    const { bank_code, branch_code, country, fingerprint, last4 } = method.sepa_debit
    return {
      type: 'sepa_debit',
      sepa_debit: { bank_code, branch_code, country, fingerprint, last4, mandate: mandate ?? null },
    }
  }
  if (method.klarna) {
    const country = method.billing_details.address?.country ?? null
    return {
      type: 'klarna',
      klarna: {
        payer_details: { address: { country } },
        payment_method_category: 'pay_now',
        preferred_locale: 'it-IT',
      },
    }
  }
  return {
    type: 'card',
    card: cardDetails(method.card as Stripe.PaymentMethod.Card, intent.amount, status, authentication),
  }
}

function cardDetails(
  card: Stripe.PaymentMethod.Card,
  amount: number,
  status: string,
  authentication: ChargeDraft['authentication'],
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: status === 'failed' ? null : amount,
    authorization_code: status === 'failed' ? null : '123456',
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: card.checks?.cvc_check ? 'pass' : null,
    },
    country: card.country,
    electronic_commerce_indicator: authentication === 'authenticated' ? '05' : null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: authentication ? threeDSecure(authentication) : null,
    transaction_link_id: null,
    wallet: null,
  }
}

function threeDSecure(
  authentication: 'authenticated' | 'failed',
): Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure {
  return {
    authentication_flow: 'challenge',
    electronic_commerce_indicator: authentication === 'authenticated' ? '05' : null,
    exemption_indicator: null,
    result: authentication,
    result_reason: authentication === 'failed' ? 'rejected' : null,
    transaction_id: newId('tdsecure'),
    version: '2.2.0',
  }
}

function descriptor(intent: Stripe.PaymentIntent): string {
  return intent.statement_descriptor_suffix
    ? `SALDO* ${intent.statement_descriptor_suffix}`.slice(0, 22)
    : (intent.statement_descriptor ?? 'SALDO')
}
