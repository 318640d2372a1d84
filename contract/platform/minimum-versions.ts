import { editions } from '@saldo/domain/app-version'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as fields from '../fields.ts'

/** The oldest web app of an edition that the server answers. */
export const MinimumVersion = z
  .object({
    edition: z.enum(editions),
    minimum: z.string(),
    running: z.string().meta({ description: 'The newest there is: what the server runs' }),
    of_release: z.string().meta({ description: 'The oldest that this release understands: never less' }),
    reason: z.string().nullable().meta({ description: 'Null: nobody has set one' }),
    set_by_name: z.string().nullable(),
    set_at: fields.Instant.nullable(),
  })
  .meta({ id: 'MinimumVersion' })
export type MinimumVersion = z.infer<typeof MinimumVersion>

const backOffice = { allow: ['super_user'], permission: null, scope: 'all_customers' } as const

export const listMinimumVersions = endpoint('GET /v1/minimum-versions', {
  summary: 'The oldest web app of each edition that is answered, with the last decision',
  ...backOffice,
  reply: z.array(MinimumVersion),
})
export const setMinimumVersion = endpoint('PUT /v1/minimum-versions/{edition}', {
  summary: 'Set the oldest web app of an edition that is answered; older ones are refused with 426 at once',
  ...backOffice,
  impersonation: 'refused',
  step_up: true,
  params: z.object({ edition: z.enum(editions) }),
  body: z.object({
    minimum: z
      .string('Scrivi la versione.')
      .trim()
      .regex(/^v\d{1,6}\.\d{1,6}-\d{1,9}$/, 'Scrivila come v2.0-395.'),
    reason: fields.text(500, 'Scrivi perché.'),
  }),
  reply: MinimumVersion,
})
