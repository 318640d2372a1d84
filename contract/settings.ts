import { z } from 'zod'
import { endpoint, roles } from './endpoint.ts'

export const versions = endpoint('GET /v1/settings/versions', {
  summary: 'The newest front-end versions',
  allow: roles,
  reply: z.object({ frontend: z.string(), frontend_b2c: z.string() }),
})
