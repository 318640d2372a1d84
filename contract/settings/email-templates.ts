import { z } from 'zod'
import { endpoint, Id, IdParams } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    email_template: true
  }
}

/* The templates of mails, for the back office. Each template has a design, which is worked on, and versions, which never
   change: update-sandbox makes a version of the design and puts it into the sandbox, update-live makes the sandbox's version
   live. A template that was never changed is the built-in one. */

export const templateAreas = ['access', 'bills', 'payments', 'office'] as const
export const templateKinds = ['mjml', 'html'] as const
export const templateStates = ['built_in', 'draft', 'sandbox', 'live'] as const
const stages = ['design', 'sandbox', 'live'] as const

const backOffice = { allow: ['super_user'], permission: null, scope: 'all_customers' } as const
const unknown = 'no such template'
const changed = 'somebody changed it meanwhile, there is nothing of this kind, or its template never changes'
const withoutTags = 'or a tag is missing that the mail exists for'

/** A template of mails in a list. */
export const EmailTemplateRow = z
  .object({
    template_id: z.number(),
    template: z.string(),
    name: z.string(),
    description: z.string(),
    area: z.enum(templateAreas),
    kind: z.enum(templateKinds),
    draft: z.boolean().meta({ description: 'The design differs from what is in the sandbox' }),
    sandbox_number: z.number().nullable(),
    live_number: z.number().nullable().meta({ description: 'Null: the built-in template is live' }),
    changed_at: fields.Instant.nullable(),
    changed_by_name: z.string().nullable(),
  })
  .meta({ id: 'EmailTemplateRow' })
export type EmailTemplateRow = z.infer<typeof EmailTemplateRow>

const content = {
  kind: z.enum(templateKinds),
  subject: z.string(),
  source: z.string().meta({ description: 'MJML or, of kind html, the HTML as it was uploaded' }),
  plain: z.string().nullable().meta({ description: 'The text part; null: made from the source' }),
}

/** A template with its design. */
export const EmailTemplate = z
  .object({
    ...EmailTemplateRow.shape,
    ...content,
    project: z.unknown().meta({ description: 'The editor’s own document of the design; null: it has none' }),
    revision: z.number().meta({ description: 'Of the design; 0: it is the built-in one' }),
    sandbox_checksum: z.string().nullable(),
    live_checksum: z.string().nullable(),
    removed: z.array(z.string()).meta({ description: 'What of an uploaded template is not used' }),
    built_in: z.object({ subject: z.string(), source: z.string(), plain: z.string() }),
  })
  .meta({ id: 'EmailTemplate' })
export type EmailTemplate = z.infer<typeof EmailTemplate>

export const {
  list: listEmailTemplates,
  summarise: summariseEmailTemplates,
  export: exportEmailTemplates,
} = listEndpoints('settings/email/template', {
  records: 'Templates of mails',
  record: 'email_template',
  ...backOffice,
  row: EmailTemplateRow,
  totals: z.object({ count: z.number() }),
  sorts: ['name', 'changed_at'],
  columns: [
    'name',
    'area',
    'kind',
    'live_number',
    'sandbox_number',
    'draft',
    'changed_at',
    'changed_by_name',
  ],
  filters: { area: anyOf(templateAreas), state: anyOf(templateStates) },
})

export const getEmailTemplate = endpoint('GET /v1/settings/email/template-id/{id}', {
  summary: 'A template with its design',
  ...backOffice,
  params: IdParams('email_template'),
  reply: EmailTemplate,
  refuses: { 404: unknown },
})

const Tag = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'lines', 'url', 'picture', 'list']),
  example: z.string().nullable(),
})
/** A value that a mail can say. */
export const MergeTagOfMail = z
  .object({ ...Tag.shape, of: z.array(Tag).meta({ description: 'The values of a list’s records' }) })
  .meta({ id: 'MergeTagOfMail' })
export type MergeTagOfMail = z.infer<typeof MergeTagOfMail>

export const listMergeTags = endpoint('GET /v1/settings/email/merge-tags', {
  summary: 'What each mail can say: the placeholders of a template, or of all',
  ...backOffice,
  query: z.object({ id: Id('email_template').optional() }),
  reply: z.array(z.object({ template_id: z.number(), template: z.string(), tags: z.array(MergeTagOfMail) })),
  refuses: { 404: unknown },
})

/** Text that is kept byte by byte: it is not trimmed. */
const words = (max: number) => z.string().max(max, `Al massimo ${max} caratteri.`)
const Subject = z.string().trim().min(1, 'Scrivi l’oggetto.').max(300, 'Al massimo 300 caratteri.')
const Source = words(300_000).min(1, 'Il modello è vuoto.')
const Plain = z.preprocess((value) => (value === '' ? null : value), words(50_000).nullable())
const Revision = z.number().int().min(0).meta({ description: 'The revision of the design that was seen' })

export const updateEmailTemplate = endpoint('POST /v1/settings/email/template-update', {
  summary:
    'Change name, description, subject and text part of a template; null: as built in, or made from the source',
  ...backOffice,
  body: z.object({
    id: Id('email_template'),
    revision: Revision,
    name: fields.optionalText(80),
    description: fields.optionalText(300),
    subject: Subject.optional(),
    plain: Plain.optional(),
  }),
  reply: EmailTemplate,
  refuses: { 404: unknown, 409: changed },
})

export const updateEmailDesign = endpoint('POST /v1/settings/email/template-update-design', {
  summary:
    'Keep the design of a template, in MJML; refused with the lines that cannot be used. With another source and no text part named, that is made from the source',
  ...backOffice,
  body: z.object({
    id: Id('email_template'),
    revision: Revision,
    source: Source,
    subject: Subject.optional(),
    plain: Plain.optional(),
    project: z.unknown().optional().meta({ description: 'The editor’s own document of this source' }),
  }),
  reply: EmailTemplate,
  refuses: { 404: unknown, 409: changed },
})

export const uploadEmailTemplate = endpoint('POST /v1/settings/email/template-upload', {
  summary:
    'Upload the design of a template as HTML: multipart, id, template (at most 300 kB) and, to replace no other one, the revision that was seen; what is unsafe is left out',
  ...backOffice,
  accepts: 'multipart',
  reply: EmailTemplate,
  refuses: {
    404: unknown,
    409: changed,
    413: 'more than 300 kB',
    415: 'no multipart form, or no text',
    422: 'no id or no template',
  },
})

export const updateEmailSandbox = endpoint('POST /v1/settings/email/template-update-sandbox', {
  summary: 'Make a version of the design that was seen, and put it into the sandbox',
  ...backOffice,
  body: z.object({ id: Id('email_template'), revision: Revision, note: fields.optionalText(300) }),
  reply: EmailTemplate,
  refuses: { 404: unknown, 409: `${changed}, ${withoutTags}` },
})

const mostVersions = 2_147_483_647
const Version = z.number().int().min(1).max(mostVersions).meta({ description: 'The number of a version' })

export const updateEmailLive = endpoint('POST /v1/settings/email/template-update-live', {
  summary: 'Make the version that is in the sandbox live; it is named, so that none goes live unseen',
  ...backOffice,
  step_up: true,
  body: z.object({ id: Id('email_template'), number: Version }),
  reply: EmailTemplate,
  refuses: { 404: unknown, 409: `${changed}, ${withoutTags}` },
})

export const rollbackEmailTemplate = endpoint('POST /v1/settings/email/template-rollback', {
  summary:
    'Make a version live again that was live before, or the built-in template; it also goes into the sandbox',
  ...backOffice,
  step_up: true,
  body: z.object({
    id: Id('email_template'),
    number: z
      .number()
      .int()
      .min(0)
      .max(mostVersions)
      .meta({ description: 'Of the version; 0: the built-in template, which becomes a version' }),
    live_number: Version.meta({ description: 'The version that is live now' }),
  }),
  reply: EmailTemplate,
  refuses: {
    404: `${unknown}, or no such version`,
    409: `it was never live, another version is live now, ${withoutTags}`,
  },
})

export const EmailTemplateVersion = z
  .object({
    number: z.number(),
    kind: z.enum(templateKinds),
    subject: z.string(),
    checksum: z
      .string()
      .meta({ description: 'SHA-256 of the JSON array [kind, subject, source, plain], in UTF-8' }),
    note: z.string().nullable(),
    created_by_name: z.string().nullable(),
    created_at: fields.Instant,
    live_at: fields.Instant.nullable().meta({ description: 'When it went live last' }),
  })
  .meta({ id: 'EmailTemplateVersion' })
export type EmailTemplateVersion = z.infer<typeof EmailTemplateVersion>

export const listEmailVersions = endpoint('GET /v1/settings/email/template-versions/{id}', {
  summary: 'The versions of a template, the newest first: the last 200',
  ...backOffice,
  params: IdParams('email_template'),
  reply: z.array(EmailTemplateVersion),
  refuses: { 404: unknown },
})

const Numbered = z.coerce.number<number | string>().int().min(0).max(mostVersions).optional()

export const compareEmailVersions = endpoint('GET /v1/settings/email/template-difference/{id}', {
  summary: 'The lines in which two versions differ; 0: the built-in one, without a number: the design',
  ...backOffice,
  params: IdParams('email_template'),
  query: z.object({ from: Numbered, to: Numbered }),
  reply: z.object({
    parts: z.array(
      z.object({
        field: z.enum(['subject', 'source', 'plain']),
        lines: z.array(
          z.object({ change: z.enum(['same', 'added', 'removed', 'skipped']), text: z.string() }),
        ),
      }),
    ),
  }),
  refuses: { 404: `${unknown}, or no such version` },
})

export const previewEmailTemplate = endpoint('GET /v1/settings/email/template-preview/{id}', {
  summary: 'A mail as the template writes it: with examples, or about a bill or for an office',
  ...backOffice,
  params: IdParams('email_template'),
  query: z.object({
    stage: z.enum([...stages, 'built_in']).default('design'),
    bill_id: Id('bill').optional(),
    customer_id: Id('customer').optional(),
  }),
  reply: z.object({
    subject: z.string(),
    html: z.string().meta({ description: 'To be shown in a frame without scripts' }),
    text: z.string(),
  }),
  refuses: { 404: `${unknown}, bill or customer`, 409: 'nothing is at this stage' },
})

const test = {
  ...backOffice,
  body: z.object({ id: Id('email_template'), stage: z.enum(stages).default('sandbox') }),
  reply: z.object({
    to: z.string(),
    number: z.number().nullable().meta({ description: 'Null: the design' }),
  }),
  refuses: { 404: unknown, 409: 'nothing of this kind is at this stage, or you have no address' },
} as const
export const testEmailTemplate = endpoint('POST /v1/settings/email/template-test', {
  summary: 'Send the MJML template with examples to your own address',
  ...test,
})
export const testLegacyTemplate = endpoint('POST /v1/settings/email/template-test-legacy', {
  summary: 'Send the uploaded HTML template with examples to your own address',
  ...test,
})
