import { isOpen } from '@saldo/domain/payments/payment'
import type { JobHandler } from '../../../jobs/jobs.ts'
import { attemptToAsk } from './attempts.sql.ts'
import { settleAttempt as settle } from './settle-attempt.ts'

/** Polls an attempt, unless it has ended since the job was queued. */
export const settleAttempt: JobHandler<'settle-attempt'> = async (services, { attempt_id }) => {
  const { state } = await services.asSystem((tx) => attemptToAsk(tx, attempt_id))
  if (isOpen(state)) await settle(services, attempt_id)
}
