import type { JobHandler } from '../../jobs/jobs.ts'
import { pollPending } from '../../jobs/poll-pending.ts'

/** Polls every source whose state is not final. */
export const sweepSources: JobHandler<'sweep-sources'> = (services) =>
  pollPending(services, 'settle-source', 'payment_sources', 'source_id')
