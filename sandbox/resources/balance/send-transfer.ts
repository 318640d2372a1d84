import type Stripe from 'stripe'
import { newId } from '../../ids.ts'
import type { Act } from '../../sandbox.ts'
import { listOf } from '../../store/list.ts'
import { emit } from '../events.ts'
import { collectFee } from './application-fees.ts'
import { recordBalance } from './balance-transactions.ts'

/**
 * A destination charge: the money goes to the connected account, less the platform fee. Writes transfer and fee in the
 * platform's book, and the received payment in the destination's.
 */
export function transferToDestination(act: Act, charge: Stripe.Charge): Stripe.Charge {
  const destination = charge.transfer_data?.destination as string
  const amount = charge.transfer_data?.amount ?? charge.amount_captured
  const fee = Math.min(charge.application_fee_amount ?? 0, amount)
  const { transfer, payment } = sendTransfer(act, {
    destination,
    amount,
    currency: charge.currency,
    fee,
    description: null,
    metadata: {},
    source_transaction: charge.id,
    transfer_group: charge.transfer_group ?? `group_${charge.payment_intent as string}`,
    like: charge,
  })
  const collected = fee > 0 ? collectFee(act, destination, payment, fee, charge.id) : null
  return act.book.put('charges', {
    ...charge,
    transfer: transfer.id,
    application_fee: collected,
    transfer_group: transfer.transfer_group,
  })
}

interface TransferDraft
  extends Pick<
    Stripe.Transfer,
    'amount' | 'currency' | 'description' | 'metadata' | 'source_transaction' | 'transfer_group'
  > {
  destination: string
  /** cents that the platform keeps as its application fee */
  fee: number
  /** a charge whose description the received payment repeats */
  like: Stripe.Charge | null
}

/** Writes a transfer in the platform's book and the payment received in the destination's. */
export function sendTransfer(
  act: Act,
  draft: TransferDraft,
): { transfer: Stripe.Transfer; payment: Stripe.Charge } {
  const { destination, fee, like, ...rest } = draft
  const id = newId('tr')
  const theirs = { ...act, book: act.box.store.book(destination) }
  const payment = receive(theirs, { ...draft, transfer: id })
  const transfer = act.book.put('transfers', {
    ...rest,
    id,
    object: 'transfer',
    amount_reversed: 0,
    balance_transaction: recordBalance(act, {
      type: 'transfer',
      amount: -draft.amount,
      currency: draft.currency,
      source: id,
      // Money from a charge becomes available with the charge; other money is available already.
      at_once: draft.source_transaction === null,
    }).id,
    created: act.box.clock.seconds(),
    destination,
    destination_payment: payment.id,
    livemode: false,
    reversals: listOf(`/v1/transfers/${id}/reversals`, []),
    reversed: false,
    source_type: 'card',
  } satisfies Stripe.Transfer)
  emit(act, 'transfer.created', transfer)
  return { transfer, payment }
}

function receive(theirs: Act, draft: TransferDraft & { transfer: string }): Stripe.Charge {
  const { amount, currency, fee } = draft
  const id = newId('py')
  const line = recordBalance(theirs, {
    type: 'payment',
    amount,
    fees: [{ amount: fee, type: 'application_fee' }],
    currency,
    source: id,
    at_once: draft.source_transaction === null,
  })
  return theirs.book.put('charges', {
    ...(draft.like ?? blankCharge(theirs, currency)),
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
    source_transfer: draft.transfer,
    transfer_data: null,
  })
}

/** A connected account's payment from the platform, without payer: no card, no e-mail. */
function blankCharge(theirs: Act, currency: string): Omit<Stripe.Charge, 'id' | 'amount'> {
  return {
    object: 'charge',
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: theirs.box.clock.seconds(),
    currency,
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: null,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}
