import type { ItemClass } from '@saldo/domain/reconciliation'
import type Stripe from 'stripe'
import type { ProviderAccount } from '../../provider/providers.ts'

/** A movement of the provider's balance as we keep it; cents. */
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
}

/** What a movement with its source tells. Payouts, transfers and fees of the platform are of no payment: `other`. */
export function movementRow(
  provider_account: ProviderAccount,
  movement: Stripe.BalanceTransaction,
): MovementRow {
  return {
    provider_account,
    movement_id: movement.id,
    type: movement.type,
    amount: movement.amount,
    fee: movement.fee,
    at: new Date(movement.created * 1000).toISOString(),
    available_on: new Date(movement.available_on * 1000).toISOString().slice(0, 10),
    source_id: idOf(movement.source),
    ...about(movement),
  }
}

type About = Pick<MovementRow, 'class' | 'charge_id' | 'payment_intent' | 'claimed_attempt_id' | 'pending'>
const other: About = {
  class: 'other',
  charge_id: null,
  payment_intent: null,
  claimed_attempt_id: null,
  pending: false,
}

function about({ source }: Stripe.BalanceTransaction): About {
  if (!source || typeof source === 'string') return other
  switch (source.object) {
    case 'charge':
      return {
        class: 'charge',
        charge_id: source.id,
        payment_intent: idOf(source.payment_intent),
        claimed_attempt_id: claimed(source.metadata),
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
    default:
      return other
  }
}

function claimed(metadata: Stripe.Metadata | null): number | null {
  const id = Number(metadata?.attempt_id)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)
