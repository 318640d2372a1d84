import { askAgain } from '../../jobs/ask-again.ts'
import type { JobHandler } from '../../jobs/jobs.ts'

/** Asks again about every source of which something is still unknown. */
export const sweepSources: JobHandler<'sweep-sources'> = (services) =>
  askAgain(services, 'settle-source', 'payment_sources', 'source_id')
