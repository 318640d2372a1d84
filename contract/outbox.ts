import { z } from 'zod'
import { endpoint, IdParams, signedIn } from './endpoint.ts'
import * as fields from './fields.ts'

declare module './record-kinds.ts' {
  interface RecordKinds {
    email: true
  }
}

/* Where no mail server is set and no real money moves, mails are not sent: whoever tries Saldo reads them here. A super user
   reads all of them, everybody else those to their own confirmed address. Elsewhere nobody reads any: they carry links
   that sign in. */

export const outboxMailStates = ['waiting', 'not_sent', 'sent', 'refused'] as const

const mail = {
  email_id: z.number(),
  template: z.string(),
  to_address: z.string(),
  subject: z.string(),
  created_at: fields.Instant,
  state: z.enum(outboxMailStates).meta({
    description:
      'not_sent: no mail server was set, and it never leaves; waiting: for its job; sent, refused: while there was one',
  }),
}
export const OutboxMail = z
  .object({ ...mail, excerpt: z.string().meta({ description: 'The beginning of the text' }) })
  .meta({ id: 'OutboxMail' })
export type OutboxMail = z.infer<typeof OutboxMail>

export const OutboxMailDetail = z
  .object({
    ...mail,
    reply_to: z.string().nullable(),
    text: z.string(),
    html: z.string().meta({ description: 'To be shown in a frame without scripts' }),
  })
  .meta({ id: 'OutboxMailDetail' })
export type OutboxMailDetail = z.infer<typeof OutboxMailDetail>

const areSent = 'mails are really sent here: nobody reads them'

export const listOutbox = endpoint('GET /v1/outbox', {
  summary:
    'Mails that were not sent because no mail server is set, the newest first: one’s own; all for a super user',
  allow: signedIn,
  permission: null,
  scope: 'all_customers',
  query: z.object({
    q: z.string().trim().max(200).optional().meta({ description: 'In address or subject' }),
    limit: z.coerce.number<number | string>().int().min(1).max(200).default(50),
    cursor: z.string().max(2000).optional(),
  }),
  reply: z.object({ items: z.array(OutboxMail), next_cursor: z.string().nullable() }),
  refuses: { 409: areSent },
})

export const getOutboxMail = endpoint('GET /v1/outbox/{id}', {
  summary: 'One mail that was not sent: one’s own; any for a super user',
  allow: signedIn,
  permission: null,
  scope: 'all_customers',
  params: IdParams('email'),
  reply: OutboxMailDetail,
  refuses: { 404: 'no such mail, or not to you', 409: areSent },
})
