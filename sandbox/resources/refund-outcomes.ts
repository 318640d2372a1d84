import type Stripe from 'stripe'
import { invalid, noSuch } from '../errors.ts'
import { assertMove } from '../payments/transitions.ts'
import type { Act } from '../sandbox.ts'
import { recordBalance } from './balance/balance-transactions.ts'
import { needCharge } from './charges.ts'
import { emit } from './events.ts'

/** The money has reached the payer. */
export function finishRefund(act: Act, id: string): void {
  const refund = act.book.get('refunds', id)
  if (refund?.status !== 'pending') return
  assertMove('refund', refund.status, 'succeeded')
  const done = act.book.put('refunds', { ...refund, status: 'succeeded' })
  tell(act, done, refund)
}

/** The payer's bank refused it, perhaps after it had succeeded: the money is in the balance again. */
export function bounceRefund(act: Act, id: string, reason = 'unknown'): Stripe.Refund {
  const refund = act.book.get('refunds', id)
  if (!refund) throw noSuch('refund', id)
  if (refund.status !== 'pending' && refund.status !== 'succeeded')
    throw invalid(`Refund ${id} is ${refund.status} and cannot fail any more.`, 'refund')
  assertMove('refund', refund.status, 'failed')
  const line = recordBalance(act, {
    type: 'refund_failure',
    amount: refund.amount,
    currency: refund.currency,
    source: refund.id,
    description: 'REFUND FAILURE',
    reverses: refund.balance_transaction as string,
  })
  const failed = act.book.put('refunds', {
    ...refund,
    status: 'failed',
    failure_balance_transaction: line.id,
    failure_reason: reason,
  })
  const charge = needCharge(act, refund.charge as string)
  const after = act.book.put('charges', {
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  })
  tell(act, failed, refund)
  emit(act, 'refund.failed', failed)
  emit(act, 'charge.updated', after, {
    previous: { amount_refunded: charge.amount_refunded, refunded: charge.refunded },
  })
  return failed
}

/** Stripe sends two events: the refund's own, and one of its charge. */
function tell(act: Act, refund: Stripe.Refund, before: Stripe.Refund): void {
  const previous = { status: before.status }
  emit(act, 'refund.updated', refund, { previous })
  emit(act, 'charge.refund.updated', refund, { previous })
}
