import { z } from 'zod'
import { endpoint, roles } from './endpoint.ts'

export const versions = endpoint('GET /v1/settings/versions', {
  summary: 'The newest front-end versions, and the oldest that is still answered',
  allow: roles,
  during_maintenance: true,
  permission: null,
  scope: 'accounts',
  reply: z.object({
    frontend: z.string(),
    frontend_b2c: z.string(),
    /** Calls with an older `app-version` are refused with 426. */
    minimum: z.string(),
    minimum_b2c: z.string().meta({ description: 'The same for calls that say app-edition: b2c' }),
    outbox: z
      .boolean()
      .meta({ description: 'Mails are not sent and can be read in the product: GET /v1/outbox' }),
    web_push: z
      .object({ api_key: z.string(), app_id: z.string(), project_id: z.string(), vapid_key: z.string() })
      .nullable()
      .meta({ description: 'Firebase’s public identifiers; null: browsers receive no messages' }),
    environment: z
      .enum(['production', 'sandbox', 'develop'])
      .meta({ description: 'sandbox and develop: no money moves for real' }),
  }),
})
