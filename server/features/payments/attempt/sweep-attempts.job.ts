import type { JobHandler } from '../../../jobs/jobs.ts'
import { pollPending } from '../../../jobs/poll-pending.ts'

/** Polls every attempt whose outcome is unknown. */
export const sweepAttempts: JobHandler<'sweep-attempts'> = (services) =>
  pollPending(services, 'settle-attempt', 'payment_attempts', 'attempt_id')
