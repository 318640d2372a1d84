import type Stripe from 'stripe'
import { invalid, noSuch } from '../../errors.ts'
import { newId } from '../../ids.ts'
import { integer, metadata } from '../../params.ts'
import { platformOf } from '../../payments/payout-schedule.ts'
import type { Act, RequestContext, Route } from '../../sandbox.ts'
import { listOf, listParams, page } from '../../store/list.ts'
import { emit } from '../events.ts'
import { application, recordBalance } from './balance-transactions.ts'

export const applicationFeeRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/application_fees',
    params: [...listParams, 'created', 'charge'],
    handle: (context) => page(context, 'application_fees', { equal: ['charge'] }),
  },
  {
    method: 'GET',
    path: '/v1/application_fees/:id',
    params: ['expand'],
    handle: needFee,
  },
  {
    method: 'POST',
    path: '/v1/application_fees/:id/refunds',
    params: ['amount', 'metadata', 'expand'],
    handle: createFeeRefund,
  },
  {
    method: 'GET',
    path: '/v1/application_fees/:id/refunds',
    params: [...listParams],
    handle: (context) => page(context, 'fee_refunds', { where: ['fee', needFee(context).id] }),
  },
  {
    method: 'GET',
    path: '/v1/application_fees/:id/refunds/:refund',
    params: ['expand'],
    handle: needFeeRefund,
  },
  {
    method: 'POST',
    path: '/v1/application_fees/:id/refunds/:refund',
    params: ['metadata', 'expand'],
    handle(context) {
      const before = needFeeRefund(context)
      return context.book.put('fee_refunds', {
        ...before,
        metadata: metadata(context.params, before.metadata ?? {}),
      })
    },
  },
]

/** Collects the platform's fee (cents) from a payment of its account `account`; `act` is the platform's. */
export function collectFee(
  act: Act,
  account: string,
  payment: Stripe.Charge,
  amount: number,
  originating: string | null,
): string {
  const id = newId('fee')
  const fee = act.book.put('application_fees', {
    id,
    object: 'application_fee',
    account,
    amount,
    amount_refunded: 0,
    application,
    balance_transaction: recordBalance(act, {
      type: 'application_fee',
      amount,
      currency: payment.currency,
      source: id,
    }).id,
    charge: payment.id,
    created: act.box.clock.seconds(),
    currency: payment.currency,
    fee_source: { type: 'charge', charge: payment.id },
    livemode: false,
    originating_transaction: originating,
    refunded: false,
    refunds: listOf(`/v1/application_fees/${id}/refunds`, []),
  })
  emit(act, 'application_fee.created', fee)
  return id
}

/** A charge's fee, with the act of the platform in whose book it is. */
export function feeOf(act: Act, charge: Stripe.Charge): { platform: Act; fee: Stripe.ApplicationFee } {
  const platform = { ...act, book: act.box.store.book(platformOf(act.book) ?? act.book.account) }
  const fee = platform.book.get('application_fees', (charge.application_fee as string | null) ?? '')
  if (!fee) throw invalid('Charge has no application fee to refund.', 'refund_application_fee')
  return { platform, fee }
}

/** Takes `amount` cents of the fee out of the platform's balance. The caller credits the other side. */
export function giveFeeBack(
  platform: Act,
  fee: Stripe.ApplicationFee,
  amount: number,
  metadata: Stripe.Metadata = {},
): Stripe.FeeRefund {
  const id = newId('fr')
  const line = recordBalance(platform, {
    type: 'application_fee_refund',
    amount: -amount,
    currency: fee.currency,
    source: id,
    reverses: fee.balance_transaction as string,
  })
  const refund = platform.book.put('fee_refunds', {
    id,
    object: 'fee_refund',
    amount,
    balance_transaction: line.id,
    created: platform.box.clock.seconds(),
    currency: fee.currency,
    fee: fee.id,
    metadata,
  })
  const amount_refunded = fee.amount_refunded + amount
  const after = platform.book.put('application_fees', {
    ...fee,
    amount_refunded,
    refunded: amount_refunded === fee.amount,
    refunds: listOf(
      fee.refunds.url,
      [refund, ...fee.refunds.data].slice(0, 10),
      fee.refunds.data.length >= 10,
    ),
  })
  emit(platform, 'application_fee.refunded', after)
  return refund
}

/** A fee returned without a refund to the payer: the account gets it as an adjustment. */
export function creditAccount(platform: Act, fee: Stripe.ApplicationFee, refund: Stripe.FeeRefund): void {
  recordBalance(
    { ...platform, book: platform.box.store.book(fee.account as string) },
    {
      type: 'adjustment',
      reporting_category: 'other_adjustment',
      amount: refund.amount,
      currency: refund.currency,
      source: fee.charge as string,
      description: 'Application fee refund',
      at_once: true,
    },
  )
}

function createFeeRefund(context: RequestContext): Stripe.FeeRefund {
  const fee = needFee(context)
  const left = fee.amount - fee.amount_refunded
  const amount = integer(context.params, 'amount') ?? left
  if (fee.refunded)
    throw invalid('This application fee has already been refunded.', undefined, 'application_fee_refunded')
  if (amount < 1 || amount > left)
    throw invalid(`Refund amount must be between 1 and ${left}, what is left of the fee.`, 'amount')
  const refund = giveFeeBack(context, fee, amount, metadata(context.params))
  creditAccount(context, fee, refund)
  return refund
}

function needFee(context: RequestContext): Stripe.ApplicationFee {
  const fee = context.book.get('application_fees', context.path.id ?? '')
  if (!fee) throw noSuch('application fee', context.path.id ?? '')
  return fee
}

function needFeeRefund(context: RequestContext): Stripe.FeeRefund {
  const refund = context.book.get('fee_refunds', context.path.refund ?? '')
  if (!refund || refund.fee !== needFee(context).id) throw noSuch('fee refund', context.path.refund ?? '')
  return refund
}
