import { z } from 'zod'
import { endpoint, roles, signedIn } from './endpoint.ts'

export const healthz = endpoint('GET /healthz', {
  summary: 'The process is alive',
  allow: roles,
  during_maintenance: true,
  permission: null,
  scope: 'accounts',
  reply: z.object({ status: z.literal('ok') }),
})
export const readyz = endpoint('GET /readyz', {
  summary: 'The database answers and the jobs run; 503 until then',
  allow: roles,
  during_maintenance: true,
  permission: null,
  scope: 'accounts',
  reply: z.object({ status: z.literal('ready'), demo_bill_url: z.string().nullable() }),
  refuses: { 503: 'not ready yet' },
})
export const live = endpoint('GET /v1/live', {
  summary:
    'Server-sent events: which noun of the caller’s records has just changed. The stream ends with its session; 429 ' +
    'too_many_streams when twenty of the session or forty of the user are open',
  allow: signedIn,
  during_maintenance: true,
  permission: null,
  scope: 'accounts',
  reply: z.unknown().meta({ contentMediaType: 'text/event-stream', description: 'data: {"noun":"bills"}' }),
})
