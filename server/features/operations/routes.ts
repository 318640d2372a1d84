import * as contract from '@saldo/contract/operations'
import { ApiError } from '../../http/errors.ts'
import { serveOpenly } from '../../http/serve.ts'
import { demoBillUrl } from '../demo/demo-bill-url.ts'
import { streamChanges } from './stream-changes.ts'

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

export const operationRoutes = [healthz, readyz, streamChanges]
