import type { JobHandler } from '../../jobs/jobs.ts'
import { settleSource as settle } from './settle-source.ts'

export const settleSource: JobHandler<'settle-source'> = (services, { source_id }) =>
  settle(services, source_id)
