import type { JobHandler } from '../../jobs/jobs.ts'
import { pollPending } from '../../jobs/poll-pending.ts'

/** Polls every refund whose outcome is unknown. */
export const sweepRefunds: JobHandler<'sweep-refunds'> = (services) =>
  pollPending(services, 'settle-refund', 'refunds', 'refund_id')
