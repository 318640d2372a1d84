import type { JobHandler } from '../../../jobs/jobs.ts'
import { pollPending } from '../../../jobs/poll-pending.ts'

/** Asks again about every attempt whose outcome is not known yet. */
export const sweepAttempts: JobHandler<'sweep-attempts'> = (services) =>
  pollPending(services, 'settle-attempt', 'payment_attempts', 'attempt_id')
