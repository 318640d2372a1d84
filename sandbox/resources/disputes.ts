import type Stripe from 'stripe'
import { invalid, noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import { flag, hash, metadata, text } from '../params.ts'
import { disputeFee } from '../payments/fees.ts'
import { assertMove } from '../payments/transitions.ts'
import type { Act, RequestContext, Route } from '../sandbox.ts'
import { listParams, page } from '../store/list.ts'
import { recordBalance } from './balance/balance-transactions.ts'
import { needCharge } from './charges.ts'
import { evidenceGiven, noAnswerYet, noEvidence } from './dispute-evidence.ts'
import { emit } from './events.ts'
import { endMandate } from './mandates.ts'
import type { PaymentMethodType } from './payment-method-record.ts'

const daysToAnswer = 7

export const disputeRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/disputes',
    params: [...listParams, 'created', 'charge', 'payment_intent'],
    handle: (context) => page(context, 'disputes', { equal: ['charge', 'payment_intent'] }),
  },
  {
    method: 'GET',
    path: '/v1/disputes/:id',
    params: ['expand'],
    handle: (context) => needDispute(context, context.path.id ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/disputes/:id',
    params: ['evidence', 'metadata', 'submit', 'expand'],
    handle: answerDispute,
  },
  {
    method: 'POST',
    path: '/v1/disputes/:id/close',
    params: ['expand'],
    handle: (context) => closeDispute(context, needOpen(context, context.path.id ?? ''), 'lost'),
  },
]

/** The dispute reasons that Stripe uses. */
export const disputeReasons = [
  'bank_cannot_process',
  'credit_not_processed',
  'customer_initiated',
  'debit_not_authorized',
  'duplicate',
  'fraudulent',
  'general',
  'incorrect_account_details',
  'insufficient_funds',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
] as const
export type DisputeReason = (typeof disputeReasons)[number]

/**
 * Opens a dispute. What was not refunded leaves the balance at once, with the provider's fee. Disputes of bank debits
 * cannot be answered: they are lost as they arrive, on any day (SEPA: eight weeks without a reason, thirteen months
 * when not authorised), and an unauthorised one also ends the mandate.
 */
export function openDispute(
  act: Act,
  chargeId: string,
  reason?: DisputeReason,
  id: string = newId('dp'),
): Stripe.Dispute {
  const charge = needCharge(act, chargeId)
  if (charge.disputed) throw invalid(`Charge ${charge.id} is already disputed.`, 'charge')
  if (charge.status !== 'succeeded' || !charge.captured)
    throw invalid(`Charge ${charge.id} has not been paid.`, 'charge')
  const amount = charge.amount_captured - charge.amount_refunded
  if (amount < 1) throw invalid(`Charge ${charge.id} has been refunded already.`, 'charge')
  const type = (charge.payment_method_details?.type ?? 'card') as PaymentMethodType
  const line = withdraw(act, charge, id, amount, disputeFee[type])
  const due_by = act.box.clock.seconds() + daysToAnswer * 86_400
  const dispute = act.book.put('disputes', {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [line],
    charge: charge.id,
    created: act.box.clock.seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: noAnswerYet(due_by),
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: detailsOf(charge, type),
    reason: reason ?? (type === 'card' ? 'fraudulent' : 'debit_not_authorized'),
    status: 'needs_response',
  } satisfies Stripe.Dispute)
  const disputed = act.book.put('charges', { ...charge, disputed: true })
  emit(act, 'charge.dispute.created', dispute)
  emit(act, 'charge.dispute.funds_withdrawn', dispute)
  emit(act, 'charge.updated', disputed, { previous: { disputed: false } })
  const mandate = charge.payment_method_details?.sepa_debit?.mandate
  if (mandate && dispute.reason === 'debit_not_authorized') endMandate(act, mandate)
  if (type === 'sepa_debit') return closeDispute(act, dispute, 'lost')
  act.box.clock.scheduleOnce(act.book.account, 'miss_dispute_answer', id, due_by)
  return dispute
}

/** The bank's decision, by `POST /_sandbox/disputes/decide`. */
export function decideDispute(act: Act, id: string, status: 'won' | 'lost'): Stripe.Dispute {
  return closeDispute(act, needOpen(act, id), status)
}

/** A dispute that is not answered in time is lost. */
export function expireEvidence(act: Act, id: string): void {
  const dispute = act.book.get('disputes', id)
  if (dispute?.status !== 'needs_response') return
  const evidence_details = { ...dispute.evidence_details, past_due: true }
  closeDispute(act, act.book.put('disputes', { ...dispute, evidence_details }), 'lost')
}

function withdraw(act: Act, charge: Stripe.Charge, source: string, amount: number, fee: number) {
  return recordBalance(act, {
    type: 'adjustment',
    amount: -amount,
    fees: [{ amount: fee, type: 'stripe_fee', description: 'Dispute fee' }],
    currency: charge.currency,
    source,
    description: `Chargeback withdrawal for ${charge.id}`,
    reverses: charge.balance_transaction as string,
  })
}

function reinstate(act: Act, dispute: Stripe.Dispute) {
  return recordBalance(act, {
    type: 'adjustment',
    reporting_category: 'dispute_reversal',
    amount: dispute.amount,
    currency: dispute.currency,
    source: dispute.id,
    description: `Chargeback reversal for ${dispute.charge as string}`,
    reverses: dispute.balance_transactions[0]?.id,
  })
}

function answerDispute(context: RequestContext): Stripe.Dispute {
  const before = needOpen(context, context.path.id ?? '')
  if (before.status === 'under_review' && hash(context.params, 'evidence'))
    throw invalid('Evidence has been submitted already; it cannot be changed.', 'evidence')
  const submit = flag(context.params, 'submit') ?? true
  const { evidence, evidence_details } = evidenceGiven(context, before, submit)
  const reviewed = submit && hash(context.params, 'evidence') !== undefined
  if (reviewed && before.status !== 'under_review') assertMove('dispute', before.status, 'under_review')
  const after = context.book.put('disputes', {
    ...before,
    evidence,
    evidence_details,
    metadata: metadata(context.params, before.metadata),
    status: reviewed ? 'under_review' : before.status,
  })
  emit(context, 'charge.dispute.updated', after)
  // Stripe's test mode reads the decision from the evidence itself.
  const words = text(context.params, 'evidence[uncategorized_text]')
  if (reviewed && words === 'winning_evidence') return closeDispute(context, after, 'won')
  if (reviewed && words === 'losing_evidence') return closeDispute(context, after, 'lost')
  return after
}

function closeDispute(act: Act, dispute: Stripe.Dispute, status: 'won' | 'lost'): Stripe.Dispute {
  assertMove('dispute', dispute.status, status)
  const back = status === 'won' ? reinstate(act, dispute) : undefined
  const closed = act.book.put('disputes', {
    ...dispute,
    status,
    balance_transactions: [...dispute.balance_transactions, ...(back ? [back] : [])],
  })
  if (back) {
    const charge = act.book.put('charges', {
      ...needCharge(act, dispute.charge as string),
      disputed: false,
    })
    emit(act, 'charge.dispute.funds_reinstated', closed)
    emit(act, 'charge.updated', charge, { previous: { disputed: true } })
  }
  emit(act, 'charge.dispute.closed', closed)
  return closed
}

function needDispute(act: Act, id: string): Stripe.Dispute {
  const dispute = act.book.get('disputes', id)
  if (!dispute) throw noSuch('dispute', id)
  return dispute
}

function needOpen(act: Act, id: string): Stripe.Dispute {
  const dispute = needDispute(act, id)
  if (dispute.status === 'won' || dispute.status === 'lost')
    throw invalid('This dispute is already closed.', undefined, 'status_transition_invalid')
  return dispute
}

function detailsOf(
  charge: Stripe.Charge,
  type: PaymentMethodType,
): Stripe.Dispute.PaymentMethodDetails | undefined {
  if (type === 'klarna') return { type, klarna: { reason_code: null } }
  if (type !== 'card') return undefined
  const brand = charge.payment_method_details?.card?.brand ?? 'visa'
  return { type, card: { brand, case_type: 'chargeback', network: brand, network_reason_code: '10.4' } }
}
