import type { AttemptState } from '@saldo/domain/payments/payment'
import type { Tx } from '../../../db/connection.ts'
import type { LockedAttempt } from '../attempt/locked-attempt.ts'
import type { LockedPayment } from './lock-payment.ts'

/** Changes attempt and payment together. Money won in a dispute leaves the refunded amount as it was. */
export async function moveContested(
  tx: Tx,
  attempt: LockedAttempt,
  to: Extract<AttemptState, 'succeeded' | 'disputed' | 'returned'>,
  failure_code: string | null = null,
): Promise<void> {
  const { customer_id, payment_id, attempt_id } = attempt
  await tx`
    update payment_attempts set state = ${to}, failure_code = ${failure_code}, next_check_at = null
    where attempt_id = ${attempt_id}`
  await tx`
    update payments
    set failure_code = ${failure_code}, updated_at = now(), state = case ${to}::text
      when 'returned' then 'failed'
      when 'disputed' then 'disputed'
      else case when refunded = amount then 'refunded' when refunded > 0 then 'partly_refunded' else 'succeeded' end end
    where customer_id = ${customer_id} and payment_id = ${payment_id}`
  attempt.state = to
  attempt.failure_code = failure_code
}

/**
 * Sets the state of payment and attempt from how much money is left. Does nothing while it is disputed or returned:
 * those states take precedence.
 */
export async function updateRefundedState(tx: Tx, { customer_id, payment_id }: LockedPayment): Promise<void> {
  const [payment] = await tx`
    update payments set updated_at = now(), state = case
      when refunded = amount then 'refunded' when refunded > 0 then 'partly_refunded' else 'succeeded' end
    where customer_id = ${customer_id} and payment_id = ${payment_id}
      and state in ('succeeded', 'partly_refunded', 'refunded')
    returning state`
  if (!payment) return
  const to = payment.state === 'refunded' ? 'refunded' : 'succeeded'
  await tx`
    update payment_attempts set state = ${to}
    where customer_id = ${customer_id} and payment_id = ${payment_id} and state in ('succeeded', 'refunded') and state <> ${to}`
}
