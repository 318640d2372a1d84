import { featureStates, features } from '@saldo/domain/platform/features'
import { z } from 'zod'
import { endpoint, Id } from '../endpoint.ts'
import * as fields from '../fields.ts'

/** A function that can be turned off. */
export const FeatureSwitch = z
  .object({
    feature: z.enum(features),
    state: z.enum(featureStates),
    offices: z
      .array(z.object({ customer_id: z.number(), business_name: z.string() }))
      .meta({ description: 'With off_for_some: for whom it is off' }),
    reason: z.string().nullable().meta({ description: 'Null: nobody has ever changed it' }),
    changed_by_name: z.string().nullable(),
    changed_at: fields.Instant.nullable(),
  })
  .meta({ id: 'FeatureSwitch' })
export type FeatureSwitch = z.infer<typeof FeatureSwitch>

const backOffice = { allow: ['super_user'], permission: null, scope: 'all_customers' } as const

export const listFeatureSwitches = endpoint('GET /v1/feature-switches', {
  summary: 'The functions that can be turned off, and how each stands',
  ...backOffice,
  reply: z.array(FeatureSwitch),
})

export const setFeatureSwitch = endpoint('PUT /v1/feature-switches/{feature}', {
  summary:
    'Turn a function on, off, or off for some offices, for a reason. It holds at once. Payments under way go on',
  ...backOffice,
  impersonation: 'refused',
  step_up: true,
  params: z.object({ feature: z.enum(features) }),
  body: z.object({
    state: z.enum(featureStates),
    customer_ids: z
      .array(Id('customer'))
      .max(200, 'Al massimo 200 studi.')
      .default([])
      .meta({ description: 'With off_for_some: for whom it is off; with any other state none' }),
    reason: fields.text(500, 'Scrivi perché.'),
  }),
  reply: FeatureSwitch,
  refuses: { 400: 'offices with another state than off_for_some', 404: 'no such office' },
})
