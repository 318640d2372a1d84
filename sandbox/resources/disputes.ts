import type Stripe from 'stripe'
import { invalid, noSuch } from '../errors.ts'
import { disputeFee } from '../fees.ts'
import { newId } from '../ids.ts'
import { listParams, page } from '../list.ts'
import { flag, hash, metadata, text } from '../params.ts'
import type { Act, Ask, Route } from '../sandbox.ts'
import { assertMove } from '../transitions.ts'
import { recordBalance } from './balance-transactions.ts'
import { needCharge } from './charges.ts'
import { emit } from './events.ts'
import { endMandate } from './mandates.ts'
import type { PaymentMethodType } from './payment-methods.ts'

const daysToAnswer = 7

export const disputeRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/disputes',
    params: [...listParams, 'created', 'charge', 'payment_intent'],
    handle(ask) {
      const charge = text(ask.params, 'charge')
      const intent = text(ask.params, 'payment_intent')
      return page(
        ask,
        ask.book
          .rows('disputes')
          .filter(
            (dispute) =>
              (!charge || dispute.charge === charge) && (!intent || dispute.payment_intent === intent),
          ),
      )
    },
  },
  {
    method: 'GET',
    path: '/v1/disputes/:id',
    params: ['expand'],
    handle: (ask) => needDispute(ask, ask.path.id ?? ''),
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
    handle: (ask) => closeDispute(ask, needOpen(ask, ask.path.id ?? ''), 'lost'),
  },
]

/**
 * The payer wants the money back. It leaves the balance at once, with the provider's fee. Bank debits
 * cannot be contested: they are lost as they arrive, and an unauthorised one also ends the mandate.
 */
export function openDispute(act: Act, chargeId: string, reason?: string): Stripe.Dispute {
  const charge = needCharge(act, chargeId)
  if (charge.disputed) throw invalid(`Charge ${charge.id} is already disputed.`, 'charge')
  if (charge.status !== 'succeeded' || !charge.captured)
    throw invalid(`Charge ${charge.id} has not been paid.`, 'charge')
  const type = (charge.payment_method_details?.type ?? 'card') as PaymentMethodType
  const amount = charge.amount_captured - charge.amount_refunded
  const id = newId('dp')
  const line = recordBalance(act, {
    type: 'adjustment',
    amount: -amount,
    fee: disputeFee[type],
    currency: charge.currency,
    source: id,
    description: `Chargeback withdrawal for ${charge.id}`,
  })
  const dispute = act.book.put('disputes', {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [line],
    charge: charge.id,
    created: act.box.clock.seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: act.box.clock.seconds() + daysToAnswer * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    } as Stripe.Dispute.EvidenceDetails,
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: detailsOf(charge, type),
    reason: reason ?? (type === 'card' ? 'fraudulent' : 'debit_not_authorized'),
    status: 'needs_response',
  } as Stripe.Dispute)
  const disputed = act.book.put('charges', { ...charge, disputed: true })
  emit(act, 'charge.dispute.created', dispute)
  emit(act, 'charge.dispute.funds_withdrawn', dispute)
  emit(act, 'charge.updated', disputed, { previous: { disputed: false } })
  const mandate = charge.payment_method_details?.sepa_debit?.mandate
  if (mandate && dispute.reason === 'debit_not_authorized') endMandate(act, mandate)
  return type === 'sepa_debit' ? closeDispute(act, dispute, 'lost') : dispute
}

function answerDispute(ask: Ask): Stripe.Dispute {
  const before = needOpen(ask, ask.path.id ?? '')
  const evidence = { ...before.evidence, ...hash(ask.params, 'evidence') } as Stripe.Dispute.Evidence
  const after = ask.book.put('disputes', {
    ...before,
    evidence,
    metadata: metadata(ask.params, before.metadata),
  })
  if (flag(ask.params, 'submit') === false) return after
  // Stripe's test mode reads the verdict from the evidence itself.
  const words = text(ask.params, 'evidence[uncategorized_text]')
  if (words === 'winning_evidence') return closeDispute(ask, after, 'won')
  if (words === 'losing_evidence') return closeDispute(ask, after, 'lost')
  assertMove('dispute', after.status, 'under_review')
  const reviewed = ask.book.put('disputes', { ...after, status: 'under_review' })
  emit(ask, 'charge.dispute.updated', reviewed)
  return reviewed
}

function closeDispute(act: Act, dispute: Stripe.Dispute, status: 'won' | 'lost'): Stripe.Dispute {
  assertMove('dispute', dispute.status, status)
  const back =
    status === 'won'
      ? recordBalance(act, {
          type: 'adjustment',
          amount: dispute.amount,
          currency: dispute.currency,
          source: dispute.id,
          description: `Chargeback reversal for ${dispute.charge as string}`,
        })
      : undefined
  const closed = act.book.put('disputes', {
    ...dispute,
    status,
    balance_transactions: [...dispute.balance_transactions, ...(back ? [back] : [])],
  })
  if (back) {
    act.book.put('charges', { ...needCharge(act, dispute.charge as string), disputed: false })
    emit(act, 'charge.dispute.funds_reinstated', closed)
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
  if (type === 'klarna')
    return { type, klarna: { reason_code: null } as Stripe.Dispute.PaymentMethodDetails.Klarna }
  if (type !== 'card') return undefined
  const brand = charge.payment_method_details?.card?.brand ?? 'visa'
  return { type, card: { brand, case_type: 'chargeback', network: brand, network_reason_code: '10.4' } }
}
