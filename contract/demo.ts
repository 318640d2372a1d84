import { z } from 'zod'
import { endpoint, roles } from './endpoint.ts'

export const demoCode = endpoint('GET /v1/demo/code', {
  summary:
    'In the demo: the code that the authenticator app of its back-office users shows now, whose secret is public; null elsewhere',
  allow: roles,
  during_maintenance: true,
  permission: null,
  scope: 'accounts',
  reply: z.object({
    demo: z
      .object({
        user_names: z.array(z.string()).meta({ description: 'Who signs in with it' }),
        code: z.string(),
        seconds_left: z.number().meta({ description: 'Until the app shows the next one' }),
      })
      .nullable(),
  }),
})
