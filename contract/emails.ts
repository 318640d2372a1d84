import { mailFailures } from '@saldo/domain/mail/mail-failure'
import { mailStates } from '@saldo/domain/mail/mail-state'
import { isEmail } from '@saldo/domain/registry/email'
import { z } from 'zod'
import { endpoint, Id, IdParams, idempotencyHeaders, roles, staff } from './endpoint.ts'
import * as fields from './fields.ts'
import { anyOf, dayRange, listEndpoints, page } from './list.ts'

declare module './record-kinds.ts' {
  interface RecordKinds {
    suppressed_address: true
    bounce: true
  }
}

/* All mails that Saldo wrote, and what became of them. The back office sees every mail's addressee, subject and state; the
   body of one that signs nobody in, without the links that grant something, and that leaves a line in the audit log. Bodies
   of the others are seen by nobody (contract/outbox.ts: only where no mail is really sent). */

const failure = z.enum(mailFailures).nullable().meta({ description: 'Why it did not arrive' })
const mail = {
  email_id: z.number(),
  template: z.string(),
  to_address: z.string(),
  subject: z.string(),
  state: z.enum(mailStates).meta({
    description:
      'waiting: in the queue; refused: by the mail server, at once; bounced: after it left; suppressed: its address takes no mail; not_sent: no mail server was set; opened: its link was followed',
  }),
  failure,
  bill_id: z.number().nullable(),
  bill_number: z.string().nullable(),
  created_at: fields.Instant,
  sent_at: fields.Instant.nullable(),
  opened_at: fields.Instant.nullable(),
}

export const Email = z
  .object({
    ...mail,
    customer_id: z.number().nullable(),
    business_name: z.string().nullable().meta({ description: 'Null: Saldo wrote it for itself' }),
    tries: z.number(),
  })
  .meta({ id: 'Email' })
export type Email = z.infer<typeof Email>

export const mailEvents = [
  'written',
  'postponed',
  'sent',
  'not_sent',
  'refused',
  'suppressed',
  'delayed',
  'bounced',
  'complained',
  'opened',
  'resent',
] as const
export const EmailEvent = z
  .object({
    kind: z.enum(mailEvents),
    failure,
    said: z
      .string()
      .nullable()
      .meta({ description: 'The words of the mail server; for the back office only' }),
    at: fields.Instant,
  })
  .meta({ id: 'EmailEvent' })
export type EmailEvent = z.infer<typeof EmailEvent>

const detail = {
  reply_to: z.string().nullable(),
  body: z.enum(['readable', 'personal', 'gone']).meta({
    description: 'personal: it signs somebody in or proves something, nobody reads it; gone: not kept',
  }),
  timeline: z.array(EmailEvent).meta({ description: 'Oldest first' }),
}
export const EmailDetail = z
  .object({
    ...Email.shape,
    ...detail,
    resend_of: z.number().nullable(),
    resent_as: z.array(z.number()),
    suppressed_address_id: z.number().nullable().meta({ description: 'Its address takes no mail now' }),
    not_resendable: z.string().nullable().meta({ description: 'Why it cannot be sent again, in Italian' }),
  })
  .meta({ id: 'EmailDetail' })
export type EmailDetail = z.infer<typeof EmailDetail>

export const EmailBody = z
  .object({
    html: z
      .string()
      .meta({ description: 'To be shown in a frame without scripts; links that grant something are cut' }),
    text: z.string(),
  })
  .meta({ id: 'EmailBody' })
export type EmailBody = z.infer<typeof EmailBody>

export const EmailTotals = z
  .object({
    count: z.number(),
    ...Object.fromEntries(mailStates.map((state) => [state, z.number()])),
  } as { count: z.ZodNumber } & Record<(typeof mailStates)[number], z.ZodNumber>)
  .meta({ id: 'EmailTotals' })
export type EmailTotals = z.infer<typeof EmailTotals>

const backOffice = { allow: ['super_user'], permission: null, scope: 'all_customers' } as const

export const {
  list: listEmails,
  summarise: summariseEmails,
  export: exportEmails,
} = listEndpoints('emails', {
  records: 'Mails that Saldo wrote',
  record: 'email',
  ...backOffice,
  row: Email,
  totals: EmailTotals,
  sorts: ['created_at', 'to_address'],
  columns: [
    ...(['email_id', 'created_at', 'template', 'to_address', 'subject', 'state', 'failure'] as const),
    ...(['business_name', 'bill_number', 'sent_at', 'opened_at', 'tries'] as const),
  ],
  filters: {
    state: anyOf(mailStates),
    template: z.string().max(60).optional(),
    customer_id: Id('customer').optional(),
    bill_id: Id('bill').optional(),
    ...dayRange('created_at'),
  },
  export_step_up: true,
})

const noMail = { 404: 'no such mail' }

export const getEmail = endpoint('GET /v1/emails/{id}', {
  summary: 'A mail with what became of it; not its body',
  ...backOffice,
  params: IdParams('email'),
  reply: EmailDetail,
  refuses: noMail,
})
export const readEmail = endpoint('POST /v1/emails/{id}/read', {
  summary: 'The body of a mail, without the links that grant something; leaves a line in the audit log',
  ...backOffice,
  params: IdParams('email'),
  reply: EmailBody,
  refuses: { ...noMail, 409: 'it signs somebody in, or is not kept' },
})
export const resendEmail = endpoint('POST /v1/emails/{id}/resend', {
  summary: 'Send a mail again, as a new one',
  ...backOffice,
  params: IdParams('email'),
  headers: idempotencyHeaders('the mail'),
  status: 201,
  reply: z.object({ email_id: z.number() }),
  refuses: {
    ...noMail,
    409: 'it is personal, still waits, its address takes no mail, or what it says no longer holds',
  },
})

export const openedEmail = endpoint('POST /v1/emails/opened', {
  summary: 'The link of a mail was followed: the mark in its address says which mail',
  allow: ['anonymous'],
  permission: null,
  scope: 'accounts',
  body: z.object({ mark: z.string().regex(/^[A-Za-z0-9_-]{19}$/, 'Il contrassegno non è completo.') }),
  status: 204,
  reply: z.undefined(),
})

/* The mails that an office wrote to a person: of the person's bills, or to the person's address. */

export const EmailOfSubject = z.object(mail).meta({ id: 'EmailOfSubject' })
export type EmailOfSubject = z.infer<typeof EmailOfSubject>

export const emailsOfSubject = endpoint('GET /v1/subjects/emails/{id}', {
  summary: 'The mails that the office wrote to a person, newest first',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: IdParams('subject'),
  query: z.object({
    limit: z.coerce.number<number | string>().int().min(1).max(200).default(50),
    cursor: z.string().max(2000).optional(),
  }),
  reply: page(EmailOfSubject),
  refuses: { 404: 'no such person, or not yours' },
})
export const emailOfSubject = endpoint('GET /v1/subjects/{subject_id}/emails/{email_id}', {
  summary: 'A mail that the office wrote to a person: what became of it, and its body if it signs nobody in',
  allow: staff,
  permission: 'bills:read',
  scope: 'accounts',
  params: z.object({ subject_id: Id('subject'), email_id: Id('email') }),
  reply: z
    .object({ ...mail, ...detail, html: z.string().nullable(), text: z.string().nullable() })
    .meta({ id: 'EmailDetailOfSubject' }),
  refuses: { 404: 'no such person or mail, or not yours' },
})

/* Addresses that take no mail. */

export const suppressionCauses = ['bounce', 'refused', 'complaint', 'hand'] as const
export const SuppressedAddress = z
  .object({
    suppressed_address_id: z.number(),
    address: z.string(),
    cause: z.enum(suppressionCauses),
    reason: z.string(),
    email_id: z.number().nullable().meta({ description: 'The mail that showed it' }),
    created_by_name: z.string().nullable().meta({ description: 'Null: Saldo itself' }),
    created_at: fields.Instant,
    withheld: z.number().meta({ description: 'Mails not sent because of it' }),
    lifted_at: fields.Instant.nullable(),
    lifted_by_name: z.string().nullable(),
    lift_reason: z.string().nullable(),
  })
  .meta({ id: 'SuppressedAddress' })
export type SuppressedAddress = z.infer<typeof SuppressedAddress>

export const {
  list: listSuppressedAddresses,
  summarise: summariseSuppressedAddresses,
  export: exportSuppressedAddresses,
} = listEndpoints('suppressed-addresses', {
  records: 'Addresses to which mails are not sent',
  record: 'suppressed_address',
  ...backOffice,
  row: SuppressedAddress,
  totals: z.object({ count: z.number(), active: z.number() }),
  sorts: ['created_at'],
  columns: [
    ...(['address', 'cause', 'reason', 'withheld', 'created_by_name', 'created_at'] as const),
    ...(['lifted_at', 'lifted_by_name', 'lift_reason'] as const),
  ],
  filters: { cause: anyOf(suppressionCauses), active: z.enum(['1', '0']).optional() },
  export_step_up: true,
})
export const suppressAddress = endpoint('PUT /v1/suppressed-addresses', {
  summary: 'Send no mails of offices to an address any more',
  ...backOffice,
  body: z.object({
    address: z
      .string('Scrivi l’indirizzo.')
      .trim()
      .max(320)
      .refine(isEmail, 'Scrivi un indirizzo e-mail, per esempio lucia@example.it.'),
    reason: fields.text(300, 'Scrivi perché.'),
  }),
  status: 201,
  reply: SuppressedAddress,
  refuses: { 409: 'it is suppressed already' },
})
export const liftSuppression = endpoint('POST /v1/suppressed-addresses/{id}/lift', {
  summary: 'Send mails to an address again',
  ...backOffice,
  params: IdParams('suppressed_address'),
  body: z.object({ reason: fields.text(300, 'Scrivi perché.') }),
  reply: SuppressedAddress,
  refuses: { 404: 'no such address', 409: 'mails are sent there already' },
})

/* Reports of mail servers, and complaints. */

export const bounceKinds = ['hard', 'failed', 'delayed', 'complaint', 'unreadable'] as const
export const unmatchedReasons = ['no_reference', 'unknown_mail', 'other_recipient', 'unreadable'] as const
export const Bounce = z
  .object({
    bounce_id: z.number(),
    source: z.enum(['webhook', 'mailbox']),
    kind: z.enum(bounceKinds),
    recipient: z.string().nullable(),
    status: z.string().nullable(),
    said: z.string().nullable(),
    email_id: z.number().nullable(),
    unmatched: z.enum(unmatchedReasons).nullable().meta({ description: 'Why it belongs to no mail of ours' }),
    created_at: fields.Instant,
  })
  .meta({ id: 'Bounce' })
export type Bounce = z.infer<typeof Bounce>

export const {
  list: listBounces,
  summarise: summariseBounces,
  export: exportBounces,
} = listEndpoints('bounces', {
  records: 'Reports of mails that came back',
  record: 'bounce',
  ...backOffice,
  row: Bounce,
  totals: z.object({ count: z.number(), unmatched: z.number() }),
  sorts: ['created_at'],
  columns: ['created_at', 'source', 'kind', 'recipient', 'status', 'said', 'email_id', 'unmatched'],
  filters: {
    kind: anyOf(bounceKinds),
    matched: z.enum(['1', '0']).optional(),
    ...dayRange('created_at'),
  },
  export_step_up: true,
})

export const receiveBounces = endpoint('POST /v1/emails/bounces', {
  summary: 'Reports of a mail provider, signed; each is stored once',
  allow: roles,
  during_maintenance: true,
  permission: null,
  scope: 'accounts',
  accepts: 'raw',
  headers: z.object({ 'saldo-signature': z.string().max(500).optional() }),
  reply: z.object({ applied: z.number(), known: z.number(), unmatched: z.number() }),
})
