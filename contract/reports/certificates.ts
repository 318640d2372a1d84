import { z } from 'zod'
import { endpoint, file, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    certificate: true
  }
}

/** A certificate of what a person owed a condominium on a day (art. 1130 n. 9 c.c.). Money in cents. */
export const Certificate = z
  .object({
    certificate_id: z.number(),
    customer_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    subject_id: z.number(),
    subject_nominative: z.string(),
    as_of: fields.StoredDay,
    regular: z.boolean().meta({ description: 'Nothing was overdue' }),
    overdue: z.number(),
    residue: z.number().meta({ description: 'Still due, what is overdue included' }),
    disputes: z.string().nullable().meta({ description: 'Pending disputes; null: none' }),
    code: z.string().meta({ description: 'Printed on it: with it anybody can check it' }),
    url: z.string(),
    issuer: z.string(),
    issued_at: fields.Instant,
    revoked_at: fields.Instant.nullable(),
    revoke_reason: z.string().nullable(),
  })
  .meta({ id: 'Certificate' })
export type Certificate = z.infer<typeof Certificate>

export const certificatesOfSubject = endpoint('GET /v1/subjects/certificates/{id}', {
  summary: 'The latest hundred certificates issued about a person, newest first',
  allow: staff,
  permission: 'subjects:read',
  scope: 'accounts',
  params: IdParams('subject'),
  reply: z.array(Certificate),
  refuses: { 404: 'no such person, or not yours' },
})
export const issueCertificate = endpoint('PUT /v1/certificates', {
  summary: 'Certify how a person stands with a condominium today (art. 1130 n. 9 c.c.)',
  allow: staff,
  permission: 'subjects:write',
  scope: 'accounts',
  body: z.object({
    subject_id: Id('subject'),
    account_id: Id('account'),
    disputes: fields.optionalText(600).meta({ description: 'Pending disputes; left out: none' }),
  }),
  status: 201,
  reply: Certificate,
  refuses: {
    404: 'person or condominium not yours',
    409: 'the person has neither units nor bills there',
  },
})
export const certificatePdf = endpoint('GET /v1/certificates/pdf/{id}', {
  heavy: 'pdf',
  summary: 'A certificate as PDF, with its code and a QR that leads to its check',
  allow: staff,
  permission: 'subjects:read',
  scope: 'accounts',
  step_up: true,
  params: IdParams('certificate'),
  reply: file('application/pdf'),
  refuses: { 404: 'no such certificate, or not yours' },
})
export const revokeCertificate = endpoint('POST /v1/certificates/revoke/{id}', {
  summary: 'Say that a certificate no longer holds: whoever checks it is told',
  allow: staff,
  permission: 'subjects:write',
  scope: 'accounts',
  params: IdParams('certificate'),
  body: z.object({ reason: fields.text(300, 'Scrivi perché la revochi.') }),
  reply: Certificate,
  refuses: { 404: 'no such certificate, or not yours', 409: 'it was revoked before' },
})

/** The data shown to anybody who has a certificate's code: just enough to compare it with the paper. */
export const CheckedCertificate = z
  .object({
    business_name: z.string().meta({ description: 'Who issued it' }),
    account_name: z.string(),
    name: z.string().meta({ description: 'Of whom, shortened: Rossi L.' }),
    as_of: fields.StoredDay,
    issued_at: fields.Instant,
    regular: z.boolean(),
    overdue: z.number(),
    residue: z.number(),
    disputes: z.boolean().meta({ description: 'Whether it speaks of pending disputes' }),
    revoked_at: fields.Instant.nullable(),
  })
  .meta({ id: 'CheckedCertificate' })
export type CheckedCertificate = z.infer<typeof CheckedCertificate>

export const checkCertificate = endpoint('POST /v1/certificates/check', {
  summary: 'Check a certificate by the code on it; guessing gets slower each time',
  allow: ['anonymous'],
  permission: null,
  scope: 'accounts',
  body: z.object({ code: fields.text(80, 'Scrivi il codice dell’attestazione.') }),
  reply: CheckedCertificate,
  refuses: { 422: 'no certificate bears this code' },
})
