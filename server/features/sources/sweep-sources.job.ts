import type { JobHandler } from '../../jobs/jobs.ts'
import { pollPending } from '../../jobs/poll-pending.ts'

/** Asks again about every source of which something is still unknown. */
export const sweepSources: JobHandler<'sweep-sources'> = (services) =>
  pollPending(services, 'settle-source', 'payment_sources', 'source_id')
