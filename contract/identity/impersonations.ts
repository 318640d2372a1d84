import { z } from 'zod'
import { endpoint, Id, IdParams } from '../endpoint.ts'
import * as fields from '../fields.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    impersonation: true
  }
}

/** The time limit of an impersonation, in minutes. */
export const usualMinutes = 30
export const mostMinutes = 240

/** *Agisci come*: a super user works for a customer, for a reason and a limited time. */
export const Impersonation = z
  .object({
    impersonation_id: z.number(),
    customer_id: z.number(),
    business_name: z.string(),
    nominative: z.string().meta({ description: 'The super user' }),
    reason: z.string(),
    started_at: fields.Instant,
    until: fields.Instant,
    ended_at: fields.Instant.nullable(),
    ended_how: z.enum(['button', 'sign_out', 'other_customer', 'expired']).nullable(),
  })
  .meta({ id: 'Impersonation' })
export type Impersonation = z.infer<typeof Impersonation>

const superUser = ['super_user'] as const

export const openImpersonation = endpoint('GET /v1/impersonations/open', {
  summary: 'The impersonation that this session has open; null: none, so customers’ records can only be read',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  reply: z.object({ impersonation: Impersonation.nullable() }),
})

export const startImpersonation = endpoint('POST /v1/impersonations', {
  summary:
    'Impersonate a customer in this session: until it ends, what is changed for the customer is written down with both ' +
    'names and the reason. One that is open ends first',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  // It opens the way to all that the office may change, so a screen that was left alone must not do it.
  step_up: true,
  body: z.object({
    customer_id: Id('customer'),
    reason: fields
      .text(500, 'Scrivi perché agisci per questo cliente.')
      .refine((said) => said.trim().length >= 5, 'Scrivi il motivo con qualche parola.'),
    minutes: z.coerce
      .number<number | string>()
      .int()
      .min(1, 'Almeno un minuto.')
      .max(mostMinutes, 'Al massimo quattro ore.')
      .default(usualMinutes),
  }),
  status: 201,
  reply: Impersonation,
  refuses: { 404: 'no such customer' },
})

export const endImpersonation = endpoint('POST /v1/impersonations/{id}/end', {
  summary: 'End one’s own impersonation; one that has ended stays as it is',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  params: IdParams('impersonation'),
  body: z.object({ how: z.enum(['button', 'other_customer']).default('button') }).prefault({}),
  reply: Impersonation,
  refuses: { 404: 'no such impersonation, or somebody else’s' },
})
