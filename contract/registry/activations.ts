import { activationChecks } from '@saldo/domain/registry/activation'
import { z } from 'zod'
import { endpoint, IdParams } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { listEndpoints } from '../list.ts'

/** An office that awaits activation, with its check list. */
export const Activation = z
  .object({
    customer_id: z.number(),
    business_name: z.string(),
    is_store: z.boolean(),
    city: z.string().nullable(),
    prov: z.string().nullable(),
    created_at: fields.Instant,
    checks: z.array(
      z.object({
        kind: z.enum(activationChecks),
        state: z.enum(['done', 'missing', 'to_check', 'invalid']),
        fields: z.record(z.string(), z.string()),
      }),
    ),
    waits_for: z.enum(['office', 'back_office']).meta({
      description: 'office: something is missing or was refused; back_office: it has given everything',
    }),
    due_on: fields.StoredDay.nullable().meta({
      description: 'The working day by which the back office answers; null while it waits for the office',
    }),
    taken_by: z.number().nullable(),
    taken_by_name: z.string().nullable().meta({ description: 'Who of the back office looks at it' }),
    asked_text: z.string().nullable().meta({ description: 'What they asked the office for, last' }),
    asked_at: fields.Instant.nullable(),
  })
  .meta({ id: 'Activation' })
export type Activation = z.infer<typeof Activation>

const superUser = ['super_user'] as const

export const {
  list: listActivations,
  summarise: summariseActivations,
  export: exportActivations,
} = listEndpoints('activations', {
  records: 'The offices that await activation, those that have waited longest first',
  record: 'customer',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  row: Activation,
  totals: z.object({ count: z.number() }),
  sorts: ['created_at', 'business_name'],
  columns: ['business_name', 'city', 'created_at', 'missing', 'due_on', 'taken_by_name'],
  filters: {
    taken: z.enum(['me', 'nobody']).optional().meta({ description: 'By whom it is looked at' }),
  },
})

export const ownActivation = endpoint('GET /v1/activations/own', {
  summary:
    'How far the activation of one’s own office is: what is missing, who looks at it, by when; null when it is active',
  allow: ['awaiting', 'customer', 'store'],
  permission: null,
  scope: 'accounts',
  reply: z.object({ activation: Activation.nullable() }),
})

const noCustomer = { 404: 'no such customer' } as const

export const takeActivation = endpoint('POST /v1/activations/{id}/take', {
  summary: 'Look at the activation of an office oneself; `from` says whom it is taken from',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  params: IdParams('customer'),
  body: z
    .object({ from: z.number().int().positive().nullish().meta({ description: 'Who looks at it now' }) })
    .prefault({}),
  reply: Activation,
  refuses: { ...noCustomer, 409: 'it is active, or somebody else looks at it' },
})

export const askForMissing = endpoint('POST /v1/activations/{id}/ask', {
  summary: 'Ask an office for what is missing: it gets a message, and a mail if it has an address',
  allow: superUser,
  permission: null,
  scope: 'all_customers',
  params: IdParams('customer'),
  body: z.object({ text: fields.text(1000, 'Scrivi che cosa serve.') }),
  reply: Activation,
  refuses: { ...noCustomer, 409: 'it is active' },
})
