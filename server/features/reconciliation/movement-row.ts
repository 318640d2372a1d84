import type { ItemClass } from '@saldo/domain/accounting/reconciliation'
import { today } from '@saldo/domain/dates'
import type Stripe from 'stripe'
import { claimedAttempt, idOf } from '../../provider/provider-object.ts'
import type { ProviderAccount } from '../../provider/providers.ts'

/** A movement of the provider's balance as we store it, in cents. */
export type MovementRow = {
  provider_account: ProviderAccount
  movement_id: string
  class: ItemClass | 'other'
  type: string
  amount: number
  fee: number
  at: string
  available_on: string
  source_id: string | null
  charge_id: string | null
  payment_intent: string | null
  claimed_attempt_id: number | null
  pending: boolean
  /** The connected account whose book it is in; null: the platform's. */
  book: string | null
  /** The provider's transfer, reversal or fee to which it belongs. */
  part_of: string | null
}

/**
 * Converts a movement with its source. `book` is the connected account whose book it is in. There the platform fee is
 * part of the received amount, so amounts are net. Payouts belong to no payment: `other`.
 */
export function movementRow(
  provider_account: ProviderAccount,
  movement: Stripe.BalanceTransaction,
  book: string | null = null,
): MovementRow {
  return {
    provider_account,
    movement_id: movement.id,
    type: movement.type,
    amount: book ? movement.net : movement.amount,
    fee: book ? 0 : movement.fee,
    book,
    at: new Date(movement.created * 1000).toISOString(),
    available_on: today(new Date(movement.available_on * 1000)),
    source_id: idOf(movement.source),
    ...(book ? aboutConnected(movement) : about(movement)),
  }
}

type About = Pick<
  MovementRow,
  'class' | 'charge_id' | 'payment_intent' | 'claimed_attempt_id' | 'pending' | 'part_of'
>
const other: About = {
  class: 'other',
  charge_id: null,
  payment_intent: null,
  claimed_attempt_id: null,
  pending: false,
  part_of: null,
}

function about({ source }: Stripe.BalanceTransaction): About {
  if (!source || typeof source === 'string') return other
  switch (source.object) {
    case 'charge':
      return {
        ...other,
        class: 'charge',
        charge_id: source.id,
        payment_intent: idOf(source.payment_intent),
        claimed_attempt_id: claimedAttempt(source.metadata),
        pending: source.status === 'pending',
      }
    case 'refund':
    case 'dispute':
      return {
        ...other,
        class: source.object,
        charge_id: idOf(source.charge),
        payment_intent: idOf(source.payment_intent),
      }
    case 'transfer':
      return {
        ...other,
        class: 'transfer',
        charge_id: idOf(source.source_transaction),
        claimed_attempt_id: claimedAttempt(source.metadata),
        part_of: source.id,
      }
    case 'transfer_reversal':
      return { ...other, class: 'transfer', part_of: idOf(source.transfer) }
    case 'application_fee':
      return {
        ...other,
        class: 'transfer',
        charge_id: idOf(source.originating_transaction),
        part_of: source.id,
      }
    case 'fee_refund':
      return { ...other, class: 'transfer', part_of: idOf(source.fee) }
    default:
      return other
  }
}

/** A connected account may have other business; only the platform's transfers and reversals concern us. */
function aboutConnected({ source }: Stripe.BalanceTransaction): About {
  if (!source || typeof source === 'string') return other
  if (source.object === 'charge' && source.source_transfer)
    return { ...other, class: 'connected', charge_id: source.id, part_of: idOf(source.source_transfer) }
  if (source.object === 'refund' && source.source_transfer_reversal)
    return {
      ...other,
      class: 'connected',
      charge_id: idOf(source.charge),
      part_of: idOf(source.source_transfer_reversal),
    }
  return other
}
