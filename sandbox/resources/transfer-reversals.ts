import type Stripe from 'stripe'
import { invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Act } from '../sandbox.ts'
import { recordBalance } from './balance-transactions.ts'
import { emit } from './events.ts'

/**
 * Takes back from the destination its part of a refund of `amount` cents, less `feeBack` cents of the
 * platform's fee that it gets again; gives the reversal.
 */
export function reverseTransfer(
  act: Act,
  charge: Stripe.Charge,
  amount: number,
  feeBack: number,
): Stripe.TransferReversal {
  const transfer = act.book.get('transfers', (charge.transfer as string | undefined) ?? '')
  if (!transfer) throw invalid('Charge has no transfer to reverse.', 'reverse_transfer')
  const part = share(transfer.amount, transfer.amount - transfer.amount_reversed, charge, amount)
  const id = newId('trr')
  const line = recordBalance(act, {
    type: 'transfer_refund',
    amount: part,
    currency: charge.currency,
    source: id,
    reverses: transfer.balance_transaction as string,
  })
  const reversal = act.book.put('transfer_reversals', {
    id,
    object: 'transfer_reversal',
    amount: part,
    balance_transaction: line.id,
    created: act.box.clock.seconds(),
    currency: charge.currency,
    destination_payment_refund: takeFromDestination(act, transfer, part, feeBack),
    metadata: {},
    source_refund: null,
    transfer: transfer.id,
  })
  const amount_reversed = transfer.amount_reversed + part
  const after = act.book.put('transfers', {
    ...transfer,
    amount_reversed,
    reversed: amount_reversed === transfer.amount,
    reversals: { ...transfer.reversals, data: [reversal, ...transfer.reversals.data].slice(0, 10) },
  })
  emit(act, 'transfer.reversed', after)
  return reversal
}

/** The refund's share of a whole, in cents; the last refund takes what is left, so nothing is lost to rounding. */
export function share(whole: number, left: number, charge: Stripe.Charge, amount: number): number {
  if (charge.amount_refunded + amount === charge.amount_captured) return left
  return Math.min(left, Math.floor((whole * amount) / charge.amount_captured))
}

/** In the destination's own book its payment is refunded. */
function takeFromDestination(act: Act, transfer: Stripe.Transfer, amount: number, feeBack: number): string {
  const theirs = { ...act, book: act.box.store.book(transfer.destination as string) }
  const payment = theirs.book.get('charges', transfer.destination_payment as string)
  const id = newId('pyr')
  const line = recordBalance(theirs, {
    type: 'payment_refund',
    amount: -amount,
    fees: [{ amount: -feeBack, type: 'application_fee', description: 'Saldo application fee refund' }],
    currency: transfer.currency,
    source: id,
    reverses: payment?.balance_transaction as string | undefined,
  })
  theirs.book.put('refunds', {
    id,
    object: 'refund',
    amount,
    balance_transaction: line.id,
    charge: payment?.id ?? null,
    created: act.box.clock.seconds(),
    currency: transfer.currency,
    customer: null,
    customer_account: null,
    metadata: {},
    payment_intent: null,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  })
  if (payment) {
    const amount_refunded = payment.amount_refunded + amount
    theirs.book.put('charges', {
      ...payment,
      amount_refunded,
      refunded: amount_refunded === payment.amount_captured,
    })
  }
  return id
}
