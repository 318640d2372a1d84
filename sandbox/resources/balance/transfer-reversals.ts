import type Stripe from 'stripe'
import { invalid, noSuch } from '../../errors.ts'
import { newId } from '../../ids.ts'
import { flag, integer, metadata } from '../../params.ts'
import type { Act, RequestContext, Route } from '../../sandbox.ts'
import { listOf, listParams, page } from '../../store/list.ts'
import { emit } from '../events.ts'
import { feeOf, giveFeeBack } from './application-fees.ts'
import { balanceOf, recordBalance } from './balance-transactions.ts'
import { needTransfer } from './transfers.ts'

export const transferReversalRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/transfers/:id/reversals',
    params: ['amount', 'description', 'metadata', 'refund_application_fee', 'expand'],
    handle: createReversal,
  },
  {
    method: 'GET',
    path: '/v1/transfers/:id/reversals',
    params: [...listParams],
    handle: (context) =>
      page(context, 'transfer_reversals', { where: ['transfer', needTransfer(context).id] }),
  },
  {
    method: 'GET',
    path: '/v1/transfers/:id/reversals/:reversal',
    params: ['expand'],
    handle: needReversal,
  },
  {
    method: 'POST',
    path: '/v1/transfers/:id/reversals/:reversal',
    params: ['metadata', 'expand'],
    handle(context) {
      const before = needReversal(context)
      return context.book.put('transfer_reversals', {
        ...before,
        metadata: metadata(context.params, before.metadata ?? {}),
      })
    },
  },
]

/**
 * A reversal without a refund: a platform that paid for a dispute takes back what it had transferred. Refused when the
 * account does not have enough; money that becomes available with the transfer counts too.
 */
function createReversal(context: RequestContext): Stripe.TransferReversal {
  const transfer = needTransfer(context)
  const left = transfer.amount - transfer.amount_reversed
  if (transfer.reversed)
    throw invalid(`Transfer ${transfer.id} is already fully reversed.`, 'id', 'transfer_already_reversed')
  const amount = integer(context.params, 'amount') ?? left
  if (amount < 1 || amount > left)
    throw invalid(`Reversal amount must be between 1 and ${left}, what is left of the transfer.`, 'amount')
  const charge = context.book.get('charges', (transfer.source_transaction as string | null) ?? '')
  const part =
    flag(context.params, 'refund_application_fee') && charge
      ? feeOfReversal(context, charge, transfer, amount)
      : null
  if (amount - (part?.amount ?? 0) > mayBeTaken(context, transfer))
    throw invalid(
      'Insufficient funds in the connected account to reverse this transfer.',
      'amount',
      'balance_insufficient',
    )
  if (part) giveFeeBack(part.platform, part.fee, part.amount)
  return takeBack(context, transfer, amount, part?.amount ?? 0, metadata(context.params))
}

/** The fee's share of a reversal, rounded down; the last reversal takes the rest. */
function feeOfReversal(act: Act, charge: Stripe.Charge, transfer: Stripe.Transfer, amount: number) {
  const { platform, fee } = feeOf(act, charge)
  const left = fee.amount - fee.amount_refunded
  const whole = transfer.amount_reversed + amount === transfer.amount
  const part = whole ? left : Math.min(left, Math.floor((fee.amount * amount) / transfer.amount))
  return part > 0 ? { platform, fee, amount: part } : null
}

/** Cents that the destination will have when the transfer becomes available, less pending outflows. */
function mayBeTaken(act: Act, transfer: Stripe.Transfer): number {
  const theirs = act.box.store.book(transfer.destination as string)
  const payment = theirs.get('charges', transfer.destination_payment as string)
  const line = theirs.get('balance_transactions', (payment?.balance_transaction as string | null) ?? '')
  const counts = Math.max(act.box.clock.seconds(), line?.available_on ?? 0)
  return balanceOf(theirs, transfer.currency, counts).available
}

/**
 * Takes back from the destination its part of a refund of `amount` cents, less `feeBack` cents of the platform fee;
 * returns the reversal. As at Stripe, the account's balance may become negative.
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
  return takeBack(act, transfer, part, feeBack, {})
}

function takeBack(
  act: Act,
  transfer: Stripe.Transfer,
  amount: number,
  feeBack: number,
  metadata: Stripe.Metadata,
): Stripe.TransferReversal {
  const id = newId('trr')
  const line = recordBalance(act, {
    type: 'transfer_refund',
    amount,
    currency: transfer.currency,
    source: id,
    reverses: transfer.balance_transaction as string,
  })
  const reversal = act.book.put('transfer_reversals', {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: line.id,
    created: act.box.clock.seconds(),
    currency: transfer.currency,
    destination_payment_refund: takeFromDestination(act, transfer, { id, amount, feeBack }),
    metadata,
    source_refund: null,
    transfer: transfer.id,
  })
  const amount_reversed = transfer.amount_reversed + amount
  const data = [reversal, ...transfer.reversals.data]
  const after = act.book.put('transfers', {
    ...transfer,
    amount_reversed,
    reversed: amount_reversed === transfer.amount,
    reversals: listOf(
      `/v1/transfers/${transfer.id}/reversals`,
      data.slice(0, 10),
      data.length > 10 || transfer.reversals.has_more,
    ),
  })
  emit(act, 'transfer.reversed', after)
  return reversal
}

function needReversal(context: RequestContext): Stripe.TransferReversal {
  const reversal = context.book.get('transfer_reversals', context.path.reversal ?? '')
  if (!reversal || reversal.transfer !== needTransfer(context).id)
    throw noSuch('transfer reversal', context.path.reversal ?? '')
  return reversal
}

/** The refund's share of a whole, in cents; the last refund takes the rest, so that rounding loses nothing. */
export function share(whole: number, left: number, charge: Stripe.Charge, amount: number): number {
  if (charge.amount_refunded + amount === charge.amount_captured) return left
  return Math.min(left, Math.floor((whole * amount) / charge.amount_captured))
}

/** Refunds the payment in the destination's own book. */
function takeFromDestination(
  act: Act,
  transfer: Stripe.Transfer,
  { id: reversal, amount, feeBack }: { id: string; amount: number; feeBack: number },
): string {
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
    source_transfer_reversal: reversal,
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
