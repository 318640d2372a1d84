import type Stripe from 'stripe'
import { invalid, missingParam, noSuch } from '../../errors.ts'
import { changed, integer, metadata, needText, text } from '../../params.ts'
import type { RequestContext, Route } from '../../sandbox.ts'
import { listParams, page } from '../../store/list.ts'
import { needCharge } from '../charges.ts'
import { emit } from '../events.ts'
import { balanceOf } from './balance-transactions.ts'
import { sendTransfer } from './send-transfer.ts'

/**
 * A transfer of the platform's money to one of its accounts: from its available balance or, with a
 * `source_transaction`, from that charge's money.
 */
function createTransfer(context: RequestContext): Stripe.Transfer {
  const amount = integer(context.params, 'amount')
  if (amount === undefined) throw missingParam('amount')
  if (amount < 1)
    throw invalid('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer')
  const currency = needText(context.params, 'currency').toLowerCase()
  const destination = needText(context.params, 'destination')
  const account = context.book.get('accounts', destination)
  if (!account || destination === context.book.account)
    throw noSuch('destination', destination, 'destination', 400)
  if (account.capabilities?.transfers !== 'active')
    throw invalid(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      'destination',
      'insufficient_capabilities_for_transfer',
    )
  const charge = chargeToSend(context, amount)
  if (!charge && amount > balanceOf(context.book, currency, context.box.clock.seconds()).available)
    throw invalid(
      'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card.',
      undefined,
      'balance_insufficient',
    )
  return sendTransfer(context, {
    destination,
    amount,
    currency,
    fee: 0,
    description: text(context.params, 'description') ?? null,
    metadata: metadata(context.params),
    source_transaction: charge?.id ?? null,
    transfer_group: text(context.params, 'transfer_group') ?? charge?.transfer_group ?? null,
    like: null,
  }).transfer
}

function chargeToSend(context: RequestContext, amount: number): Stripe.Charge | null {
  const id = text(context.params, 'source_transaction')
  if (!id) return null
  const charge = needCharge(context, id, 'source_transaction')
  const taken = context.book
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
    handle: (context) => page(context, 'transfers', { equal: ['destination', 'transfer_group'] }),
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
    handle(context) {
      const before = needTransfer(context)
      const after = context.book.put('transfers', {
        ...before,
        description: changed(context.params, 'description', before.description),
        metadata: metadata(context.params, before.metadata),
      })
      emit(context, 'transfer.updated', after)
      return after
    },
  },
]

export function needTransfer(context: RequestContext): Stripe.Transfer {
  const transfer = context.book.get('transfers', context.path.id ?? '')
  if (!transfer) throw noSuch('transfer', context.path.id ?? '')
  return transfer
}
