import type Stripe from 'stripe'
import { invalid, missingParam, noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import { choice, flag, integer, metadata, text } from '../params.ts'
import { type CardBehaviour, cardBehaviours } from '../rails/test-cards.ts'
import type { Act, RequestContext, Route } from '../sandbox.ts'
import { listParams, page } from '../store/list.ts'
import { creditAccount, feeOf, giveFeeBack } from './balance/application-fees.ts'
import { recordBalance } from './balance/balance-transactions.ts'
import { reverseTransfer, share } from './balance/transfer-reversals.ts'
import { needCharge } from './charges.ts'
import { emit } from './events.ts'

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
    handle: (context) => page(context, 'refunds', { equal: ['charge', 'payment_intent'] }),
  },
  {
    method: 'GET',
    path: '/v1/refunds/:id',
    params: ['expand'],
    handle: (context) => needRefund(context, context.path.id ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/refunds/:id',
    params: ['metadata', 'expand'],
    handle(context) {
      const before = needRefund(context, context.path.id ?? '')
      const after = context.book.put('refunds', {
        ...before,
        metadata: metadata(context.params, before.metadata ?? {}),
      })
      emit(context, 'refund.updated', after)
      return after
    },
  },
]

/** Refunds everything that is left, or `amount` cents; never more than was captured, never during a dispute. */
function createRefund(context: RequestContext): Stripe.Refund {
  const charge = chargeToRefund(context)
  const left = charge.amount_captured - charge.amount_refunded
  if (charge.disputed)
    throw invalid(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge',
      'charge_disputed',
    )
  if (charge.refunded)
    throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge', 'charge_already_refunded')
  const amount = integer(context.params, 'amount') ?? left
  if (amount < 1)
    throw invalid('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer')
  if (amount > left)
    throw invalid(
      `Refund amount (${cents(amount)}) is greater than unrefunded amount on charge (${cents(left)})`,
      'amount',
    )

  const part = flag(context.params, 'refund_application_fee') ? feeShare(context, charge, amount) : 0
  const reversal = flag(context.params, 'reverse_transfer')
    ? reverseTransfer(context, charge, amount, part)
    : null
  const manner = refundManner(context, charge)
  const refund = writeRefund(context, charge, amount, {
    metadata: metadata(context.params),
    reason: choice(context.params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
    status: manner === 'pending' ? 'pending' : 'succeeded',
    transfer_reversal: reversal?.id ?? null,
    feeBack: charge.transfer_data ? 0 : part,
  })
  if (reversal) context.book.put('transfer_reversals', { ...reversal, source_refund: refund.id })
  if (part > 0) {
    const { platform, fee } = feeOf(context, charge)
    const given = giveFeeBack(platform, fee, part)
    if (charge.transfer_data && !reversal) creditAccount(platform, fee, given)
  }
  const { sepa_seconds } = context.box.settings
  if (manner !== 'at_once')
    context.box.clock.schedule(
      context.book.account,
      manner === 'pending' ? 'finish_refund' : 'fail_refund',
      refund.id,
      sepa_seconds,
    )
  return refund
}

/** The refund's behaviour: bank transfers are slow, and so are two of the test cards. */
function refundManner(act: Act, charge: Stripe.Charge): 'at_once' | 'pending' | 'fails_later' {
  if (charge.payment_method_details?.type === 'sepa_debit') return 'pending'
  const name = act.book.get('instruments', charge.payment_method ?? '')?.behaviour ?? ''
  return (cardBehaviours as Record<string, CardBehaviour>)[name]?.refund ?? 'at_once'
}

/** The part of the platform fee that is returned with a refund of `amount` cents. */
function feeShare(act: Act, charge: Stripe.Charge, amount: number): number {
  const { fee } = feeOf(act, charge)
  return share(fee.amount, fee.amount - fee.amount_refunded, charge, amount)
}

interface RefundDraft extends Pick<Stripe.Refund, 'metadata' | 'reason' | 'status' | 'transfer_reversal'> {
  /** a given id, if any */
  id?: string
  /** cents of the platform fee that the account gets back with this refund */
  feeBack: number
}

/** Writes the refund of `amount` cents, its balance line, and the charge's refunded amount. */
export function writeRefund(
  act: Act,
  charge: Stripe.Charge,
  amount: number,
  { feeBack, ...draft }: RefundDraft,
): Stripe.Refund {
  const bank = charge.id.startsWith('py')
  const id = draft.id ?? newId(bank ? 'pyr' : 're')
  const line = recordBalance(act, {
    type: bank ? 'payment_refund' : 'refund',
    amount: -amount,
    fees: [{ amount: -feeBack, type: 'application_fee', description: 'Saldo application fee refund' }],
    currency: charge.currency,
    source: id,
    description: 'REFUND FOR CHARGE',
    reverses: charge.balance_transaction as string,
  })
  const refund = act.book.put('refunds', {
    object: 'refund',
    amount,
    balance_transaction: line.id,
    charge: charge.id,
    created: act.box.clock.seconds(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    ...draft,
    id,
  })
  const amount_refunded = charge.amount_refunded + amount
  const refunded = act.book.put('charges', {
    ...charge,
    amount_refunded,
    refunded: amount_refunded === charge.amount_captured,
  })
  emit(act, 'refund.created', refund)
  emit(act, 'charge.refunded', refunded, {
    previous: { amount_refunded: charge.amount_refunded, refunded: charge.refunded },
  })
  return refund
}

function chargeToRefund(context: RequestContext): Stripe.Charge {
  const chargeId = text(context.params, 'charge')
  const intentId = text(context.params, 'payment_intent')
  if (!chargeId && !intentId) throw missingParam('charge')
  const intent = intentId ? context.book.get('payment_intents', intentId) : undefined
  if (intentId && !intent) throw noSuch('payment_intent', intentId, 'payment_intent', 400)
  const latest = chargeId ?? (intent?.latest_charge as string | null)
  if (!latest)
    throw invalid(
      `The PaymentIntent ${intentId} does not have a successful charge to refund.`,
      'payment_intent',
    )
  const charge = needCharge(context, latest, chargeId ? 'charge' : 'payment_intent')
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
