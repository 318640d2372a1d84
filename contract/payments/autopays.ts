import { autopayPauseReasons, autopayStates } from '@saldo/domain/payments/autopay'
import { cardBrands } from '@saldo/domain/payments/payment-method'
import { z } from 'zod'
import { Asker } from '../bills/mybill.ts'
import { endpoint, Id, IdParams, LinkToken, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { sourceTypes } from './sources.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    autopay: true
  }
}

const NextDebit = z.object({
  bill_id: z.number(),
  bill_number: z.string(),
  instalment_id: z.number(),
  due_date: fields.StoredDay,
  amount: z.number().meta({ description: 'Cents still due' }),
  collect_on: fields.StoredDay,
  planned: z.boolean().meta({ description: 'Its debit exists; the notice leaves, or has left' }),
  over_cap: z.boolean().meta({ description: 'Above the cap: it is not debited, the payer pays it' }),
  by_office: z.boolean().meta({ description: 'Planned by the office: a pause does not cancel it' }),
  left_to_payer: z
    .string()
    .nullable()
    .meta({ description: 'Why it is not debited any more: the payer pays it by hand' }),
})

/** What a person has debited by itself in a condominium: all instalments due since it began, from one saved method. */
export const Autopay = z
  .object({
    autopay_id: z.number(),
    customer_id: z.number(),
    business_name: z.string(),
    account_id: z.number(),
    account_name: z.string(),
    subject_id: z.number(),
    subject_nominative: z.string(),
    source_id: z.number(),
    source_type: z.enum(sourceTypes),
    brand: z.enum(cardBrands).nullable(),
    last4: z.string().nullable(),
    cap: z.number().nullable().meta({ description: 'Cents for each debit; null: no cap' }),
    starts_on: fields.StoredDay.meta({ description: 'Instalments due before are paid by hand' }),
    state: z.enum(autopayStates),
    pause_reason: z.enum(autopayPauseReasons).nullable(),
    paused_until: fields.StoredDay.nullable(),
    under_way: z
      .number()
      .meta({ description: 'Cents of its debits that are at the bank: no pause stops them' }),
    next: z.array(NextDebit).meta({ description: 'What it takes next, at most twelve instalments' }),
    created_at: fields.Instant,
  })
  .meta({ id: 'Autopay' })
export type Autopay = z.infer<typeof Autopay>

/** A person in a condominium that could have an autopay. */
const Coverable = z.object({
  account_id: z.number(),
  account_name: z.string(),
  subject_id: z.number(),
  subject_nominative: z.string(),
})

export const listAutopays = endpoint('GET /v1/autopays', {
  summary: 'Autopays in force, with what each takes next; for a resident also where they could have one',
  allow: ['consumer', ...staff],
  permission: 'debits:read',
  scope: 'accounts',
  query: z.object({ subject_id: Id('subject').optional(), account_id: Id('account').optional() }),
  reply: z.object({
    autopays: z.array(Autopay).meta({ description: 'The latest hundred' }),
    coverable: z.array(Coverable).meta({ description: 'Empty for staff, who cannot begin one' }),
  }),
})

/** Only the payer: no office and nobody of the back office begins one in a resident’s name. */
const payer = {
  allow: ['consumer'],
  permission: null,
  scope: 'accounts',
} as const
const refuses = { 404: 'no such autopay, or not yours', 409: 'its state does not allow it' } as const

export const setAutopay = endpoint('POST /v1/autopays', {
  ...payer,
  summary:
    'Have a condominium’s bills debited from a saved method; also changes method or cap, and begins anew after a revocation',
  body: z.object({
    account_id: Id('account'),
    subject_id: Id('subject'),
    source_id: Id('source'),
    cap: fields.PositiveCents.nullish().meta({ description: 'Cents for each debit; null: no cap' }),
  }),
  status: 201,
  reply: Autopay,
  refuses: {
    404: 'no bill of that person in that condominium, or not yours',
    409: 'the source cannot be used for this condominium',
  },
})
export const pauseAutopay = endpoint('POST /v1/autopays/{id}/pause', {
  ...payer,
  summary: 'Pause an autopay until a day, or until it is resumed: its planned debits are cancelled',
  params: IdParams('autopay'),
  body: z.object({ until: fields.Day.nullish() }),
  reply: Autopay,
  refuses,
})
export const resumeAutopay = endpoint('POST /v1/autopays/{id}/resume', {
  ...payer,
  summary: 'Resume a paused autopay: what fell due meanwhile is debited after a notice',
  params: IdParams('autopay'),
  reply: Autopay,
  refuses,
})
export const revokeAutopay = endpoint('POST /v1/autopays/{id}/revoke', {
  ...payer,
  summary: 'End an autopay: its planned debits are cancelled; the saved method stays',
  params: IdParams('autopay'),
  reply: Autopay,
  refuses,
})

/** The link in the notices: whoever has no account sees, pauses and revokes that one autopay. */
const byLink = {
  allow: ['link'],
  link: { param: 'token', opens: 'autopay' },
  params: z.object({ token: LinkToken }),
  permission: null,
  scope: 'accounts',
} as const
const refusesLink = {
  404: 'no such link',
  409: 'its state does not allow it',
  410: 'the link has expired',
} as const

/** One autopay as the link of its notices shows it. */
export const PublicAutopay = Autopay.omit({
  autopay_id: true,
  customer_id: true,
  account_id: true,
  subject_id: true,
  source_id: true,
  business_name: true,
  account_name: true,
})
  .extend({
    asker: Asker,
    next: z.array(NextDebit.omit({ bill_id: true })),
    restorable: z.boolean().meta({ description: 'Revoked so lately that it may be taken back' }),
  })
  .meta({ id: 'PublicAutopay' })
export type PublicAutopay = z.infer<typeof PublicAutopay>

export const getLinkedAutopay = endpoint('GET /v1/autopay-links/{token}', {
  ...byLink,
  summary: 'The autopay that a link opens, with what it takes next',
  reply: PublicAutopay,
  refuses: { 404: 'no such link', 410: 'the link has expired' },
})
export const pauseLinkedAutopay = endpoint('POST /v1/autopay-links/{token}/pause', {
  ...byLink,
  summary: 'Pause the autopay that a link opens: its planned debits are cancelled',
  body: z.object({ until: fields.Day.nullish() }),
  reply: PublicAutopay,
  refuses: refusesLink,
})
export const resumeLinkedAutopay = endpoint('POST /v1/autopay-links/{token}/resume', {
  ...byLink,
  summary: 'Resume the autopay that a link opens',
  reply: PublicAutopay,
  refuses: refusesLink,
})
export const revokeLinkedAutopay = endpoint('POST /v1/autopay-links/{token}/revoke', {
  ...byLink,
  summary: 'End the autopay that a link opens: its planned debits are cancelled',
  reply: PublicAutopay,
  refuses: refusesLink,
})
export const restoreLinkedAutopay = endpoint('POST /v1/autopay-links/{token}/restore', {
  ...byLink,
  summary:
    'Take back the revocation of the last day: a new autopay with the same method and cap, which the link opens then',
  reply: PublicAutopay,
  refuses: refusesLink,
})
