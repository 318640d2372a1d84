import { billStates } from '@saldo/domain/bills/bill'
import { looksLikeAnAddress, notAnAddress } from '@saldo/domain/mailed-name'
import { paymentStates } from '@saldo/domain/payments/payment'
import { paymentMethods } from '@saldo/domain/payments/payment-method'
import { z } from 'zod'
import { endpoint, Id, IdParams, LinkToken, roles, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    delegation: true
  }
}

/** A delegation as the owner of the bills and their office see it: who sees and pays them. */
export const Delegation = z
  .object({
    delegation_id: z.number(),
    subject_id: z.number(),
    subject_nominative: z.string(),
    state: z.enum(['asked', 'invited', 'active', 'lapsed', 'ended']).meta({
      description:
        'asked: the payer asks, the owner has to consent; invited: the payer has to accept; lapsed: too late, or past its last day',
    }),
    delegate_name: z.string(),
    delegate_email: z.string(),
    consent_by: z.enum(['owner', 'office']).nullable(),
    consent_on: fields.StoredDay.nullable(),
    expires_on: fields.StoredDay.nullable().meta({
      description: 'The last day; null: until somebody ends it',
    }),
    answer_by: fields.Instant,
    accepted_at: fields.Instant.nullable(),
    ended_at: fields.Instant.nullable(),
    ended_by_name: z.string().nullable(),
  })
  .meta({ id: 'Delegation' })
export type Delegation = z.infer<typeof Delegation>

/** The same for the office, with the consent that it wrote down. */
export const SubjectDelegation = Delegation.extend({
  consent_note: z.string().nullable(),
  created_by_name: z.string(),
}).meta({ id: 'SubjectDelegation' })
export type SubjectDelegation = z.infer<typeof SubjectDelegation>

const Delegator = z.object({
  delegation_id: z.number(),
  owner_name: z.string(),
  business_name: z.string().meta({ description: 'The administrator' }),
  expires_on: fields.StoredDay.nullable(),
  bills: z.number().meta({ description: 'How many of theirs are to be paid' }),
  due_now: z.number().meta({ description: 'Cents: the overdue part of each, else its next instalment' }),
  residue: z.number().meta({ description: 'Cents still due of all of them' }),
})

export const getDelegations = endpoint('GET /v1/delegations', {
  summary:
    'For whom one pays, with what they owe, and who pays for oneself: at most a hundred of each. What others owe is in no ' +
    'other figure',
  allow: ['consumer'],
  permission: null,
  scope: 'accounts',
  reply: z.object({
    pays_for: z.array(Delegator),
    payers: z.array(Delegation),
    own: z
      .array(z.object({ subject_id: z.number(), nominative: z.string(), business_name: z.string() }))
      .meta({ description: 'Oneself, in the registry of each office: whose bills one can let others pay' }),
  }),
})

/** A bill of another person that the caller may see and pay. Money in cents. */
export const DelegatedBill = z
  .object({
    bill_id: z.number(),
    delegation_id: z.number(),
    owner_name: z.string(),
    account_name: z.string(),
    number: z.string(),
    description: z.string(),
    unit: z.string().nullable(),
    next_due_date: fields.StoredDay.nullable(),
    payable: z.number(),
    due_now: z.number(),
    state: z.enum(billStates),
    token: z.string().meta({ description: 'Opens /mybill/{token} while the delegation holds' }),
  })
  .meta({ id: 'DelegatedBill' })
export type DelegatedBill = z.infer<typeof DelegatedBill>

export const listDelegatedBills = endpoint('GET /v1/delegations/bills', {
  summary: 'The bills of others that one may pay, the oldest due first; at most two hundred',
  allow: ['consumer'],
  permission: null,
  scope: 'accounts',
  reply: z.array(DelegatedBill),
})

export const listDelegatedPayments = endpoint('GET /v1/delegations/payments', {
  summary: 'What one has paid for others, the newest first; at most fifty. Their receipts stay one’s own',
  allow: ['consumer'],
  permission: null,
  scope: 'accounts',
  reply: z.array(
    z.object({
      payment_id: z.number(),
      owner_name: z.string(),
      account_name: z.string(),
      description: z.string(),
      amount: z.number(),
      state: z.enum(paymentStates),
      method: z.enum(paymentMethods),
      created_at: fields.Instant,
      result_token: z.string().meta({ description: 'Opens /checkout-result/{token}' }),
    }),
  ),
})

const LastDay = fields.Day.nullish().meta({ description: 'The last day; left out: until somebody ends it' })
/** It stands in mails to somebody who has not asked for them. */
const Name = fields
  .text(100, 'Scrivi come si chiama.')
  .refine((name) => !looksLikeAnAddress(name), notAnAddress)
const unseen = 'no such person, or not yours'
const open = 'there is an open delegation to this address already'

export const inviteDelegate = endpoint('POST /v1/delegations', {
  summary:
    'The owner consents that somebody sees and pays their bills: a mail to that address carries a link, good once and ' +
    'for 72 hours, to accept. The answer is the same whether or not somebody has this address',
  allow: ['consumer'],
  permission: null,
  scope: 'accounts',
  step_up: true,
  body: z.object({ subject_id: Id('subject'), name: Name, email: fields.Email, expires_on: LastDay }),
  status: 201,
  reply: Delegation,
  refuses: { 404: unseen, 409: `${open}, or five of one’s own wait for an answer` },
})

export const askToPay = endpoint('POST /v1/delegations/ask', {
  summary:
    'Ask the person with this address to pay their bills. The answer is the same whoever they are; if they have an access, ' +
    'a mail tells them, and they consent in their home within 72 hours',
  allow: ['consumer'],
  permission: null,
  scope: 'accounts',
  body: z.object({ email: fields.Email }),
  status: 204,
  reply: z.undefined(),
})

export const consentToDelegate = endpoint('POST /v1/delegations/consent/{id}', {
  summary: 'The owner consents to the request of a payer',
  allow: ['consumer'],
  permission: null,
  scope: 'accounts',
  step_up: true,
  params: IdParams('delegation'),
  body: z.object({ expires_on: LastDay }),
  reply: Delegation,
  refuses: { 404: 'no such request, or not of your bills', 409: 'it was answered, or it is too late' },
})

export const endDelegation = endpoint('POST /v1/delegations/end/{id}', {
  summary:
    'End a delegation, withdraw an invitation or refuse a request, at once: the owner, the delegate or the office. Ended ' +
    'already, nothing changes',
  allow: ['consumer', ...staff],
  permission: 'subjects:write',
  scope: 'accounts',
  params: IdParams('delegation'),
  status: 204,
  reply: z.undefined(),
  refuses: { 404: 'no such delegation, or not yours' },
})

export const acceptDelegation = endpoint('POST /v1/delegations/accept/{token}', {
  summary:
    'Accept to see and pay somebody’s bills, by the link in the mailbox that was invited. Whoever has no access yet gets ' +
    'one, and a mail to choose a password',
  allow: roles,
  permission: null,
  scope: 'accounts',
  params: z.object({ token: LinkToken }),
  reply: z.object({
    owner_name: z.string(),
    has_access: z.boolean().meta({ description: 'False: a mail with an invitation is on its way' }),
  }),
  refuses: { 410: 'the link is unknown, used, withdrawn or older than 72 hours' },
})

export const listSubjectDelegations = endpoint('GET /v1/delegations/subjects/{id}', {
  summary: 'Who sees and pays the bills of this person, the newest first; at most a hundred',
  allow: staff,
  permission: 'subjects:read',
  scope: 'accounts',
  params: IdParams('subject'),
  reply: z.array(SubjectDelegation),
  refuses: { 404: unseen },
})

export const recordConsent = endpoint('POST /v1/delegations/subjects/{id}', {
  summary:
    'Write down that a person of the registry consents that somebody sees and pays their bills, and invite that somebody. ' +
    'The person is told by mail, if there is an address on file',
  allow: staff,
  permission: 'subjects:write',
  scope: 'accounts',
  impersonation: 'refused',
  step_up: true,
  params: IdParams('subject'),
  body: z.object({
    name: Name,
    email: fields.Email,
    consent_on: fields.Day.meta({ description: 'The day on which they consented; not in the future' }),
    consent_note: fields.text(500, 'Scrivi come ha dato il consenso.'),
    expires_on: LastDay,
  }),
  status: 201,
  reply: SubjectDelegation.extend({ told: z.boolean().meta({ description: 'A mail tells the person' }) }),
  refuses: { 404: unseen, 409: open },
})
