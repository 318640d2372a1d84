import type { JobHandler } from '../../jobs/jobs.ts'
import { settleRefund as settle } from './request-refund.ts'

/** Polls a refund at the provider. Without an answer it stays due for polling. */
export const settleRefund: JobHandler<'settle-refund'> = (services, { refund_id }) =>
  settle(services, refund_id)
