import type { AttemptState } from '@saldo/domain/payments/payment'
import { isOpen } from '@saldo/domain/payments/payment'
import { answerWithin } from '../../../provider/wait-for-provider.ts'
import type { Services } from '../../../services.ts'
import { settleAttempt } from '../attempt/settle-attempt.ts'

/**
 * Polls the provider for an open payment and applies the answer; waits three seconds at most. A bank answers by file, so
 * it is not asked.
 */
export async function refreshPayment(services: Services, payment_id: number): Promise<void> {
  const attempts = await services.asSystem(
    (tx) => tx<{ attempt_id: number; state: AttemptState }[]>`
      select t.attempt_id, t.state from payments p
      join payment_attempts t on t.customer_id = p.customer_id and t.payment_id = p.payment_id
      where p.payment_id = ${payment_id} and t.provider_account <> 'bank'`,
  )
  const open = attempts.filter(({ state }) => isOpen(state))
  await answerWithin(services, Promise.all(open.map(({ attempt_id }) => settleAttempt(services, attempt_id))))
}
