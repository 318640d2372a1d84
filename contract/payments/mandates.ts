import { mandateStates } from '@saldo/domain/sepa/mandate'
import { z } from 'zod'
import { Asker } from '../bills/mybill.ts'
import { endpoint, file, Id, IdParams, idempotencyHeaders, LinkToken, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, dayRange, listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    mandate: true
  }
}

/** `bank`: debits are presented to the condominium’s bank by file; `provider`: made from a saved source. */
export const mandateWays = ['bank', 'provider'] as const
export type MandateWay = (typeof mandateWays)[number]
/** `file`: it stood in a file that another program had presented. */
export const mandateSignings = ['paper', 'online', 'file'] as const
export type MandateSigning = (typeof mandateSignings)[number]

/** A payer’s mandate for SEPA debits. */
export const DebitMandate = z
  .object({
    mandate_id: z.number(),
    customer_id: z.number(),
    way: z.enum(mandateWays),
    state: z.enum(mandateStates),
    account_id: z.number().nullable().meta({ description: 'Null: of a saved source, for every condominium' }),
    account_name: z.string().nullable(),
    subject_id: z.number(),
    subject_nominative: z.string(),
    debtor_name: z.string().nullable().meta({ description: 'Holder of the account to debit' }),
    iban: z.string().nullable().meta({ description: 'Of the payer, masked' }),
    umr: z.string().nullable().meta({ description: 'Unique mandate reference' }),
    signing: z.enum(mandateSignings),
    signed_on: fields.StoredDay.nullable(),
    one_off: z.boolean().meta({ description: 'Good for one collection' }),
    has_scan: z.boolean(),
    last_used_at: fields.Instant.nullable(),
    lapses_on: fields.StoredDay.nullable().meta({
      description: '36 months after the last collection or, without any, the signing; null: not in force',
    }),
    created_at: fields.Instant,
  })
  .meta({ id: 'DebitMandate' })
export type DebitMandate = z.infer<typeof DebitMandate>

export const DebitMandateDetail = DebitMandate.extend({
  creditor_id: z.string().nullable().meta({ description: 'Of the condominium, as the mandate names it' }),
  text: z.string().meta({ description: 'As it was accepted' }),
  source_id: z.number().nullable(),
  scan_name: z.string().nullable(),
  amended_from: z.string().nullable().meta({
    description: 'Masked IBAN before the last change, told to the bank with the next debit',
  }),
  planned: z.object({ count: z.number(), amount: z.number() }).meta({
    description: 'Debits not presented yet, which would be cancelled with the mandate; cents',
  }),
  timeline: z.array(z.object({ at: fields.Instant, kind: z.string(), text: z.string(), actor: z.string() })),
}).meta({ id: 'DebitMandateDetail' })
export type DebitMandateDetail = z.infer<typeof DebitMandateDetail>

export const {
  list: listMandates,
  summarise: summariseMandates,
  export: exportMandates,
} = listEndpoints('mandates', {
  records: 'Mandates for SEPA debits',
  record: 'mandate',
  allow: staff,
  permission: 'debits:read',
  scope: 'accounts',
  row: DebitMandate,
  totals: z.object({
    count: z.number(),
    active: z.number(),
    lapsing: z
      .number()
      .meta({ description: 'In force, and lapsing within three months if nothing is collected' }),
  }),
  sorts: ['created_at', 'signed_on', 'subject_nominative', 'umr'],
  columns: [
    'subject_nominative',
    'account_name',
    'umr',
    'state',
    'way',
    'signing',
    'signed_on',
    'debtor_name',
    'iban',
    'last_used_at',
    'lapses_on',
  ],
  filters: {
    state: anyOf(mandateStates),
    way: anyOf(mandateWays),
    account_id: Id('account').optional(),
    subject_id: Id('subject').optional(),
    lapsing: z
      .enum(['true'])
      .optional()
      .meta({ description: 'Only those in force that lapse within three months' }),
    ...dayRange('signed_on'),
  },
})

const toRead = { allow: staff, permission: 'debits:read', scope: 'accounts' } as const
const toWrite = { allow: staff, permission: 'debits:write', scope: 'accounts' } as const
const notThere = 'no such mandate, or not yours'

export const getMandate = endpoint('GET /v1/mandates/{id}', {
  summary: 'One mandate with its history',
  ...toRead,
  params: IdParams('mandate'),
  reply: DebitMandateDetail,
  refuses: { 404: notThere },
})

export const createMandate = endpoint('POST /v1/mandates', {
  summary:
    'Record a mandate that a payer signed on paper, for debits presented to the condominium’s bank. It is a draft until its ' +
    'scan is uploaded',
  ...toWrite,
  headers: idempotencyHeaders('the same mandate'),
  body: z.object({
    account_id: Id('account'),
    subject_id: Id('subject'),
    iban: fields.DebitIban.meta({ description: 'Of the payer' }),
    debtor_name: fields
      .optionalText(70)
      .meta({ description: 'Holder of that account; left out: the person' }),
    signed_on: fields.Day,
    umr: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9+?:().,' -](?:[A-Za-z0-9+?/:().,' -]{0,33}[A-Za-z0-9+?:().,' -])?$/, {
        message: 'Al massimo 35 caratteri: lettere, cifre e + ? / - : ( ) . ,',
      })
      .refine((umr) => !umr.includes('//'), 'Non può contenere due barre di seguito.')
      .optional()
      .meta({ description: 'As printed on the paper; left out: a new one' }),
    one_off: z.boolean().optional(),
  }),
  status: 201,
  reply: DebitMandateDetail,
  refuses: {
    404: 'no such condominium or person, or not yours',
    409: 'the condominium has no creditor identifier, or the person has a mandate in force there, or the reference is taken',
  },
})
export const askForMandate = endpoint('POST /v1/mandates/ask', {
  summary:
    'Ask a payer to sign a mandate online: mails a link, and they sign with a one-time code. Asking again replaces the draft',
  ...toWrite,
  body: z.object({ account_id: Id('account'), subject_id: Id('subject') }),
  status: 201,
  reply: DebitMandateDetail,
  refuses: {
    404: 'no such condominium or person, or not yours',
    409: 'the condominium has no creditor identifier, or the person has a mandate in force there, no bill or no e-mail address',
  },
})
export const uploadMandateScan = endpoint('PUT /v1/mandates/{id}/scan', {
  summary:
    'Keep the scan of a paper mandate: multipart, one file of at most 20 MB (PDF, JPEG, PNG, TIFF). A draft becomes active',
  ...toWrite,
  params: IdParams('mandate'),
  accepts: 'multipart',
  reply: DebitMandateDetail,
  refuses: {
    404: notThere,
    409: 'not a paper mandate, or it has ended',
    413: 'more than 20 MB',
    415: 'no multipart form, or a file of another kind',
    422: 'no file, or an empty one',
  },
})
export const downloadMandateScan = endpoint('GET /v1/mandates/{id}/scan', {
  summary: 'The scan of a paper mandate',
  ...toRead,
  step_up: true,
  params: IdParams('mandate'),
  reply: file('application/octet-stream'),
  refuses: {
    404: 'no such mandate, not yours, or it has no scan',
    409: 'the virus scan is not done, or found something',
  },
})

/** What happens to a mandate besides its collections. */
export const amendMandate = endpoint('POST /v1/mandates/{id}/amend', {
  summary: 'The payer’s IBAN changed: the next debit tells the bank the old one',
  ...toWrite,
  params: IdParams('mandate'),
  body: z.object({
    iban: fields.DebitIban,
    debtor_name: fields.optionalText(70),
    reason: fields.optionalText(200).meta({ description: 'How the payer said so' }),
  }),
  reply: DebitMandateDetail,
  refuses: { 404: notThere, 409: 'not presented by file, ended, or the IBAN is the same' },
})
const why = z.object({ reason: fields.optionalText(200) }).prefault({})
export const suspendMandate = endpoint('POST /v1/mandates/{id}/suspend', {
  summary: 'Suspend an active mandate; its debits that were not presented are cancelled',
  ...toWrite,
  params: IdParams('mandate'),
  body: why,
  reply: DebitMandateDetail,
  refuses: { 404: notThere, 409: 'not active' },
})
export const resumeMandate = endpoint('POST /v1/mandates/{id}/resume', {
  summary: 'Make a suspended mandate active again',
  ...toWrite,
  params: IdParams('mandate'),
  body: why,
  reply: DebitMandateDetail,
  refuses: { 404: notThere, 409: 'not suspended, or the person has another one in force' },
})
export const revokeMandate = endpoint('POST /v1/mandates/{id}/revoke', {
  summary: 'End a mandate for good; its debits that were not presented are cancelled',
  ...toWrite,
  params: IdParams('mandate'),
  body: why,
  reply: DebitMandateDetail,
  refuses: { 404: notThere, 409: 'ended already' },
})

const byBillLink = {
  allow: ['link'],
  link: { param: 'token', opens: 'bill' },
  params: z.object({ token: LinkToken }),
  permission: null,
  scope: 'accounts',
} as const
const byLink = {
  404: 'the link is wrong or was revoked, or no mandate is asked for',
  410: 'the link has expired',
} as const

/** The mandate that the holder of a bill’s link is asked to sign. */
export const PublicMandate = z
  .object({
    asker: Asker,
    subject_nominative: z.string(),
    account_name: z.string().meta({ description: 'The creditor' }),
    creditor_id: z.string(),
    umr: z.string(),
    state: z.enum(mandateStates),
    text: z.string().meta({ description: 'What the payer accepts, word for word' }),
    iban: z.string().nullable().meta({ description: 'Masked; null: not signed yet' }),
    email_hint: z.string().nullable().meta({ description: 'Masked address the code goes to' }),
    signed_on: fields.StoredDay.nullable(),
  })
  .meta({ id: 'PublicMandate' })
export type PublicMandate = z.infer<typeof PublicMandate>
export const getMyMandate = endpoint('GET /v1/mybill/{token}/mandate', {
  summary: 'The mandate that the payer of the bill a link opens is asked to sign, or has signed',
  ...byBillLink,
  reply: PublicMandate,
  refuses: byLink,
})
export const mailMandateCode = endpoint('POST /v1/mybill/{token}/mandate/code', {
  summary: 'Mail the one-time code with which the mandate is signed, to the address on file alone',
  ...byBillLink,
  reply: z.object({ email_hint: z.string().nullable(), expires_at: fields.Instant }),
  refuses: { ...byLink, 409: 'no mandate waits to be signed' },
})
export const signMandate = endpoint('POST /v1/mybill/{token}/mandate/sign', {
  summary: 'Sign the mandate with the code that was mailed, for the account with this IBAN',
  ...byBillLink,
  body: z.object({
    code: z
      .string('Scrivi il codice ricevuto per e-mail.')
      .trim()
      .min(1, 'Scrivi il codice ricevuto per e-mail.')
      .max(20),
    iban: fields.DebitIban,
    debtor_name: fields.text(70, 'Scrivi l’intestatario del conto.'),
  }),
  reply: PublicMandate,
  refuses: {
    ...byLink,
    400: 'the code is wrong, expired or used up: the field code says which',
    409: 'no mandate waits to be signed',
  },
})

/** What a condominium needs to present debits to its bank. */
export const DebitSetup = z
  .object({
    account_id: z.number(),
    name: z.string(),
    iban: z.string().nullable().meta({ description: 'Of the condominium, masked' }),
    creditor_id: z.string().nullable(),
    suggested_creditor_id: z.string().nullable().meta({
      description: 'Computed from its tax code with the usual business code; the bank assigns the real one',
    }),
  })
  .meta({ id: 'DebitSetup' })
export type DebitSetup = z.infer<typeof DebitSetup>
export const getDebitSetup = endpoint('GET /v1/debit-setup/{id}', {
  summary: 'What a condominium has, and lacks, to present debits to its bank',
  ...toRead,
  params: IdParams('account'),
  reply: DebitSetup,
  refuses: { 404: 'no such condominium, or not yours' },
})
export const updateDebitSetup = endpoint('POST /v1/debit-setup/{id}', {
  summary: 'Set a condominium’s creditor identifier',
  ...toWrite,
  permission: 'accounts:write',
  params: IdParams('account'),
  body: z.object({
    creditor_id: z
      .string()
      .trim()
      .max(40)
      .nullable()
      .meta({ description: '23 characters; blanks do not matter' }),
  }),
  reply: DebitSetup,
  refuses: {
    400: 'not a creditor identifier',
    404: 'no such condominium, or not yours',
    409: 'mandates in force name another one',
  },
})
