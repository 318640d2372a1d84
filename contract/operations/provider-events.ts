import { z } from 'zod'
import { endpoint, IdParams } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, dayRange, listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    provider_event: true
  }
}

export const eventStates = ['waiting', 'applied'] as const

/** A webhook of the provider, as it was received. */
export const ProviderEvent = z
  .object({
    event_no: z.number(),
    provider_account: z.enum(['stripe', 'stripe2']),
    event_id: z.string(),
    type: z.string(),
    object_id: z.string().nullable(),
    created_at: fields.Instant.meta({ description: 'When it happened, as the provider says' }),
    received_at: fields.Instant,
    applied_at: fields.Instant.nullable(),
    state: z.enum(eventStates),
  })
  .meta({ id: 'ProviderEvent' })
export type ProviderEvent = z.infer<typeof ProviderEvent>

const ofBackOffice = { allow: ['super_user'], permission: null, scope: 'all_customers' } as const

export const {
  list: listProviderEvents,
  summarise: summariseProviderEvents,
  export: exportProviderEvents,
} = listEndpoints('provider-events', {
  records: 'Events received from the provider',
  record: 'provider_event',
  ...ofBackOffice,
  row: ProviderEvent,
  totals: z.object({ count: z.number() }),
  sorts: ['received_at'],
  columns: [
    'received_at',
    'type',
    'object_id',
    'event_id',
    'provider_account',
    'created_at',
    'applied_at',
    'state',
  ],
  filters: {
    state: anyOf(eventStates),
    provider_account: anyOf(['stripe', 'stripe2']),
    ...dayRange('received_at'),
  },
})

export const applyProviderEvent = endpoint('POST /v1/provider-events/{id}/apply', {
  summary: 'Apply a received event again, in a job that asks the provider for the current state',
  ...ofBackOffice,
  params: IdParams('provider_event'),
  status: 202,
  reply: ProviderEvent,
  refuses: { 404: 'no such event', 409: 'it was applied already' },
})
