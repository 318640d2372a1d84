import type { JobHandler } from '../../jobs/jobs.ts'
import { lookAtOperations } from './look-at-operations.ts'

/** Looks at every check that is due, stores the answers, and tells the back office what is new. */
export const watchOperations: JobHandler<'watch-operations'> = (services) => lookAtOperations(services)
