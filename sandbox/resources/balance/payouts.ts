import type Stripe from 'stripe'
import { invalid, missingParam, noSuch } from '../../errors.ts'
import { newId } from '../../ids.ts'
import { choice, integer, metadata, needText, text } from '../../params.ts'
import { accountOf, paidOutBefore, platformOf, setPaidOutBefore } from '../../payments/payout-schedule.ts'
import { assertMove } from '../../payments/transitions.ts'
import { debitBehaviours } from '../../rails/test-ibans.ts'
import type { Act, RequestContext, Route } from '../../sandbox.ts'
import { listParams, page } from '../../store/list.ts'
import { createdOf } from '../../store/table.ts'
import { saveAccount } from '../accounts/accounts.ts'
import { emit } from '../events.ts'
import { balanceOf, recordBalance } from './balance-transactions.ts'

const day = 86_400
const secondsUntilSent = 3600

export const payoutRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/payouts',
    params: [
      'amount',
      'currency',
      'description',
      'destination',
      'metadata',
      'method',
      'source_type',
      'statement_descriptor',
      'expand',
    ],
    handle: createPayout,
  },
  {
    method: 'GET',
    path: '/v1/payouts',
    params: [...listParams, 'created', 'arrival_date', 'destination', 'status'],
    handle(context) {
      const arrives = integer(context.params, 'arrival_date')
      return page(context, 'payouts', {
        equal: ['status', 'destination'],
        fits: (payout) => arrives === undefined || payout.arrival_date === arrives,
      })
    },
  },
  {
    method: 'GET',
    path: '/v1/payouts/:id',
    params: ['expand'],
    handle: (context) => needPayout(context, context.path.id ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/payouts/:id',
    params: ['metadata', 'expand'],
    handle(context) {
      const before = needPayout(context, context.path.id ?? '')
      return movePayout(
        context,
        before,
        { metadata: metadata(context.params, before.metadata ?? {}) },
        'payout.updated',
      )
    },
  },
  {
    method: 'POST',
    path: '/v1/payouts/:id/cancel',
    params: ['expand'],
    handle: cancelPayout,
  },
]

/** A manual payout: never more than what is available. */
function createPayout(context: RequestContext): Stripe.Payout {
  const amount = integer(context.params, 'amount')
  if (amount === undefined) throw missingParam('amount')
  if (amount < 1)
    throw invalid('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer')
  const currency = needText(context.params, 'currency').toLowerCase()
  const bank = bankOf(context)
  const destination = text(context.params, 'destination') ?? bank?.id
  if (!bank || destination !== bank.id)
    throw destination
      ? noSuch('external account', destination, 'destination', 400)
      : invalid(
          "Sorry, you don't have any external accounts in that currency (eur).",
          'currency',
          'payouts_not_allowed',
        )
  if (amount > balanceOf(context.book, currency, context.box.clock.seconds()).available)
    throw invalid('You have insufficient funds in your Stripe account.', 'amount', 'balance_insufficient')
  const payout = writePayout(context, {
    amount,
    automatic: false,
    currency,
    description: text(context.params, 'description') ?? null,
    destination,
    metadata: metadata(context.params),
    method: choice(context.params, 'method', ['standard', 'instant']) ?? 'standard',
    statement_descriptor: text(context.params, 'statement_descriptor') ?? null,
  })
  emit(context, 'payout.created', payout)
  context.box.clock.schedule(context.book.account, 'send_payout', payout.id, secondsUntilSent)
  context.box.clock.scheduleOnce(context.book.account, 'arrive_payout', payout.id, payout.arrival_date)
  return payout
}

/** The schedule's day: pays out all available lines that are in no payout yet. */
export function payOut(act: Act): void {
  const bank = bankOf(act)
  // As at Stripe, a bank account that bounced stops automatic payouts until another one is given.
  if (!bank || bank.status === 'errored' || !accountOf(act)?.payouts_enabled) return
  const now = act.box.clock.seconds()
  for (const payout of settleUpTo(act, now, bank.id)) {
    emit(act, 'payout.created', payout)
    act.box.clock.scheduleOnce(act.book.account, 'arrive_payout', payout.id, payout.arrival_date)
  }
}

/** One automatic payout per currency with every line available at `instant` (seconds) and not paid out yet. */
export function settleUpTo(act: Act, instant: number, destination: string | null): Stripe.Payout[] {
  const sums = new Map<string, { total: number; lines: string[] }>()
  let unpaid = instant
  const ids = act.book.ids('balance_transactions')
  const from = paidOutBefore(act.book)
  for (let place = ids.length - 1; place >= 0; place--) {
    const line = act.book.get('balance_transactions', ids[place] ?? '')
    if (!line || createdOf(line) < from) break
    if (act.book.get('settlements', line.id)) continue
    if (line.available_on > instant) {
      unpaid = Math.min(unpaid, line.created)
      continue
    }
    const sum = sums.get(line.currency) ?? { total: 0, lines: [] }
    sum.total += line.net
    sum.lines.push(line.id)
    sums.set(line.currency, sum)
  }
  const payouts: Stripe.Payout[] = []
  for (const [currency, { total, lines }] of sums) {
    if (total > 0) payouts.push(settle(act, { currency, total, lines, instant, destination }))
    else unpaid = Math.min(unpaid, ...lines.map((id) => createdOf(act.book.get('balance_transactions', id))))
  }
  setPaidOutBefore(act.book, unpaid)
  return payouts
}

interface Batch {
  currency: string
  total: number
  lines: readonly string[]
  instant: number
  destination: string | null
}

/** Writes an automatic payout of these lines, dated `instant`. */
export function settle(act: Act, { currency, total, lines, instant, destination }: Batch): Stripe.Payout {
  const payout = writePayout(act, {
    amount: total,
    automatic: true,
    created: instant,
    currency,
    description: 'STRIPE PAYOUT',
    destination,
    reconciliation_status: 'completed',
    status: 'in_transit',
  })
  for (const id of [...lines, payout.balance_transaction as string])
    act.book.put('settlements', { id, payout: payout.id })
  return payout
}

/** The bank has received it, or refuses it. */
export function arrivePayout(act: Act, id: string): void {
  const payout = act.book.get('payouts', id)
  if (!payout || (payout.status !== 'in_transit' && payout.status !== 'pending')) return
  const sent = payout.status === 'pending' ? movePayout(act, payout, { status: 'in_transit' }) : payout
  const name = act.book.get('instruments', (sent.destination as string | null) ?? '')?.behaviour
  const outcome = debitBehaviours[name as keyof typeof debitBehaviours]?.outcome
  if (typeof outcome === 'object') {
    failPayout(act, id)
    return
  }
  const paid = movePayout(act, sent, { status: 'paid' }, 'payout.paid')
  if (paid.automatic) emit(act, 'payout.reconciliation_completed', paid)
}

export function sendPayout(act: Act, id: string): void {
  const payout = act.book.get('payouts', id)
  if (payout?.status === 'pending') movePayout(act, payout, { status: 'in_transit' }, 'payout.updated')
}

/** The bank returned it (perhaps days after it was paid): the money is in the balance again. */
export function failPayout(act: Act, id: string, failure_code = 'account_closed'): Stripe.Payout {
  const payout = needPayout(act, id)
  assertOpen(payout, 'failed')
  const line = recordBalance(act, {
    type: 'payout_failure',
    amount: payout.amount,
    currency: payout.currency,
    source: payout.id,
    description: 'PAYOUT FAILURE',
    at_once: true,
  })
  const failed = movePayout(
    act,
    payout,
    {
      status: 'failed',
      failure_balance_transaction: line.id,
      failure_code,
      failure_message: 'The bank account could not be credited.',
    },
    'payout.failed',
  )
  markErrored(act)
  return failed
}

function cancelPayout(context: RequestContext): Stripe.Payout {
  const payout = needPayout(context, context.path.id ?? '')
  if (payout.automatic)
    throw invalid('You cannot cancel automatic payouts.', undefined, 'payout_reversal_not_allowed')
  assertOpen(payout, 'canceled')
  const line = recordBalance(context, {
    type: 'payout_cancel',
    amount: payout.amount,
    currency: payout.currency,
    source: payout.id,
    at_once: true,
  })
  return movePayout(
    context,
    payout,
    { status: 'canceled', failure_balance_transaction: line.id },
    'payout.canceled',
  )
}

function assertOpen(payout: Stripe.Payout, to: 'canceled' | 'failed'): void {
  const states = to === 'canceled' ? ['pending'] : ['pending', 'in_transit', 'paid']
  if (!states.includes(payout.status))
    throw invalid(
      `Payouts can only be ${to} while ${states.join(', ')}. This payout is ${payout.status}.`,
      undefined,
      'payout_reversal_not_allowed',
    )
}

type Draft = Partial<Stripe.Payout> & Pick<Stripe.Payout, 'amount' | 'automatic' | 'currency'>

function writePayout(act: Act, draft: Draft): Stripe.Payout {
  const id = newId('po')
  const created = draft.created ?? act.box.clock.seconds()
  const line = recordBalance(act, {
    type: 'payout',
    amount: -draft.amount,
    currency: draft.currency,
    source: id,
    description: draft.description ?? 'STRIPE PAYOUT',
    at_once: true,
    created,
  })
  return act.book.put('payouts', {
    id,
    object: 'payout',
    application_fee: null,
    application_fee_amount: null,
    arrival_date: draft.method === 'instant' ? created + 1800 : Math.floor(created / day + 1) * day,
    balance_transaction: line.id,
    created,
    description: null,
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'pending',
    trace_id: null,
    type: 'bank_account',
    ...draft,
  })
}

function movePayout(
  act: Act,
  payout: Stripe.Payout,
  change: Partial<Stripe.Payout>,
  event?: Stripe.Event.Type,
): Stripe.Payout {
  if (change.status && change.status !== payout.status) assertMove('payout', payout.status, change.status)
  const moved = act.book.put('payouts', { ...payout, ...change })
  if (event) emit(act, event, moved)
  return moved
}

function needPayout(act: Act, id: string): Stripe.Payout {
  const payout = act.book.get('payouts', id)
  if (!payout) throw noSuch('payout', id)
  return payout
}

/** The bank account for this account's payouts. */
export function bankOf(act: Act): Stripe.BankAccount | undefined {
  const account = accountOf(act)?.external_accounts?.data[0]
  return account?.object === 'bank_account' ? account : undefined
}

function markErrored(act: Act): void {
  const account = accountOf(act)
  const bank = bankOf(act)
  if (!account?.external_accounts || !bank) return
  const holder = act.box.store.book(platformOf(act.book) ?? act.book.account)
  saveAccount(
    { ...act, book: holder },
    {
      ...account,
      external_accounts: { ...account.external_accounts, data: [{ ...bank, status: 'errored' }] },
    },
    account,
  )
}
