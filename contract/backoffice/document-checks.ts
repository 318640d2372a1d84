import { documentKinds, documentOwners } from '@saldo/domain/registry/document'
import { provedFieldNames } from '@saldo/domain/registry/document-proof'
import { z } from 'zod'
import { endpoint, Id } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, dayRange, listEndpoints } from '../list.ts'

/* The documents of all customers that wait for a check. The decision itself is an act on the document (registry/documents.ts). */
const backOffice = { allow: ['super_user'], permission: null, scope: 'all_customers' } as const

const waiting = {
  document_id: z.number(),
  customer_id: z.number(),
  customer_name: z.string(),
  owner: z.enum(documentOwners).meta({ description: 'Whose document it is' }),
  account_id: z.number().nullable(),
  account_name: z.string().nullable(),
  subject_id: z.number().nullable(),
  subject_name: z.string().nullable(),
  type: z.string(),
  file_id: z.number().nullable().meta({ description: 'For its preview; null: the file is not known' }),
  file_name: z.string(),
  mime: z.string(),
  size: z.number().meta({ description: 'Bytes' }),
  scan: z.enum(['waiting', 'clean', 'infected', 'not_scanned']),
  uploaded_by: z.string().nullable().meta({ description: 'Null: nobody any more' }),
  created_at: fields.Instant.meta({ description: 'Since when it waits' }),
}
export const DocumentToCheck = z.object(waiting).meta({ id: 'DocumentToCheck' })
export type DocumentToCheck = z.infer<typeof DocumentToCheck>

export const {
  list: listDocumentChecks,
  summarise: summariseDocumentChecks,
  export: exportDocumentChecks,
} = listEndpoints('document-checks', {
  ...backOffice,
  records: 'Documents that wait for a check, those that have waited longest first',
  record: 'document',
  row: DocumentToCheck,
  totals: z.object({ count: z.number(), customers: z.number() }),
  sorts: ['created_at', 'customer_name'],
  columns: [
    'customer_name',
    'kind',
    'account_name',
    'subject_name',
    'file_name',
    'size',
    'scan',
    'uploaded_by',
    'created_at',
  ],
  filters: {
    customer_id: Id('customer').optional(),
    kind: anyOf(documentKinds),
    ...dayRange('created_at'),
  },
})

export const DocumentCheck = z
  .object({
    ...waiting,
    state: z.enum(['to_check', 'checked', 'invalid']),
    reason: z.string().nullable(),
    checked_at: fields.Instant.nullable(),
    checked_by: z.string().nullable().meta({ description: 'Who decided' }),
    why_not: z.string().nullable().meta({ description: 'Why the caller cannot decide; null: they can' }),
    proves: z
      .array(z.object({ field: z.enum(provedFieldNames), values: z.array(z.string()) }))
      .meta({ description: 'What was written in Saldo that this type of document proves; IBANs are masked' }),
  })
  .meta({ id: 'DocumentCheck' })
export type DocumentCheck = z.infer<typeof DocumentCheck>

export const getDocumentCheck = endpoint('GET /v1/document-checks/{document_id}', {
  ...backOffice,
  summary: 'One document, also one that was decided, with what its owner wrote, to compare',
  params: z.object({ document_id: Id('document') }),
  reply: DocumentCheck,
  refuses: { 404: 'no such document' },
})
