import type { PayoutLineClass } from '@saldo/domain/payments/payout'
import type Stripe from 'stripe'
import { claimedAttempt, idOf } from '../../provider/provider-object.ts'

/** A line of a payout as the provider describes it, with the ids that lead to its payment. In cents. */
export type ProviderPayoutLine = {
  movement_id: string
  class: PayoutLineClass
  type: string
  /** ISO instant. */
  at: string
  amount: number
  fee: number
  payment_intent: string | null
  charge_id: string | null
  claimed_attempt_id: number | null
  /** The earlier payout that was returned. */
  failed_payout: string | null
}

/** The object behind a line: the platform's charge or, for a transfer without charge, the attempt that it names. */
export type LineObject = Pick<ProviderPayoutLine, 'charge_id' | 'claimed_attempt_id'>
/** The object behind each id that a line names. */
export type LineObjects = ReadonlyMap<string, LineObject>

/** Types of lines that concern the platform and no payment: the provider's bills, money put in or taken out. */
const ownTypes = new Set([
  'stripe_fee',
  'stripe_fx_fee',
  'tax_fee',
  'network_cost',
  'contribution',
  'topup',
  'topup_reversal',
  'reserve_transaction',
  'reserved_funds',
])

/** Reads a line. `connected`: it is in the book of an office's own account, where nothing belongs to the platform. */
export function providerPayoutLine(
  movement: Stripe.BalanceTransaction,
  behind: LineObjects,
  connected: boolean,
): ProviderPayoutLine {
  const { source } = movement
  const about = source && typeof source === 'object' ? aboutSource(source, behind, connected) : unknown
  const own = about.class === 'unknown' && !connected && ownTypes.has(movement.type)
  return {
    movement_id: movement.id,
    type: movement.type,
    at: new Date(movement.created * 1000).toISOString(),
    amount: movement.amount,
    fee: movement.fee,
    ...about,
    ...(own ? { class: 'own' } : {}),
  }
}

type About = Pick<
  ProviderPayoutLine,
  'class' | 'payment_intent' | 'charge_id' | 'claimed_attempt_id' | 'failed_payout'
>
const unknown: About = {
  class: 'unknown',
  payment_intent: null,
  charge_id: null,
  claimed_attempt_id: null,
  failed_payout: null,
}

function aboutSource(
  source: Stripe.BalanceTransactionSource,
  behind: LineObjects,
  connected: boolean,
): About {
  const by = (id: string | null): LineObject =>
    (id === null ? undefined : behind.get(id)) ?? { charge_id: id, claimed_attempt_id: null }
  switch (source.object) {
    case 'charge':
      return {
        ...unknown,
        class: 'charge',
        payment_intent: idOf(source.payment_intent),
        // The owner of a connected account can edit the metadata of its payments, so only the platform's own
        // transfer is trusted.
        ...(connected
          ? by(source.id)
          : { charge_id: source.id, claimed_attempt_id: claimedAttempt(source.metadata) }),
      }
    case 'refund':
    case 'dispute':
      return {
        ...unknown,
        class: source.object,
        ...by(idOf(source.charge)),
        payment_intent: idOf(source.payment_intent),
      }
    case 'transfer':
      // A transfer made after a won dispute or a failed refund has no charge; its metadata names the attempt.
      return {
        ...unknown,
        class: 'transfer',
        charge_id: idOf(source.source_transaction),
        claimed_attempt_id: claimedAttempt(source.metadata),
      }
    case 'transfer_reversal':
      return { ...unknown, class: 'transfer', ...by(idOf(source.transfer)) }
    case 'application_fee':
      return {
        ...unknown,
        class: 'application_fee',
        ...(source.originating_transaction
          ? { charge_id: idOf(source.originating_transaction) }
          : by(idOf(source.charge))),
      }
    case 'fee_refund':
      return { ...unknown, class: 'application_fee', ...by(idOf(source.fee)) }
    case 'payout':
      return { ...unknown, class: 'payout_failure', failed_payout: source.id }
    default:
      return unknown
  }
}
