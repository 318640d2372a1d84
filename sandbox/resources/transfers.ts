import type Stripe from 'stripe'
import { noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import { listOf, listParams, page } from '../list.ts'
import type { Act, Route } from '../sandbox.ts'
import { collectFee } from './application-fees.ts'
import { recordBalance } from './balance-transactions.ts'
import { emit } from './events.ts'

/**
 * A destination charge: what was collected goes to the connected account, less the platform's fee. Writes
 * the transfer and the fee in the platform's book, and the payment received in the destination's.
 */
export function transferToDestination(act: Act, charge: Stripe.Charge): Stripe.Charge {
  const destination = charge.transfer_data?.destination as string
  const amount = charge.transfer_data?.amount ?? charge.amount_captured
  const fee = Math.min(charge.application_fee_amount ?? 0, amount)
  const transferId = newId('tr')
  const theirs = { ...act, book: act.box.store.book(destination) }
  const payment = receive(theirs, charge, transferId, amount, fee)

  const transfer = act.book.put('transfers', {
    id: transferId,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: recordBalance(act, {
      type: 'transfer',
      amount: -amount,
      currency: charge.currency,
      source: transferId,
    }).id,
    created: act.box.clock.seconds(),
    currency: charge.currency,
    description: null,
    destination,
    destination_payment: payment.id,
    livemode: false,
    metadata: {},
    reversals: listOf(`/v1/transfers/${transferId}/reversals`, []),
    reversed: false,
    source_transaction: charge.id,
    source_type: 'card',
    transfer_group: charge.transfer_group ?? `group_${charge.payment_intent as string}`,
  })
  emit(act, 'transfer.created', transfer)
  const collected = fee > 0 ? collectFee(act, destination, payment, fee, charge.id) : null
  return act.book.put('charges', {
    ...charge,
    transfer: transfer.id,
    application_fee: collected,
    transfer_group: transfer.transfer_group,
  })
}

function receive(
  theirs: Act,
  charge: Stripe.Charge,
  transfer: string,
  amount: number,
  fee: number,
): Stripe.Charge {
  const id = newId('py')
  const line = recordBalance(theirs, {
    type: 'payment',
    amount,
    fees: [{ amount: fee, type: 'application_fee' }],
    currency: charge.currency,
    source: id,
  })
  return theirs.book.put('charges', {
    ...charge,
    id,
    amount,
    amount_captured: amount,
    application_fee_amount: fee || null,
    balance_transaction: line.id,
    customer: null,
    metadata: {},
    payment_intent: null,
    payment_method: null,
    payment_method_details: null,
    receipt_url: null,
    source_transfer: transfer,
    transfer_data: null,
  })
}

export const transferRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/transfers',
    params: [...listParams, 'created', 'destination', 'transfer_group'],
    handle: (ask) => page(ask, 'transfers', { equal: ['destination', 'transfer_group'] }),
  },
  {
    method: 'GET',
    path: '/v1/transfers/:id',
    params: ['expand'],
    handle(ask) {
      const transfer = ask.book.get('transfers', ask.path.id ?? '')
      if (!transfer) throw noSuch('transfer', ask.path.id ?? '')
      return transfer
    },
  },
]
