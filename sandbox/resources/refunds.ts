import type Stripe from 'stripe'
import { invalid, missingParam, noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import { listParams, page } from '../list.ts'
import { choice, flag, integer, metadata, text } from '../params.ts'
import type { Act, Ask, Route } from '../sandbox.ts'
import { assertMove } from '../transitions.ts'
import { recordBalance } from './balance-transactions.ts'
import { needCharge } from './charges.ts'
import { emit } from './events.ts'
import { returnFee, reverseTransfer } from './transfer-reversals.ts'

export const refundRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/refunds',
    params: [
      'charge',
      'payment_intent',
      'amount',
      'currency',
      'reason',
      'metadata',
      'reverse_transfer',
      'refund_application_fee',
      'instructions_email',
      'expand',
    ],
    handle: createRefund,
  },
  {
    method: 'GET',
    path: '/v1/refunds',
    params: [...listParams, 'created', 'charge', 'payment_intent'],
    handle(ask) {
      const charge = text(ask.params, 'charge')
      const intent = text(ask.params, 'payment_intent')
      return page(
        ask,
        ask.book
          .rows('refunds')
          .filter(
            (refund) =>
              (!charge || refund.charge === charge) && (!intent || refund.payment_intent === intent),
          ),
      )
    },
  },
  {
    method: 'GET',
    path: '/v1/refunds/:id',
    params: ['expand'],
    handle: (ask) => needRefund(ask, ask.path.id ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/refunds/:id',
    params: ['metadata', 'expand'],
    handle(ask) {
      const before = needRefund(ask, ask.path.id ?? '')
      const after = ask.book.put('refunds', {
        ...before,
        metadata: metadata(ask.params, before.metadata ?? {}),
      })
      emit(ask, 'refund.updated', after)
      return after
    },
  },
]

/** Gives back all that is left, or `amount` cents of it; never more than was captured, never during a dispute. */
function createRefund(ask: Ask): Stripe.Refund {
  const charge = chargeToRefund(ask)
  const left = charge.amount_captured - charge.amount_refunded
  if (charge.disputed)
    throw invalid(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge',
      'charge_disputed',
    )
  if (charge.refunded)
    throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge', 'charge_already_refunded')
  const amount = integer(ask.params, 'amount') ?? left
  if (amount < 1)
    throw invalid('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer')
  if (amount > left)
    throw invalid(
      `Refund amount (${cents(amount)}) is greater than unrefunded amount on charge (${cents(left)})`,
      'amount',
    )

  const slow = charge.payment_method_details?.type === 'sepa_debit'
  const id = newId(charge.id.startsWith('py') ? 'pyr' : 're')
  const reversal = flag(ask.params, 'reverse_transfer') ? reverseTransfer(ask, charge, amount) : null
  if (flag(ask.params, 'refund_application_fee')) returnFee(ask, charge, amount)
  const refund: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: recordBalance(ask, {
      type: charge.id.startsWith('py') ? 'payment_refund' : 'refund',
      amount: -amount,
      currency: charge.currency,
      source: id,
      description: 'REFUND FOR CHARGE',
    }).id,
    charge: charge.id,
    created: ask.box.clock.seconds(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: metadata(ask.params),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: choice(ask.params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: slow ? 'pending' : 'succeeded',
    transfer_reversal: reversal,
  }
  ask.book.put('refunds', refund)
  const amount_refunded = charge.amount_refunded + amount
  const current = needCharge(ask, charge.id)
  const refunded = ask.book.put('charges', {
    ...current,
    amount_refunded,
    refunded: amount_refunded === charge.amount_captured,
  })
  emit(ask, 'refund.created', refund)
  emit(ask, 'charge.refunded', refunded, {
    previous: { amount_refunded: charge.amount_refunded, refunded: charge.refunded },
  })
  if (slow) ask.box.clock.schedule(ask.book.account, 'finish_refund', id, ask.box.settings.sepa_seconds)
  return refund
}

/** A bank transfer back to the debtor has arrived. */
export function finishRefund(act: Act, id: string): void {
  const refund = act.book.get('refunds', id)
  if (refund?.status !== 'pending') return
  assertMove('refund', refund.status, 'succeeded')
  const done = act.book.put('refunds', { ...refund, status: 'succeeded' })
  emit(act, 'refund.updated', done, { previous: { status: 'pending' } })
}

function chargeToRefund(ask: Ask): Stripe.Charge {
  const chargeId = text(ask.params, 'charge')
  const intentId = text(ask.params, 'payment_intent')
  if (!chargeId && !intentId) throw missingParam('charge')
  const intent = intentId ? ask.book.get('payment_intents', intentId) : undefined
  if (intentId && !intent) throw noSuch('payment_intent', intentId, 'payment_intent', 400)
  const latest = chargeId ?? (intent?.latest_charge as string | null)
  if (!latest)
    throw invalid(
      `The PaymentIntent ${intentId} does not have a successful charge to refund.`,
      'payment_intent',
    )
  const charge = needCharge(ask, latest, chargeId ? 'charge' : 'payment_intent')
  if (charge.status !== 'succeeded')
    throw invalid(
      `The charge ${charge.id} has not succeeded and cannot be refunded.`,
      'charge',
      'charge_not_refundable',
    )
  if (!charge.captured)
    throw invalid('This authorization has not been captured. Cancel the PaymentIntent instead.')
  return charge
}

function needRefund(act: Act, id: string): Stripe.Refund {
  const refund = act.book.get('refunds', id)
  if (!refund) throw noSuch('refund', id)
  return refund
}

const cents = (amount: number) => `€${(amount / 100).toFixed(2)}`
