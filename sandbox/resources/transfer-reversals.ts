import type Stripe from 'stripe'
import { invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Act } from '../sandbox.ts'
import { recordBalance } from './balance-transactions.ts'
import { emit } from './events.ts'

/** Takes back from the destination its part of a refund of `amount` cents; gives the reversal's id. */
export function reverseTransfer(act: Act, charge: Stripe.Charge, amount: number): string {
  const transfer = act.book.get('transfers', (charge.transfer as string | undefined) ?? '')
  if (!transfer) throw invalid('Charge has no transfer to reverse.', 'reverse_transfer')
  const part = share(transfer.amount, transfer.amount - transfer.amount_reversed, charge, amount)
  const id = newId('trr')
  const line = recordBalance(act, {
    type: 'transfer_refund',
    amount: part,
    currency: charge.currency,
    source: id,
  })
  const reversal: Stripe.TransferReversal = {
    id,
    object: 'transfer_reversal',
    amount: part,
    balance_transaction: line.id,
    created: act.box.clock.seconds(),
    currency: charge.currency,
    destination_payment_refund: null,
    metadata: {},
    source_refund: null,
    transfer: transfer.id,
  }
  const amount_reversed = transfer.amount_reversed + part
  const after = act.book.put('transfers', {
    ...transfer,
    amount_reversed,
    reversed: amount_reversed === transfer.amount,
    reversals: { ...transfer.reversals, data: [reversal, ...transfer.reversals.data] },
  })
  const theirs = { ...act, book: act.box.store.book(transfer.destination as string) }
  recordBalance(theirs, {
    type: 'payment_refund',
    amount: -part,
    currency: charge.currency,
    source: transfer.destination_payment as string,
  })
  emit(act, 'transfer.reversed', after)
  return id
}

/** Gives the platform's fee back in proportion to the refund. */
export function returnFee(act: Act, charge: Stripe.Charge, amount: number): void {
  const fee = act.book.get('application_fees', (charge.application_fee as string | null) ?? '')
  if (!fee) throw invalid('Charge has no application fee to refund.', 'refund_application_fee')
  const part = share(fee.amount, fee.amount - fee.amount_refunded, charge, amount)
  recordBalance(act, {
    type: 'application_fee_refund',
    amount: -part,
    currency: fee.currency,
    source: fee.id,
  })
  const amount_refunded = fee.amount_refunded + part
  const after = act.book.put('application_fees', {
    ...fee,
    amount_refunded,
    refunded: amount_refunded === fee.amount,
  })
  emit(act, 'application_fee.refunded', after)
}

/** The refund's share of a whole, in cents; the last refund takes what is left, so nothing is lost to rounding. */
function share(whole: number, left: number, charge: Stripe.Charge, amount: number): number {
  if (charge.amount_refunded + amount === charge.amount_captured) return left
  return Math.min(left, Math.floor((whole * amount) / charge.amount_captured))
}
