import type Stripe from 'stripe'
import { invalid, missingParam, noSuch } from '../../errors.ts'
import { changed, integer, metadata, needText, text } from '../../params.ts'
import type { Ask, Route } from '../../sandbox.ts'
import { listParams, page } from '../../store/list.ts'
import { needCharge } from '../charges.ts'
import { emit } from '../events.ts'
import { balanceOf } from './balance-transactions.ts'
import { sendTransfer } from './send-transfer.ts'

/**
 * A transfer of the platform's money to one of its accounts: from its available balance or, with a
 * `source_transaction`, from that charge's money.
 */
function createTransfer(ask: Ask): Stripe.Transfer {
  const amount = integer(ask.params, 'amount')
  if (amount === undefined) throw missingParam('amount')
  if (amount < 1)
    throw invalid('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer')
  const currency = needText(ask.params, 'currency').toLowerCase()
  const destination = needText(ask.params, 'destination')
  const account = ask.book.get('accounts', destination)
  if (!account || destination === ask.book.account)
    throw noSuch('destination', destination, 'destination', 400)
  if (account.capabilities?.transfers !== 'active')
    throw invalid(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      'destination',
      'insufficient_capabilities_for_transfer',
    )
  const charge = chargeToSend(ask, amount)
  if (!charge && amount > balanceOf(ask.book, currency, ask.box.clock.seconds()).available)
    throw invalid(
      'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card.',
      undefined,
      'balance_insufficient',
    )
  return sendTransfer(ask, {
    destination,
    amount,
    currency,
    fee: 0,
    description: text(ask.params, 'description') ?? null,
    metadata: metadata(ask.params),
    source_transaction: charge?.id ?? null,
    transfer_group: text(ask.params, 'transfer_group') ?? charge?.transfer_group ?? null,
    like: null,
  }).transfer
}

function chargeToSend(ask: Ask, amount: number): Stripe.Charge | null {
  const id = text(ask.params, 'source_transaction')
  if (!id) return null
  const charge = needCharge(ask, id, 'source_transaction')
  const taken = ask.book
    .where('transfers', 'source_transaction', id)
    .reduce((sum, transfer) => sum + transfer.amount - transfer.amount_reversed, 0)
  if (charge.status !== 'succeeded' || amount > charge.amount_captured - taken)
    throw invalid('Transfers using this transaction as a source must not exceed the source amount.', 'amount')
  return charge
}

export const transferRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/transfers',
    params: [
      'amount',
      'currency',
      'destination',
      'description',
      'metadata',
      'source_transaction',
      'source_type',
      'transfer_group',
      'expand',
    ],
    handle: createTransfer,
  },
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
    handle: needTransfer,
  },
  {
    method: 'POST',
    path: '/v1/transfers/:id',
    params: ['description', 'metadata', 'expand'],
    handle(ask) {
      const before = needTransfer(ask)
      const after = ask.book.put('transfers', {
        ...before,
        description: changed(ask.params, 'description', before.description),
        metadata: metadata(ask.params, before.metadata),
      })
      emit(ask, 'transfer.updated', after)
      return after
    },
  },
]

export function needTransfer(ask: Ask): Stripe.Transfer {
  const transfer = ask.book.get('transfers', ask.path.id ?? '')
  if (!transfer) throw noSuch('transfer', ask.path.id ?? '')
  return transfer
}
