import { rightKinds } from '@saldo/domain/right-holder'
import { z } from 'zod'
import { endpoint, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    subject: true
  }
}

/** A person or company of the registry. Money in cents. */
export const Subject = z
  .object({
    subject_id: z.number(),
    customer_id: z.number(),
    nominative: z.string(),
    fiscal_code: z.string().nullable(),
    email: z.string().nullable(),
    pec: z.string().nullable(),
    phone: z.string().nullable(),
    address: z.string().nullable(),
    house_number: z.string().nullable(),
    city: z.string().nullable(),
    city_id: z.string().nullable(),
    zip_code: z.string().nullable(),
    prov: z.string().nullable(),
    bills_count: fields.OfBills('Cancelled bills and drafts left out'),
    ...fields.owedOfBills,
    credit: fields.OfBills('Cents paid in excess, over all condominiums, that settle nothing yet'),
    created_at: fields.Instant,
    updated_at: fields.Instant,
  })
  .meta({ id: 'Subject' })
export type Subject = z.infer<typeof Subject>

const writable = {
  nominative: fields.text(120, 'Scrivi il nome o la ragione sociale.'),
  fiscal_code: fields.OptionalFiscalCode,
  email: fields.OptionalEmail,
  pec: fields.OptionalEmail,
  phone: fields.optionalText(30),
  address: fields.optionalText(120),
  house_number: fields.optionalText(20),
  city: fields.optionalText(60),
  city_id: fields.optionalText(6),
  zip_code: fields.OptionalZipCode,
  prov: fields.OptionalProvince,
}

export const {
  list: listSubjects,
  summarise: summariseSubjects,
  export: exportSubjects,
} = listEndpoints('subjects', {
  records: 'People and companies',
  record: 'subject',
  allow: staff,
  permission: 'subjects:read',
  scope: 'accounts',
  export_step_up: true,
  row: Subject,
  totals: z.object({
    count: z.number(),
    ...fields.owedOfBills,
  }),
  sorts: ['nominative', 'residue', 'overdue', 'bills_count'],
  by_bills: ['residue', 'overdue', 'bills_count', 'debt'],
  columns: [
    'nominative',
    'fiscal_code',
    'email',
    'phone',
    'address',
    'city',
    'prov',
    'bills_count',
    'residue',
    'overdue',
  ],
  filters: {
    account_id: Id('account').optional(),
    debt: z.enum(['overdue', 'due', 'none']).optional(),
    email: z.enum(['with', 'without']).optional(),
    call_back: z.enum(['due', 'open']).optional().meta({
      description: 'People to be called back: by today, or on any day',
    }),
  },
})
export const getSubject = endpoint('GET /v1/subjects/{id}', {
  summary: 'One person or company; the number of a merged record means the one it was merged into',
  allow: staff,
  permission: 'subjects:read',
  scope: 'accounts',
  params: IdParams('subject'),
  reply: Subject,
  refuses: { 404: 'no such person, or not yours' },
})
export const createSubject = endpoint('PUT /v1/subjects', {
  summary: 'Add a person or company',
  allow: staff,
  permission: 'subjects:write',
  scope: 'accounts',
  body: z.object({ customer_id: Id('customer').optional(), ...writable }),
  status: 201,
  reply: Subject,
  refuses: { 409: 'tax code already used', 422: 'a super user has not chosen a customer' },
})
export const updateSubject = endpoint('POST /v1/subjects', {
  summary: 'Change a person’s data',
  allow: staff,
  permission: 'subjects:write',
  scope: 'accounts',
  body: z.object({ subject_id: Id('subject'), ...writable }),
  reply: Subject,
  refuses: { 404: 'no such person, or not yours', 409: 'tax code already used' },
})

/** A right of a person in a unit of a condominium, current or ended. */
export const SubjectRight = z
  .object({
    right_holder_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    unit_id: z.number(),
    unit_name: z.string(),
    right_kind: z.enum(rightKinds),
    share_numerator: z.number(),
    share_denominator: z.number(),
    since: fields.StoredDay.nullable(),
    until: fields.StoredDay.nullable().meta({ description: 'The last day of the right' }),
    ended: z.boolean(),
    pays: z.boolean().meta({ description: 'The unit’s bills are made out to them' }),
  })
  .meta({ id: 'SubjectRight' })
export const unitsOfSubject = endpoint('GET /v1/subjects/units/{id}', {
  summary: 'The units a person owns, enjoys or rents: current rights first',
  allow: staff,
  permission: 'subjects:read',
  scope: 'accounts',
  params: IdParams('subject'),
  reply: z.array(SubjectRight),
  refuses: { 404: 'no such person, or not yours' },
})

export const consentKinds = ['email_notices', 'pec', 'paper', 'marketing'] as const
/** A person's answer about being contacted, when, and who recorded it. */
export const Consent = z
  .object({ kind: z.enum(consentKinds), given: z.boolean(), at: fields.Instant, actor: z.string() })
  .meta({ id: 'Consent' })
export type Consent = z.infer<typeof Consent>
export const getConsents = endpoint('GET /v1/subjects/consents/{id}', {
  summary: 'How a person may be written to; of what is missing they were never asked',
  allow: staff,
  permission: 'subjects:read',
  scope: 'accounts',
  params: IdParams('subject'),
  reply: z.array(Consent),
  refuses: { 404: 'no such person, or not yours' },
})
export const keepConsent = endpoint('POST /v1/subjects/consents/{id}', {
  summary: 'Note down what a person said: without notices by e-mail, bills are not mailed to them',
  allow: staff,
  permission: 'subjects:write',
  scope: 'accounts',
  params: IdParams('subject'),
  body: z.object({ kind: z.enum(consentKinds), given: z.boolean() }),
  reply: z.array(Consent),
  refuses: { 404: 'no such person, or not yours', 409: 'the address to write to is missing' },
})
