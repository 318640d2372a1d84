import { askAgain } from '../../jobs/ask-again.ts'
import type { JobHandler } from '../../jobs/jobs.ts'

/** Asks again about every refund whose outcome is not known yet. */
export const sweepRefunds: JobHandler<'sweep-refunds'> = (services) =>
  askAgain(services, 'settle-refund', 'refunds', 'refund_id')
