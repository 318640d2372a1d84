import { type AttemptState, hasSettled, isOpen, mayMove } from '@saldo/domain/payment'
import type Stripe from 'stripe'
import type { Tx } from '../../../db/connection.ts'
import type { Services } from '../../../services.ts'
import { recordPaymentEvent } from '../../../timeline/payment-event.ts'
import { keepMethod } from '../../sources/keep-method.ts'
import * as sql from './apply-intent.sql.ts'
import { afterFailure, afterSuccess, afterWithdrawal } from './attempt-outcomes.ts'
import { eventOf, type LockedAttempt, lockAttempt } from './locked-attempt.ts'

/**
 * T2: applies what the provider says of an attempt, in one transaction: its state, the instalments it held, the payment,
 * the bill's standing, the ledger, the mails. Monotonic: old news changes nothing, the same news twice changes nothing.
 */
export async function applyIntent(
  services: Services,
  attempt_id: number,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  await services.asSystem(async (tx) => {
    const attempt = await lockAttempt(tx, attempt_id)
    const to = stateOf(intent, attempt)
    if (to === attempt.state) return sql.keepWaiting(tx, attempt, intent)
    // What became of the money after it came is the refunds' and the disputes' to say.
    if (hasSettled(attempt.state)) return
    if (!mayMove(attempt.state, to)) return to === 'succeeded' && reportLoss(services, attempt, intent)
    await sql.moveAttempt(tx, attempt, to, intent)
    await outcome(services, tx, attempt, to, intent)
  })
}

/**
 * The provider would not even make the object, so there is nothing that could be charged: the attempt has failed and the
 * bill is free again.
 */
export async function applyRefusal(
  services: Services,
  attempt_id: number,
  failure_code: string,
): Promise<void> {
  await services.asSystem(async (tx) => {
    const attempt = await lockAttempt(tx, attempt_id)
    if (!isOpen(attempt.state)) return
    attempt.failure_code = failure_code
    await sql.moveAttempt(tx, attempt, 'failed', null)
    await afterFailure(services, tx, attempt)
  })
}

/** What the provider's word means for an attempt. */
function stateOf(intent: Stripe.PaymentIntent, attempt: LockedAttempt): AttemptState {
  switch (intent.status) {
    case 'succeeded':
      return 'succeeded'
    case 'processing':
      return 'processing'
    case 'requires_action':
      return 'requires_action'
    case 'canceled':
      return attempt.failure_code || intent.last_payment_error ? 'failed' : 'cancelled'
    default:
      // Not confirmed: nothing is under way, whatever we feared.
      return attempt.state === 'recorded' ? 'created' : attempt.state
  }
}

async function outcome(
  services: Services,
  tx: Tx,
  attempt: LockedAttempt,
  to: AttemptState,
  intent: Stripe.PaymentIntent,
) {
  if (to === 'processing' || to === 'succeeded') await keepPaidMethod(services, tx, attempt, intent)
  if (to === 'processing') await announceLater(services, tx, attempt)
  if (to === 'succeeded') return afterSuccess(services, tx, attempt, intent)
  if (to === 'failed') return afterFailure(services, tx, attempt)
  if (to === 'cancelled') return afterWithdrawal(services, tx, attempt)
  await recordPaymentEvent(tx, {
    ...eventOf(attempt),
    kind: to,
    text: waitingText[to] ?? 'Aggiornato',
    actor: 'provider',
  })
}

async function keepPaidMethod(
  services: Services,
  tx: Tx,
  attempt: LockedAttempt,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  const source_id = await keepMethod(services, tx, attempt, intent)
  if (source_id) await sql.setSource(tx, attempt, source_id)
}

/** A debit made on the bill's page is announced when the bank is asked; a planned one was announced before. */
async function announceLater(services: Services, tx: Tx, attempt: LockedAttempt): Promise<void> {
  if (attempt.method === 'SEPA_DEBIT')
    await services.queue.enqueue(tx, 'announce-payment', { attempt_id: attempt.attempt_id })
}

const waitingText: Partial<Record<AttemptState, string>> = {
  created: 'Registrato presso il provider',
  requires_action: 'In attesa della conferma del pagatore',
  processing: 'Addebito presentato alla banca',
  unknown: 'In verifica',
}

/** Must never happen: the provider took money for what we closed. Loud here, and a line in the daily match. */
function reportLoss(services: Services, attempt: LockedAttempt, intent: Stripe.PaymentIntent): void {
  services.log.error(
    { attempt_id: attempt.attempt_id, state: attempt.state, intent: intent.id },
    'charged after closing',
  )
}
