import type { JobHandler } from '../../jobs/jobs.ts'
import { settleRefund as settle } from './ask-refund.ts'

/** Asks the provider how a refund stands. Silence is no answer: it stays due for another look. */
export const settleRefund: JobHandler<'settle-refund'> = (services, { refund_id }) =>
  settle(services, refund_id)
