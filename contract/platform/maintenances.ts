import { maintenanceAudiences, periodStates } from '@saldo/domain/platform/periods'
import { z } from 'zod'
import { endpoint, Id, IdParams, roles } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, dayRange, listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    maintenance: true
  }
}

/** A period in which somebody is kept out. */
export const Maintenance = z
  .object({
    maintenance_id: z.number(),
    audience: z.enum(maintenanceAudiences),
    customer_id: z.number().nullable().meta({ description: 'The office, if it covers one' }),
    user_id: z.number().nullable().meta({ description: 'The user, if it covers one' }),
    covers: z.string().nullable().meta({ description: 'The name of the office or user; null: everybody' }),
    reason: z.string().meta({ description: 'Why; nobody but the back office reads it' }),
    message: z.string().nullable().meta({ description: 'What those who are kept out read' }),
    starts_at: fields.Instant,
    until: fields.Instant,
    opened_by_name: z.string(),
    ended_at: fields.Instant.nullable().meta({ description: 'When somebody ended it early' }),
    ended_by_name: z.string().nullable(),
    state: z.enum(periodStates),
  })
  .meta({ id: 'Maintenance' })
export type Maintenance = z.infer<typeof Maintenance>

const backOffice = { allow: ['super_user'], permission: null, scope: 'all_customers' } as const

export const {
  list: listMaintenances,
  summarise: summariseMaintenances,
  export: exportMaintenances,
} = listEndpoints('maintenances', {
  ...backOffice,
  records: 'Maintenances',
  record: 'maintenance',
  row: Maintenance,
  totals: z.object({ count: z.number() }),
  sorts: ['starts_at', 'until'],
  columns: [
    'audience',
    'covers',
    'starts_at',
    'until',
    'ended_at',
    'state',
    'reason',
    'message',
    'opened_by_name',
    'ended_by_name',
  ],
  filters: { audience: anyOf(maintenanceAudiences), state: anyOf(periodStates), ...dayRange('starts_at') },
})

const until = fields.Minute('Scrivi quando finisce, per esempio 15/09/2026 18:30.')

export const openMaintenance = endpoint('POST /v1/maintenances', {
  summary:
    'Keep everybody, one office or one user out until a time; it ends by itself. Super users are never kept out. Payments ' +
    'under way go on',
  ...backOffice,
  impersonation: 'refused',
  step_up: true,
  body: z.object({
    audience: z.enum(maintenanceAudiences),
    customer_id: Id('customer').nullish().meta({ description: 'The office, if it covers one' }),
    user_id: Id('user').nullish().meta({ description: 'The user, if it covers one' }),
    reason: fields.text(500, 'Scrivi perché.'),
    message: fields.optionalText(300),
    starts_at: fields
      .Minute('Scrivi quando inizia, per esempio 15/09/2026 18:30.')
      .nullable()
      .meta({ description: 'In Italy; null: now' }),
    until: until.meta({ description: 'In Italy; at most seven days after the start' }),
  }),
  status: 201,
  reply: Maintenance,
  refuses: { 400: 'everybody, and one office or user as well', 404: 'no such office or user' },
})

const refuses = { 404: 'no such maintenance', 409: 'it is over' } as const

export const prolongMaintenance = endpoint('POST /v1/maintenances/{id}/prolong', {
  summary: 'Let a maintenance end later, or earlier than planned',
  ...backOffice,
  impersonation: 'refused',
  step_up: true,
  params: IdParams('maintenance'),
  body: z.object({ until }),
  reply: Maintenance,
  refuses,
})

export const endMaintenance = endpoint('POST /v1/maintenances/{id}/end', {
  summary: 'End a maintenance now, or call off one that has not started; one that is over stays as it is',
  ...backOffice,
  impersonation: 'refused',
  params: IdParams('maintenance'),
  reply: Maintenance,
  refuses: { 404: refuses[404] },
})

/** What somebody is told who is kept out. */
export const OwnMaintenance = z
  .object({ until: fields.Instant, message: z.string().nullable() })
  .meta({ id: 'OwnMaintenance' })
export type OwnMaintenance = z.infer<typeof OwnMaintenance>

export const ownMaintenance = endpoint('GET /v1/maintenances/mine', {
  summary: 'Whether a maintenance keeps the caller out now, and until when',
  allow: roles,
  permission: null,
  scope: 'accounts',
  during_maintenance: true,
  reply: z.object({
    maintenance: OwnMaintenance.nullable(),
    known: z.boolean().meta({
      description: 'False: it answers for somebody unknown, of whom it knows only what keeps everybody out',
    }),
  }),
})
