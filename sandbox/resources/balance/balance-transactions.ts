import type Stripe from 'stripe'
import { noSuch } from '../../errors.ts'
import { newId } from '../../ids.ts'
import { text } from '../../params.ts'
import { expectPayout, scheduleOf } from '../../payments/payout-schedule.ts'
import type { Act, Route } from '../../sandbox.ts'
import { listParams, page } from '../../store/list.ts'
import type { Book } from '../../store/store.ts'

const day = 86_400

/** One movement of the account's balance, amounts in cents. */
export interface Entry {
  type: Stripe.BalanceTransaction.Type
  amount: number
  currency: string
  source: string
  /** the fees, and whose they are */
  fees?: readonly Fee[]
  description?: string | null
  /** if the type does not determine it */
  reporting_category?: string
  /** reverses this earlier line (id), so it becomes available with that one; otherwise after `delay_days` */
  reverses?: string | null
  /** available at once: payouts */
  at_once?: boolean
  /** sandbox seconds; by default now */
  created?: number
}

export interface Fee {
  amount: number
  type: 'stripe_fee' | 'application_fee'
  description?: string
}

/** Writes one line of the account's balance: `net = amount - fee`. */
export function recordBalance(act: Act, entry: Entry): Stripe.BalanceTransaction {
  const fees = (entry.fees ?? []).filter((fee) => fee.amount !== 0)
  const fee = fees.reduce((sum, part) => sum + part.amount, 0)
  const created = entry.created ?? act.box.clock.seconds()
  const line = act.book.put('balance_transactions', {
    id: newId('txn'),
    object: 'balance_transaction',
    amount: entry.amount,
    available_on: availableOn(act, entry, created),
    balance_type: 'payments',
    created,
    currency: entry.currency,
    description: entry.description ?? null,
    exchange_rate: null,
    fee,
    fee_details: fees.map((part) => feeDetail(part, entry.currency)),
    net: entry.amount - fee,
    reporting_category: entry.reporting_category ?? reportingCategory[entry.type] ?? entry.type,
    source: entry.source,
    status: 'pending',
    type: entry.type,
  })
  expectPayout(act, line)
  return line
}

/** The line's current state: its stored fields, with a status computed from the clock. */
export function lineNow(line: Stripe.BalanceTransaction, seconds: number): Stripe.BalanceTransaction {
  return { ...line, status: line.available_on <= seconds ? 'available' : 'pending' }
}

/** Available and pending cents. */
export function balanceOf(
  book: Book,
  currency: string,
  seconds: number,
): { available: number; pending: number } {
  const sum = { available: 0, pending: 0 }
  for (const line of book.rows('balance_transactions'))
    if (line.currency === currency) sum[line.available_on <= seconds ? 'available' : 'pending'] += line.net
  return sum
}

/** Received money becomes available at midnight (UTC) of the day `delay_days` later. */
function availableOn(act: Act, entry: Entry, created: number): number {
  if (entry.at_once) return created
  if (entry.reverses)
    return Math.max(created, act.book.get('balance_transactions', entry.reverses)?.available_on ?? 0)
  return Math.floor(created / day + scheduleOf(act).delay_days) * day
}

/** Stripe's own grouping of types for accounting. */
const reportingCategory: Partial<Record<string, string>> = {
  adjustment: 'dispute',
  application_fee: 'platform_earning',
  application_fee_refund: 'platform_earning_refund',
  payment: 'charge',
  payment_refund: 'refund',
  payout_cancel: 'payout_reversal',
  payout_failure: 'payout_reversal',
  transfer_refund: 'transfer_reversal',
}

function feeDetail(fee: Fee, currency: string): Stripe.BalanceTransaction.FeeDetail {
  const own = fee.type === 'stripe_fee'
  return {
    amount: fee.amount,
    application: own ? null : application,
    currency,
    description: fee.description ?? (own ? 'Stripe processing fees' : 'Saldo application fee'),
    type: fee.type,
  }
}

/** The one Connect application of this sandbox. */
export const application = 'ca_SaldoSandbox'

export const balanceRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/balance_transactions',
    params: [...listParams, 'created', 'type', 'source', 'currency', 'payout'],
    handle(context) {
      const payout = text(context.params, 'payout')
      const filters = { equal: ['source', 'type', 'currency'] } as const
      if (!payout) return page(context, 'balance_transactions', filters)
      if (!context.book.get('payouts', payout)) throw noSuch('payout', payout, 'payout', 400)
      const settled = new Set(context.book.idsWhere('settlements', 'payout', payout))
      return page(context, 'balance_transactions', { ...filters, fits: (line) => settled.has(line.id) })
    },
  },
  {
    method: 'GET',
    path: '/v1/balance_transactions/:id',
    params: ['expand'],
    handle(context) {
      const line = context.book.get('balance_transactions', context.path.id ?? '')
      if (!line) throw noSuch('balance transaction', context.path.id ?? '')
      return line
    },
  },
  {
    method: 'GET',
    path: '/v1/balance',
    params: ['expand'],
    handle(context) {
      const currencies = new Set(['eur'])
      for (const line of context.book.rows('balance_transactions')) currencies.add(line.currency)
      const sums = [...currencies].map(
        (currency) => [currency, balanceOf(context.book, currency, context.box.clock.seconds())] as const,
      )
      const part = (name: 'available' | 'pending') =>
        sums.map(([currency, sum]) => ({ amount: sum[name], currency, source_types: { card: sum[name] } }))
      return {
        object: 'balance',
        available: part('available'),
        livemode: false,
        pending: part('pending'),
      } satisfies Stripe.Balance
    },
  },
]
