import { z } from 'zod'
import { endpoint, Id, IdParams, idempotencyHeaders, signedIn } from './endpoint.ts'
import * as fields from './fields.ts'

declare module './record-kinds.ts' {
  interface RecordKinds {
    message: true
  }
}

const superUser = ['super_user'] as const

/** A page of the product (`/bollette?open=418`) or an https address. */
const Link = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
  z
    .string()
    .trim()
    .max(500, 'Al massimo 500 caratteri.')
    .regex(
      /^(\/(?!\/)[^\s\\]*|https:\/\/[^\s\\/]+(\/[^\s\\]*)?)$/,
      'Scrivi una pagina, per esempio /bollette, o un indirizzo che comincia con https://',
    )
    .nullish(),
)

export const PushMessage = z
  .object({
    id: z.number(),
    push_message_id: z.number().meta({ description: 'The same as id' }),
    title: z.string(),
    body: z.string(),
    metadata: z.looseObject({ kind: z.string().optional(), link: z.string().optional() }).meta({
      description: 'link: a page of the product, or an https address, with what the message is about',
    }),
    date_create: fields.Instant,
    date_read: fields.Instant.nullable().meta({ description: 'Null: unread' }),
  })
  .meta({ id: 'PushMessage' })
export type PushMessage = z.infer<typeof PushMessage>

export const listMessages = endpoint('GET /v1/push/message', {
  summary:
    'One’s own messages, the newest first, a page at a time. `count` is how many are unread, whatever the filters',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  query: z.object({
    q: z.string().trim().max(200).optional(),
    state: z.enum(['read', 'unread']).optional(),
    limit: z.coerce.number<number | string>().int().min(1).max(200).default(50),
    cursor: z.string().max(2000).optional(),
  }),
  reply: z.object({ count: z.number(), messages: z.array(PushMessage), next_cursor: z.string().nullable() }),
})

export const readMessage = endpoint('POST /v1/push/message/{id}', {
  summary: 'Mark one’s own message as read; again changes nothing',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  params: IdParams('message'),
  reply: PushMessage,
  refuses: { 404: 'no such message, or not yours' },
})
export const unreadMessage = endpoint('PUT /v1/push/message/{id}', {
  summary: 'Mark one’s own message as unread; again changes nothing',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  params: IdParams('message'),
  reply: PushMessage,
  refuses: { 404: 'no such message, or not yours' },
})
export const deleteMessage = endpoint('DELETE /v1/push/message/{id}', {
  summary: 'Delete one’s own message for good',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  params: IdParams('message'),
  status: 204,
  reply: z.undefined(),
  refuses: { 404: 'no such message, or not yours' },
})
export const readMessages = endpoint('POST /v1/push/message/read', {
  summary: 'Mark these own messages as read, or all of them; `count` is how many were unread until now',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  body: z.object({ ids: z.array(Id('message')).min(1).max(1000).optional() }),
  reply: z.object({ count: z.number() }),
})

/**
 * The recipients: users who match all given conditions. Without conditions there are no recipients, so that no message
 * goes to everybody by mistake.
 */
const recipients = {
  user_id: Id('user').optional(),
  customer_id: Id('customer').optional().meta({ description: 'All users of this customer' }),
  role: z.enum(signedIn).optional(),
}
const everyone = z
  .literal(true)
  .optional()
  .meta({ description: 'All users there are; goes with nothing else' })

export const countRecipients = endpoint('GET /v1/push/recipients', {
  summary:
    'How many users a message would reach. Super users; of those who work for a customer, among its users alone',
  allow: superUser,
  permission: null,
  scope: 'accounts',
  query: z.object({ ...recipients, everyone: z.enum(['true']).optional() }),
  reply: z.object({ count: z.number() }),
})

export const Recipient = z
  .object({
    user_id: z.number(),
    user_name: z.string(),
    nominative: z.string(),
    customer_name: z.string().nullable(),
  })
  .meta({ id: 'Recipient' })
export type Recipient = z.infer<typeof Recipient>

export const findUsers = endpoint('GET /v1/push/users', {
  summary: 'Users whose name contains the text, at most twenty, to write to one of them',
  allow: superUser,
  permission: null,
  scope: 'accounts',
  query: z.object({ q: z.string().trim().max(200).default('') }),
  reply: z.object({ items: z.array(Recipient) }),
})

export const Sending = z
  .object({
    push_sending_id: z.number(),
    title: z.string(),
    body: z.string(),
    link: z.string().nullable(),
    customer_id: z.number().nullable(),
    customer_name: z.string().nullable(),
    user_id: z.number().nullable(),
    user_nominative: z.string().nullable(),
    role: z.enum(signedIn).nullable(),
    sent_by: z.string().nullable().meta({ description: 'Nominative of the super user' }),
    recipients: z.number(),
    read: z
      .number()
      .meta({ description: 'How many have read it, those who deleted it after reading included' }),
    date_create: fields.Instant,
  })
  .meta({ id: 'PushSending' })
export type Sending = z.infer<typeof Sending>

export const sendMessage = endpoint('POST /v1/push/message', {
  summary:
    'Write to a user, to a customer’s users, to a role or to everyone. Super users; who works for a customer writes to ' +
    'its users alone',
  allow: superUser,
  permission: null,
  scope: 'accounts',
  headers: idempotencyHeaders('the same sending'),
  body: z.object({
    ...recipients,
    everyone,
    title: fields.text(120, 'Scrivi il titolo.'),
    body: fields.text(4000, 'Scrivi il messaggio.'),
    link: Link,
  }),
  status: 201,
  reply: Sending,
  refuses: { 409: 'nobody meets what is said' },
})

export const listSendings = endpoint('GET /v1/push/sent', {
  summary: 'What was written to users, the newest first, and how many have read it',
  allow: superUser,
  permission: null,
  scope: 'accounts',
  query: z.object({
    q: z.string().trim().max(200).optional(),
    limit: z.coerce.number<number | string>().int().min(1).max(100).default(20),
    cursor: z.string().max(2000).optional(),
  }),
  reply: z.object({ items: z.array(Sending), next_cursor: z.string().nullable() }),
})

/** FCM's registration tokens are some 160 characters of these. */
const PushToken = z.string().regex(/^[A-Za-z0-9_:.-]{20,500}$/, 'Questo dispositivo non è riconosciuto.')

export const saveToken = endpoint('PUT /v1/users/firebase/0/{token}', {
  summary:
    'Tell Firebase’s token of this device (0: the caller). It is the caller’s until this session ends or Firebase says ' +
    'it is no more',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  params: z.object({ token: PushToken }),
  status: 204,
  reply: z.undefined(),
})
