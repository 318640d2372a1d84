import { askAgain } from '../../../jobs/ask-again.ts'
import type { JobHandler } from '../../../jobs/jobs.ts'

/** Asks again about every attempt whose outcome is not known yet. */
export const sweepAttempts: JobHandler<'sweep-attempts'> = (services) =>
  askAgain(services, 'settle-attempt', 'payment_attempts', 'attempt_id')
