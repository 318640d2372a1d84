import { announcementAudiences, announcementLevels, periodStates } from '@saldo/domain/platform/periods'
import { z } from 'zod'
import { endpoint, Id, IdParams, signedIn } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, dayRange, listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    announcement: true
  }
}

/** What the back office tells people above their pages. */
export const Announcement = z
  .object({
    announcement_id: z.number(),
    title: z.string(),
    text: z.string(),
    level: z.enum(announcementLevels),
    starts_at: fields.Instant,
    until: fields.Instant,
    audience: z.array(z.enum(announcementAudiences)),
    all_offices: z.boolean(),
    offices: z
      .array(z.object({ customer_id: z.number(), business_name: z.string() }))
      .meta({ description: 'Those to which it is limited' }),
    state: z.enum(periodStates),
    ended_at: fields.Instant.nullable().meta({ description: 'When somebody ended it early' }),
    created_by_name: z.string(),
    closings: z.number().meta({ description: 'How many people have closed it' }),
  })
  .meta({ id: 'Announcement' })
export type Announcement = z.infer<typeof Announcement>

const backOffice = { allow: ['super_user'], permission: null, scope: 'all_customers' } as const

export const {
  list: listAnnouncements,
  summarise: summariseAnnouncements,
  export: exportAnnouncements,
} = listEndpoints('announcements', {
  ...backOffice,
  records: 'Announcements',
  record: 'announcement',
  row: Announcement,
  totals: z.object({ count: z.number() }),
  sorts: ['starts_at', 'until', 'title'],
  columns: [
    'title',
    'text',
    'level',
    'audience',
    'offices',
    'starts_at',
    'until',
    'state',
    'ended_at',
    'created_by_name',
    'closings',
  ],
  filters: {
    state: anyOf(periodStates),
    level: anyOf(announcementLevels),
    audience: anyOf(announcementAudiences),
    ...dayRange('starts_at'),
  },
})

const content = {
  title: fields.text(80, 'Scrivi il titolo.'),
  text: fields.text(500, 'Scrivi il testo.'),
  level: z.enum(announcementLevels),
  starts_at: fields
    .Minute('Scrivi quando inizia, per esempio 15/09/2026 08:00.')
    .nullable()
    .meta({ description: 'In Italy; null: now' }),
  until: fields.Minute('Scrivi quando finisce, per esempio 15/09/2026 18:30.').meta({
    description: 'In Italy; at most a year after the start',
  }),
  audience: z
    .array(z.enum(announcementAudiences))
    .min(1, 'Scegli almeno un destinatario.')
    .refine((chosen) => new Set(chosen).size === chosen.length, 'Un destinatario è indicato due volte.'),
  customer_ids: z
    .array(Id('customer'))
    .max(200, 'Al massimo 200 studi.')
    .default([])
    .meta({ description: 'The offices to which it is limited; none: all. The back office is never limited' }),
}

export const createAnnouncement = endpoint('POST /v1/announcements', {
  summary: 'Tell people something above their pages, in a period',
  ...backOffice,
  impersonation: 'refused',
  body: z.object(content),
  status: 201,
  reply: Announcement,
  refuses: { 404: 'no such office' },
})
export const changeAnnouncement = endpoint('PUT /v1/announcements/{id}', {
  summary: 'Change an announcement that is not over; who closed it does not see it again',
  ...backOffice,
  impersonation: 'refused',
  params: IdParams('announcement'),
  body: z.object(content),
  reply: Announcement,
  refuses: { 404: 'no such announcement or office', 409: 'it is over' },
})
export const endAnnouncement = endpoint('POST /v1/announcements/{id}/end', {
  summary: 'Show an announcement no longer; one that is over stays as it is',
  ...backOffice,
  impersonation: 'refused',
  params: IdParams('announcement'),
  reply: Announcement,
  refuses: { 404: 'no such announcement' },
})

export const OwnAnnouncement = z
  .object({
    announcement_id: z.number(),
    title: z.string(),
    text: z.string(),
    level: z.enum(announcementLevels),
    until: fields.Instant,
  })
  .meta({ id: 'OwnAnnouncement' })
export type OwnAnnouncement = z.infer<typeof OwnAnnouncement>

export const ownAnnouncements = endpoint('GET /v1/announcements/mine', {
  summary: 'What the caller is told now and has not closed, what needs attention first',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  reply: z.array(OwnAnnouncement),
})
export const closeAnnouncement = endpoint('POST /v1/announcements/{id}/close', {
  summary: 'Close an announcement for oneself, on every device; twice is once',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  params: IdParams('announcement'),
  status: 204,
  reply: z.undefined(),
  refuses: { 404: 'no such announcement, or not for the caller' },
})
