import { fileKinds, fileRemovals, fileScans } from '@saldo/domain/files/file-kind'
import { z } from 'zod'
import { endpoint, file, Id, IdParams } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, dayRange, listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    file: true
  }
}

/* Every file in the store. Only super users, for all customers: offices see their files where they loaded them. */
const backOffice = { allow: ['super_user'], permission: null, scope: 'all_customers' } as const
const missing = { 404: 'no such file' } as const

const stored = {
  file_id: z.number(),
  customer_id: z.number(),
  customer_name: z.string(),
  kind: z.enum(fileKinds),
  name: z.string(),
  mime: z.string().nullable().meta({ description: 'As its record says; previews look at the content' }),
  bytes: z.number().nullable().meta({ description: 'Null: not known before the next check of the store' }),
  scan: z.enum(fileScans),
  stored_at: fields.Instant,
  stored_by_name: z.string().nullable(),
  record_id: z.number().meta({ description: 'Of the record that names it; its kind follows from `kind`' }),
  account_id: z.number().nullable().meta({ description: 'Of a document of a condominium' }),
  subject_id: z.number().nullable().meta({ description: 'Of a document of a person' }),
  import_kind: z.enum(['bills', 'registry']).nullable().meta({ description: 'Of an imported sheet' }),
  tags: z.array(z.string()),
  keep_until: fields.StoredDay.nullable().meta({
    description: 'Its last day: set for this file, or by the rule of its kind',
  }),
  on_hold: z.boolean(),
  missing_since: fields.Instant.nullable().meta({ description: 'When it was not found in the store' }),
  removed_at: fields.Instant.nullable(),
  removed_how: z.enum(fileRemovals).nullable(),
  downloads: z.number(),
  last_download_at: fields.Instant.nullable(),
}
export const StoredFile = z.object(stored).meta({ id: 'StoredFile' })
export type StoredFile = z.infer<typeof StoredFile>

export const FileDownload = z
  .object({
    download_id: z.number(),
    how: z.enum(['download', 'preview', 'handover']),
    actor: z.string(),
    by_super_user: z.boolean(),
    address: z.string().nullable(),
    reason: z.string().nullable(),
    at: fields.Instant,
  })
  .meta({ id: 'FileDownload' })
export type FileDownload = z.infer<typeof FileDownload>

export const StoredFileDetail = z
  .object({
    ...stored,
    own_keep_until: fields.StoredDay.nullable().meta({
      description: 'The day set for this file; null: its kind’s rule',
    }),
    hold_reason: z.string().nullable(),
    remover: z.string().nullable(),
    removed_reason: z.string().nullable(),
    why_kept: z.string().nullable().meta({ description: 'Why it cannot be deleted; null: it can' }),
    why_not_safe: z.string().nullable().meta({ description: 'Why it is not shown, by the virus scanner' }),
    can_scan: z.boolean().meta({ description: 'A virus scanner is set' }),
    last_downloads: z.array(FileDownload).meta({ description: 'The latest 50, newest first' }),
  })
  .meta({ id: 'StoredFileDetail' })
export type StoredFileDetail = z.infer<typeof StoredFileDetail>

export const fileStates = ['present', 'missing', 'removed'] as const

export const {
  list: listFiles,
  summarise: summariseFiles,
  export: exportFiles,
} = listEndpoints('files', {
  ...backOffice,
  records: 'Stored files',
  record: 'file',
  row: StoredFile,
  totals: z.object({ count: z.number(), bytes: z.number() }),
  sorts: ['stored_at', 'bytes'],
  columns: [
    'name',
    'customer_name',
    'kind',
    'mime',
    'bytes',
    'scan',
    'stored_at',
    'stored_by_name',
    'tags',
    'keep_until',
    'removed_at',
    'downloads',
    'last_download_at',
  ],
  filters: {
    kind: anyOf(fileKinds),
    scan: anyOf(fileScans),
    state: anyOf(fileStates),
    on_hold: z.enum(['yes', 'no']).optional(),
    customer_id: Id('customer').optional(),
    tag: z.string().trim().max(40).optional(),
    ...dayRange('stored_at'),
  },
})

export const getFile = endpoint('GET /v1/files/{id}', {
  ...backOffice,
  summary: 'One stored file, with who was given it',
  params: IdParams('file'),
  reply: StoredFileDetail,
  refuses: missing,
})

/** What can be shown of a file without running anything in it. Its type is found in its content, never in its name. */
export const FilePreview = z
  .discriminatedUnion('shows', [
    z.object({
      shows: z.literal('pages'),
      mime: z.literal('application/pdf'),
      notes: z.array(z.string()).meta({ description: 'Scripts and actions in it, which are not run' }),
    }),
    z.object({ shows: z.literal('picture'), mime: z.enum(['image/png', 'image/jpeg', 'image/webp']) }),
    z.object({
      shows: z.literal('table'),
      sheets: z.array(z.string()),
      sheet: z.number().meta({ description: 'Which of them, from 0' }),
      rows: z.array(z.array(z.string())),
      more: z.boolean().meta({ description: 'There are more rows or columns than shown' }),
    }),
    z.object({ shows: z.literal('text'), text: z.string(), more: z.boolean() }),
    z.object({ shows: z.literal('nothing'), why: z.string() }),
  ])
  .meta({ id: 'FilePreview' })
export type FilePreview = z.infer<typeof FilePreview>

const notShown = {
  404: 'no such file',
  409: 'it was removed, is missing, cannot be decrypted, or the virus scanner has not passed it',
} as const

export const previewFile = endpoint('GET /v1/files/{id}/preview', {
  ...backOffice,
  summary: 'What can be shown of a file: rows of a sheet, text, or the type of its pages or picture',
  step_up: true,
  heavy: 'import',
  params: IdParams('file'),
  query: z.object({ sheet: z.coerce.number<number | string>().int().min(0).max(99).default(0) }),
  reply: FilePreview,
  refuses: notShown,
})
export const fileContent = endpoint('GET /v1/files/{id}/content', {
  ...backOffice,
  summary: 'The pages or the picture of a preview: PDF, PNG, JPEG or WebP, and nothing else',
  step_up: true,
  heavy: 'import',
  params: IdParams('file'),
  reply: file('application/octet-stream'),
  refuses: { ...notShown, 409: `${notShown[409]}, or it is no PDF and no picture` },
})
export const downloadFile = endpoint('GET /v1/files/{id}/download', {
  ...backOffice,
  summary: 'The file as it was stored, as an attachment',
  step_up: true,
  params: IdParams('file'),
  reply: file('application/octet-stream'),
  refuses: notShown,
})

const Reason = fields.text(500, 'Scrivi il motivo.')
export const downloadUnscanned = endpoint('POST /v1/files/{id}/download-unscanned', {
  ...backOffice,
  summary: 'A file that the virus scanner has not passed, for a written reason that stays in its history',
  step_up: true,
  params: IdParams('file'),
  body: z.object({ reason: Reason }),
  reply: file('application/octet-stream'),
  refuses: { 404: 'no such file', 409: 'it was removed, is missing or cannot be decrypted' },
})
export const scanFile = endpoint('POST /v1/files/{id}/scan', {
  ...backOffice,
  summary: 'Scan a file for viruses now',
  params: IdParams('file'),
  reply: StoredFileDetail,
  refuses: {
    404: 'no such file',
    409: 'no scanner is set or it does not answer, the file was removed, or it cannot be read',
  },
})
export const tagFile = endpoint('POST /v1/files', {
  ...backOffice,
  summary: 'Set the tags of a file',
  body: z.object({
    file_id: Id('file'),
    tags: z
      .array(z.string().trim().toLowerCase().min(1).max(40, 'Un’etichetta ha al massimo 40 lettere.'))
      .max(20, 'Un file ha al massimo 20 etichette.'),
  }),
  reply: StoredFileDetail,
  refuses: { 404: 'no such file', 409: 'it was removed' },
})
export const retainFile = endpoint('POST /v1/files/{id}/retention', {
  ...backOffice,
  summary: 'Set until when a file is kept, and its legal hold, for a written reason',
  step_up: true,
  params: IdParams('file'),
  body: z.object({
    keep_until: fields.Day.nullable().meta({
      description: 'From today on; it is deleted the night after. Null: by its kind’s rule',
    }),
    on_hold: z.boolean().meta({ description: 'Nobody deletes it; the reason is kept while the hold lasts' }),
    reason: Reason,
  }),
  reply: StoredFileDetail,
  refuses: { 400: 'a new last day is in the past', 404: 'no such file', 409: 'it was removed' },
})
export const deleteFileWithReason = endpoint('POST /v1/files/{id}/delete', {
  ...backOffice,
  summary: 'Delete the content of a file for good; its history stays, and its office is told',
  step_up: true,
  params: IdParams('file'),
  body: z.object({ reason: Reason }),
  reply: StoredFileDetail,
  refuses: {
    404: 'no such file',
    409: 'it was removed before, is on hold, or money or a signature depends on it',
  },
})

export const fileTags = endpoint('GET /v1/files/tags', {
  ...backOffice,
  summary: 'The tags in use, the most used first',
  reply: z.array(z.object({ tag: z.string(), count: z.number() })),
})

export const FileKindTotal = z
  .object({
    kind: z.enum(fileKinds),
    count: z.number(),
    bytes: z.number(),
    keep_days: z.number().nullable().meta({ description: 'The rule of this kind; null: kept for ever' }),
  })
  .meta({ id: 'FileKindTotal' })
export type FileKindTotal = z.infer<typeof FileKindTotal>
export const listFileKinds = endpoint('GET /v1/files/kinds', {
  ...backOffice,
  summary: 'How many files of each kind there are, how large they are, and how long they are kept',
  reply: z.array(FileKindTotal),
})
export const ruleFileKind = endpoint('POST /v1/files/kinds', {
  ...backOffice,
  summary:
    'Set how many days files of a kind are kept, for a written reason; what money depends on, and what is on hold, stays',
  step_up: true,
  body: z.object({
    kind: z.enum(fileKinds),
    keep_days: z.number().int().min(1).max(36_500).nullable(),
    reason: Reason,
  }),
  reply: z.array(FileKindTotal),
})

export const OrphanFiles = z
  .object({
    checked_at: fields.Instant.nullable().meta({ description: 'Null: never yet' }),
    on_disk: z.number(),
    missing: z.number().meta({ description: 'Known files that were not there' }),
    count: z.number(),
    bytes: z.number(),
    items: z
      .array(
        z.object({
          path: z.string(),
          bytes: z.number(),
          written_at: fields.Instant,
          found_at: fields.Instant,
        }),
      )
      .meta({ description: 'The largest 200' }),
  })
  .meta({ id: 'OrphanFiles' })
export type OrphanFiles = z.infer<typeof OrphanFiles>
export const listOrphanFiles = endpoint('GET /v1/files/orphans', {
  ...backOffice,
  summary: 'Files in the store that no record names, as the latest check found them',
  reply: OrphanFiles,
})
export const checkFileStore = endpoint('POST /v1/files/check', {
  ...backOffice,
  summary: 'Compare the store with what is known, in the background',
  status: 202,
  reply: z.object({ state: z.literal('checking') }),
})
