import { type AttemptState, hasSettled, isOpen, mayMove } from '@saldo/domain/payments/payment'
import type Stripe from 'stripe'
import type { Tx } from '../../../db/connection.ts'
import { emit } from '../../../events.ts'
import type { Services } from '../../../services.ts'
import { recordPaymentEvent } from '../../../timeline/payment-event.ts'
import { saveMethod } from '../../sources/save/save-method.ts'
import * as sql from './apply-intent.sql.ts'
import { afterFailure, afterSuccess, afterWithdrawal } from './attempt-outcomes.ts'
import { eventOf, type LockedAttempt, lockAttempt } from './locked-attempt.ts'

/**
 * T2: applies the provider's state of an attempt in one transaction: attempt, held instalments, payment, the bill's
 * phase, ledger, mails. Idempotent and monotonic: stale or repeated events change nothing.
 */
export async function applyIntent(
  services: Services,
  attempt_id: number,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  await services.asSystem(async (tx) => {
    const attempt = await lockAttempt(tx, attempt_id)
    const to = stateOf(intent, attempt)
    if (to === attempt.state) return sql.updateApprovalUrl(tx, attempt, intent)
    // Refunds and disputes are handled by their own sections.
    if (hasSettled(attempt.state)) return
    if (!mayMove(attempt.state, to)) return to === 'succeeded' && reportLoss(services, attempt, intent)
    await sql.moveAttempt(tx, attempt, to, intent)
    await outcome(services, tx, attempt, to, intent)
  })
}

/**
 * The provider refused to create the object, so nothing can be charged: the attempt has failed and the bill can be paid
 * again.
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

/** The attempt's state that corresponds to the provider's. */
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
      // Not confirmed, so the bank was never asked.
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
  if (to === 'processing' || to === 'succeeded') {
    await savePaidMethod(services, tx, attempt, intent)
    if (attempt.wants_autopay) await emit(services, tx, 'autopay_wished', { attempt_id: attempt.attempt_id })
  }
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

async function savePaidMethod(
  services: Services,
  tx: Tx,
  attempt: LockedAttempt,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  const source_id = await saveMethod(services, tx, attempt, intent)
  if (source_id) await sql.setSource(tx, attempt, source_id)
}

/** Queues the announcement of a debit that was started on the bill's page; planned debits were announced before. */
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

/**
 * Must never happen: the provider took money for an attempt that we had closed. Logged as an error; the daily
 * reconciliation shows it too.
 */
function reportLoss(services: Services, attempt: LockedAttempt, intent: Stripe.PaymentIntent): void {
  services.log.error(
    { attempt_id: attempt.attempt_id, state: attempt.state, intent: intent.id },
    'charged after closing',
  )
}
