import type { JobHandler } from '../../jobs/jobs.ts'
import { pollPending } from '../../jobs/poll-pending.ts'

/** Asks again about every refund whose outcome is not known yet. */
export const sweepRefunds: JobHandler<'sweep-refunds'> = (services) =>
  pollPending(services, 'settle-refund', 'refunds', 'refund_id')
