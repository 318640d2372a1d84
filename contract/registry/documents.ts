import { type DocumentOwner, documentTypes } from '@saldo/domain/registry/document'
import { z } from 'zod'
import { endpoint, file, Id, IdParams, type Role, type Scope, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    document: true
  }
}

/** A required file of an office, a condominium or a person; both ids null: the office's own. */
export const Document = z
  .object({
    document_id: z.number(),
    customer_id: z.number(),
    account_id: z.number().nullable(),
    subject_id: z.number().nullable(),
    type: z.string(),
    file_name: z.string(),
    mime: z.string().meta({ description: 'As found in the content, never as claimed' }),
    size: z.number().meta({ description: 'Bytes' }),
    state: z.enum(['to_check', 'checked', 'invalid']),
    reason: z.string().nullable().meta({ description: 'Why it is not valid' }),
    scan: z
      .enum(['waiting', 'clean', 'infected', 'not_scanned'])
      .meta({ description: 'What the virus scan says; waiting and infected are not served' }),
    uploaded_by: z.string().nullable().meta({ description: 'Null: the back office, or nobody any more' }),
    checked_at: fields.Instant.nullable(),
    shared_at: fields.Instant.nullable().meta({
      description: 'Since when residents of its condominium see it',
    }),
    created_at: fields.Instant,
  })
  .meta({ id: 'Document' })
export type Document = z.infer<typeof Document>

const DocumentParams = z.object({ document_id: Id('document') })
const notThere = 'no such document, or not yours'
const notServed = 'the virus scan is not done, or found something'
const notDecided = `${notServed}; the reviewer uploaded it; or somebody decided meanwhile`
/** What the reviewer saw, so that a decision of which they do not know stays. */
const replaces = fields.Instant.nullish().meta({
  description: 'The checked_at of the decision that this one replaces; left out: nobody has decided yet',
})

/** The document endpoints of one kind of owner (office, condominium or person). All kinds have the same rules. */
function documentEndpoints<const N extends string, const O extends DocumentOwner>(
  noun: N,
  of: { owner: O; whose: string; allow: readonly Role[]; scope: Scope },
) {
  const { whose, allow, scope } = of
  const toRead = { permission: 'documents:read', scope } as const
  const toWrite = { permission: 'documents:write', scope } as const
  const types = Object.keys(documentTypes[of.owner]) as [string, ...string[]]
  return {
    list: endpoint(`GET /v1/${noun}/docs/{id}`, {
      summary: `Documents of ${whose}, the newest first`,
      allow,
      ...toRead,
      params: IdParams(of.owner),
      reply: z.array(Document),
      refuses: { 404: `no such ${of.owner}, or not yours` },
    }),
    download: endpoint(`GET /v1/${noun}/docs/download/{document_id}`, {
      summary: `A document of ${whose}, as a file`,
      allow,
      ...toRead,
      step_up: true,
      params: DocumentParams,
      reply: file('application/octet-stream'),
      refuses: { 404: notThere, 409: notServed },
    }),
    upload: endpoint(`PUT /v1/${noun}/docs/{id}/{type}`, {
      summary:
        `Keep a document of ${whose}: multipart, one file of at most 20 MB (PDF, JPEG, PNG, TIFF, P7M, DOCX, XLSX, ` +
        'told by its content)',
      allow,
      ...toWrite,
      accepts: 'multipart',
      params: z.object({ id: Id(of.owner), type: z.enum(types, 'Questo tipo di documento non c’è.') }),
      status: 201,
      reply: Document,
      refuses: {
        404: `no such ${of.owner}, or not yours`,
        409: 'too many documents',
        413: 'more than 20 MB',
        415: 'no multipart form, or a file of another kind',
        422: 'no file, or an empty one',
      },
    }),
    check: endpoint(`POST /v1/${noun}/docs/checked/{document_id}`, {
      summary: `Say that a document of ${whose} is valid; the office is told some seconds later`,
      allow: ['super_user'],
      ...toWrite,
      impersonation: 'unneeded',
      params: DocumentParams,
      body: z.object({ replaces }).prefault({}),
      reply: Document,
      refuses: { 404: notThere, 409: notDecided },
    }),
    invalidate: endpoint(`POST /v1/${noun}/docs/invalid/{document_id}`, {
      summary: `Say that a document of ${whose} is not valid, and best also why; the office is told some seconds later, also by mail`,
      allow: ['super_user'],
      ...toWrite,
      impersonation: 'unneeded',
      params: DocumentParams,
      body: z.object({ reason: fields.optionalText(500), replaces }).prefault({}),
      reply: Document,
      refuses: { 404: notThere, 409: notDecided },
    }),
    takeBack: endpoint(`POST /v1/${noun}/docs/to-check/{document_id}`, {
      summary: `Take back one’s own decision about a document of ${whose} before the office is told, seconds later`,
      allow: ['super_user'],
      ...toWrite,
      impersonation: 'unneeded',
      params: DocumentParams,
      reply: Document,
      refuses: { 404: notThere, 409: 'nobody or somebody else decided, or the office was told' },
    }),
    remove: endpoint(`DELETE /v1/${noun}/docs/delete/{document_id}`, {
      summary: `Remove a document of ${whose} and its file; not one that was verified, except by super users`,
      allow,
      ...toWrite,
      params: DocumentParams,
      status: 204,
      reply: z.undefined(),
      refuses: { 404: notThere, 409: 'it was verified' },
    }),
  }
}

export const {
  list: customerDocuments,
  download: downloadCustomerDocument,
  upload: uploadCustomerDocument,
  check: checkCustomerDocument,
  invalidate: invalidateCustomerDocument,
  takeBack: takeBackCustomerDocument,
  remove: removeCustomerDocument,
} = documentEndpoints('customers', {
  owner: 'customer',
  whose: 'a customer’s office',
  allow: ['customer', 'awaiting', 'store', 'super_user'],
  scope: 'whole_office_of_any',
})

export const {
  list: accountDocuments,
  download: downloadAccountDocument,
  upload: uploadAccountDocument,
  check: checkAccountDocument,
  invalidate: invalidateAccountDocument,
  takeBack: takeBackAccountDocument,
  remove: removeAccountDocument,
} = documentEndpoints('accounts', {
  owner: 'account',
  whose: 'a condominium',
  allow: staff,
  scope: 'accounts',
})

export const {
  list: subjectDocuments,
  download: downloadSubjectDocument,
  upload: uploadSubjectDocument,
  check: checkSubjectDocument,
  invalidate: invalidateSubjectDocument,
  takeBack: takeBackSubjectDocument,
  remove: removeSubjectDocument,
} = documentEndpoints('subjects', { owner: 'subject', whose: 'a person', allow: staff, scope: 'accounts' })

export const shareDocument = endpoint('PUT /v1/accounts/docs/shared/{document_id}', {
  summary:
    'Show a document of a condominium to its residents, who are told some seconds later, or no longer; the same again ' +
    'changes nothing',
  allow: staff,
  permission: 'documents:write',
  scope: 'accounts',
  params: DocumentParams,
  body: z.object({ shared: z.boolean() }),
  reply: Document,
  refuses: {
    404: notThere,
    409: 'no document of this type is shared, it is not valid, or the scan is not done',
  },
})

export const countResidents = endpoint('GET /v1/accounts/docs/residents/{id}', {
  summary: 'How many residents a condominium has, and how many have an access and so see what is shared',
  allow: staff,
  permission: 'documents:read',
  scope: 'accounts',
  params: IdParams('account'),
  reply: z.object({ residents: z.number(), with_access: z.number() }),
  refuses: { 404: 'no such condominium, or not yours' },
})
