import * as contract from '@saldo/contract/operations'
import { ApiError } from '../../http/errors.ts'
import { serveOpenly } from '../../http/serve.ts'
import { demoBillUrl } from '../demo/demo-bill-url.ts'
import { discardFailedJob } from './failed-jobs/discard-failed-job.ts'
import { exportFailedJobs, listFailedJobs, summariseFailedJobs } from './failed-jobs/failed-jobs-list.ts'
import { retryFailedJob, retryFailedJobs } from './failed-jobs/retry-failed-job.ts'
import { getFailedJob } from './failed-jobs/view-failed-job.ts'
import { checkOperations, getOperations } from './get-operations.ts'
import { providerEventRoutes } from './provider-events/provider-events.ts'
import { streamChanges } from './stream-changes.ts'
import { stuckAttemptRoutes } from './stuck-attempts/stuck-attempts.ts'

const healthz = serveOpenly(contract.healthz, async () => ({ status: 'ok' as const }))

const readyz = serveOpenly(contract.readyz, async ({ services }) => {
  try {
    await services.sql`select 1`
    return {
      status: 'ready' as const,
      demo_bill_url: services.env.DEMO === '1' ? await demoBillUrl(services) : null,
    }
  } catch (error) {
    services.log.warn({ err: error }, 'not ready')
    throw new ApiError(503, 'not_ready', 'Il servizio si sta avviando: riprova fra poco.')
  }
})

export const operationRoutes = [
  healthz,
  readyz,
  streamChanges,
  getOperations,
  checkOperations,
  listFailedJobs,
  summariseFailedJobs,
  exportFailedJobs,
  retryFailedJobs,
  getFailedJob,
  retryFailedJob,
  discardFailedJob,
  ...stuckAttemptRoutes,
  ...providerEventRoutes,
]
