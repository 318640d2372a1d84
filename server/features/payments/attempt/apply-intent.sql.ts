import type { AttemptState, PaymentState } from '@saldo/domain/payments/payment'
import { cardBrandOf } from '@saldo/domain/payments/payment-method'
import type Stripe from 'stripe'
import type { Tx } from '../../../db/connection.ts'
import { releaseCents } from '../../bills/money/instalment-money.ts'
import { moveAttemptMandate } from '../../mandates/attempt-mandate.ts'
import type { LockedAttempt } from './locked-attempt.ts'

const paymentStateOf: Record<AttemptState, PaymentState> = {
  recorded: 'created',
  created: 'created',
  requires_action: 'requires_action',
  processing: 'processing',
  unknown: 'unknown',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
  returned: 'failed',
  disputed: 'disputed',
  refunded: 'refunded',
}

/**
 * Changes attempt and payment together. `intent` is null when the provider has no object for it. Stops polling of what
 * is settled or closed.
 */
export async function moveAttempt(
  tx: Tx,
  attempt: LockedAttempt,
  to: AttemptState,
  intent: Stripe.PaymentIntent | null,
) {
  const charge = intent && chargeOf(intent)
  const failure_code = ['failed', 'returned'].includes(to)
    ? (attempt.failure_code ?? (intent && failureOf(intent)))
    : null
  attempt.failure_code = failure_code
  await tx`
    update payment_attempts
    set state = ${to}, provider_charge = coalesce(${charge?.id ?? null}, provider_charge),
      provider_mandate = coalesce(${charge?.payment_method_details?.sepa_debit?.mandate ?? null}, provider_mandate),
      failure_code = ${failure_code}, next_action_url = ${intent && to === 'requires_action' ? redirectOf(intent) : null},
      next_check_at = ${nextCheck(tx, to)}, checks = 0
    where attempt_id = ${attempt.attempt_id}`
  await tx`
    update payments
    set state = ${paymentStateOf[to]}, failure_code = ${failure_code}, ${shownMethod(tx, charge)}
      settled_at = ${to === 'succeeded' ? tx`coalesce(settled_at, now())` : tx`settled_at`}, updated_at = now()
    where customer_id = ${attempt.customer_id} and payment_id = ${attempt.payment_id}`
}

function nextCheck(tx: Tx, state: AttemptState) {
  if (state === 'requires_action') return tx`now() + interval '31 minutes'`
  if (state === 'processing') return tx`now() + interval '30 minutes'`
  return state === 'created' || state === 'unknown' ? tx`now() + interval '60 seconds'` : tx`null`
}

function shownMethod(tx: Tx, charge: Stripe.Charge | null) {
  const details = charge?.payment_method_details
  if (details?.card) return tx`brand = ${cardBrandOf(details.card.brand)}, last4 = ${details.card.last4},`
  if (details?.sepa_debit) return tx`brand = 'bank', last4 = ${details.sepa_debit.last4},`
  return tx``
}

/** Stores the address of the page where the payer approves. Nothing else is new in this case. */
export async function updateApprovalUrl(
  tx: Tx,
  attempt: LockedAttempt,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  if (attempt.state !== 'requires_action') return
  await tx`update payment_attempts set next_action_url = ${redirectOf(intent)} where attempt_id = ${attempt.attempt_id}`
}

/** Releases the instalments that an attempt held; `settled`: they are paid. */
export async function releaseInstalments(tx: Tx, attempt: LockedAttempt, settled: boolean): Promise<void> {
  const held = await tx<{ instalment_id: number; amount: number }[]>`
    update attempt_instalments set open = false where attempt_id = ${attempt.attempt_id} and open
    returning instalment_id, amount`
  await releaseCents(tx, held, settled)
}

export async function setFee(tx: Tx, attempt: LockedAttempt, fee: number): Promise<void> {
  await tx`
    update payments set fee = ${fee} where customer_id = ${attempt.customer_id} and payment_id = ${attempt.payment_id}`
}

/** Records whether the ledger has the transfer to the connected account; until then a sweep polls. */
export async function noteTransfer(tx: Tx, attempt: LockedAttempt, transfer_booked: boolean): Promise<void> {
  await tx`update payment_attempts set transfer_booked = ${transfer_booked} where attempt_id = ${attempt.attempt_id}`
}

export async function setMandate(
  tx: Tx,
  attempt: LockedAttempt,
  state: 'active' | 'revoked',
  intent: Stripe.PaymentIntent | null,
) {
  const details = intent && chargeOf(intent)?.payment_method_details?.sepa_debit
  await moveAttemptMandate(tx, attempt.attempt_id, state, {
    provider_mandate: details?.mandate ?? null,
    last4: details?.last4 ?? null,
  })
}

export async function setSource(tx: Tx, attempt: LockedAttempt, source_id: number): Promise<void> {
  await tx`update payment_attempts set source_id = ${source_id} where attempt_id = ${attempt.attempt_id}`
  attempt.source_id = source_id
}

export function chargeOf(intent: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof intent.latest_charge === 'object' ? intent.latest_charge : null
}

const redirectOf = (intent: Stripe.PaymentIntent) => intent.next_action?.redirect_to_url?.url ?? null

const failureOf = (intent: Stripe.PaymentIntent) =>
  intent.last_payment_error?.decline_code ??
  intent.last_payment_error?.code ??
  chargeOf(intent)?.failure_code ??
  'debit_disputed'
