import type Stripe from 'stripe'
import { noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import { listParams, page } from '../list.ts'
import { text } from '../params.ts'
import type { Act, Route } from '../sandbox.ts'

const daysToSettle = 7

export interface Entry {
  type: Stripe.BalanceTransaction.Type
  amount: number
  currency: string
  source: string
  fee?: number
  fee_type?: 'stripe_fee' | 'application_fee'
  description?: string | null
}

/** Writes one line of the account's balance, in cents: `net = amount - fee`. */
export function recordBalance(act: Act, entry: Entry): Stripe.BalanceTransaction {
  const fee = entry.fee ?? 0
  const created = act.box.clock.seconds()
  return act.book.put('balance_transactions', {
    id: newId('txn'),
    object: 'balance_transaction',
    amount: entry.amount,
    available_on: created + daysToSettle * 86_400,
    balance_type: 'payments',
    created,
    currency: entry.currency,
    description: entry.description ?? null,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [feeDetail(entry, fee)],
    net: entry.amount - fee,
    reporting_category: reportingCategory[entry.type] ?? entry.type,
    source: entry.source,
    status: 'pending',
    type: entry.type,
  })
}

const reportingCategory: Partial<Record<string, string>> = {
  payment: 'charge',
  payment_refund: 'refund',
  adjustment: 'dispute',
  application_fee: 'platform_earning',
  application_fee_refund: 'platform_earning_refund',
  transfer_refund: 'transfer_reversal',
}

function feeDetail(entry: Entry, fee: number): Stripe.BalanceTransaction.FeeDetail {
  const type = entry.fee_type ?? 'stripe_fee'
  const description = type === 'stripe_fee' ? 'Stripe processing fees' : 'Application fee'
  return { amount: fee, application: null, currency: entry.currency, description, type }
}

export const balanceRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/balance_transactions',
    params: [...listParams, 'created', 'type', 'source', 'currency', 'payout'],
    handle(ask) {
      const type = text(ask.params, 'type')
      const source = text(ask.params, 'source')
      const lines = ask.book.rows('balance_transactions')
      return page(
        ask,
        lines.filter((line) => (!type || line.type === type) && (!source || line.source === source)),
      )
    },
  },
  {
    method: 'GET',
    path: '/v1/balance_transactions/:id',
    params: ['expand'],
    handle(ask) {
      const line = ask.book.get('balance_transactions', ask.path.id ?? '')
      if (!line) throw noSuch('balance transaction', ask.path.id ?? '')
      return line
    },
  },
  {
    method: 'GET',
    path: '/v1/balance',
    params: ['expand'],
    handle(ask) {
      const now = ask.box.clock.seconds()
      const sums = new Map<string, { available: number; pending: number }>([
        ['eur', { available: 0, pending: 0 }],
      ])
      for (const line of ask.book.rows('balance_transactions')) {
        const sum = sums.get(line.currency) ?? { available: 0, pending: 0 }
        sum[line.available_on <= now ? 'available' : 'pending'] += line.net
        sums.set(line.currency, sum)
      }
      const part = (name: 'available' | 'pending') =>
        [...sums].map(([currency, sum]) => ({ amount: sum[name], currency, source_types: {} }))
      return { object: 'balance', available: part('available'), pending: part('pending'), livemode: false }
    },
  },
]
