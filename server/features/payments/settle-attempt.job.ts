import type { JobHandler } from '../../jobs/worker.ts'
import { settleAttempt as settle } from './settle-attempt.ts'

export const settleAttempt: JobHandler<'settle-attempt'> = (services, { attempt_id }) =>
  settle(services, attempt_id)
