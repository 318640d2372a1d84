import { z } from 'zod'
import { endpoint, Id, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { Subject } from './subjects.ts'

export const duplicateReasons = ['fiscal_code', 'email', 'phone'] as const

const Brief = z.object({
  subject_id: z.number(),
  nominative: z.string(),
  fiscal_code: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  bills_count: fields.OfBills('Cancelled bills and drafts left out'),
})
/**
 * Two records that may be the same person: equal tax codes apart from omocodia, or equal name and e-mail or telephone.
 */
export const DuplicatePair = z
  .object({ one: Brief, other: Brief, reasons: z.array(z.enum(duplicateReasons)) })
  .meta({ id: 'DuplicatePair' })

export const findDuplicates = endpoint('GET /v1/subjects/duplicates', {
  summary: 'Records that look like the same person, the first hundred pairs by name',
  allow: staff,
  permission: 'subjects:read',
  scope: 'accounts',
  reply: z.object({ items: z.array(DuplicatePair), more: z.boolean() }),
})

/** The fields that a person can choose per record; an address is one choice. */
export const mergeFields = ['nominative', 'fiscal_code', 'email', 'pec', 'phone', 'address'] as const

export const MergePreview = z
  .object({
    kept: Subject,
    merged: Subject,
    differing: z
      .array(z.enum(mergeFields))
      .meta({ description: 'Where both say something, and not the same' }),
    moves: z.object({
      bills: z.number(),
      payments: z.number(),
      debits: z.number(),
      sources: z.number().meta({ description: 'Saved cards and accounts' }),
      mandates: z.number(),
      rights: z.number().meta({ description: 'Rights in units' }),
      documents: z.number(),
      certificates: z.number(),
      credit: z.number().meta({ description: 'Cents' }),
      access: z.boolean().meta({ description: 'The resident’s own access' }),
      tables: z
        .record(z.string(), z.number())
        .meta({ description: 'Rows that name the person, by table; those that the caller may read' }),
    }),
    refusals: z
      .array(z.string())
      .meta({ description: 'Why they cannot be merged, in Italian; none: they can' }),
  })
  .meta({ id: 'MergePreview' })
export type MergePreview = z.infer<typeof MergePreview>

const both = { kept_id: Id('subject'), merged_id: Id('subject') }

export const previewMerge = endpoint('POST /v1/subjects/merge/preview', {
  summary: 'What merging one record into another would move, and what speaks against it',
  allow: staff,
  permission: 'subjects:read',
  scope: 'whole_office',
  body: z.object(both),
  reply: MergePreview,
  refuses: { 404: 'one of them does not exist, or is not yours', 409: 'it is the same record' },
})
export const mergeSubjects = endpoint('POST /v1/subjects/merge', {
  summary:
    'Merge a duplicate into another record: all it has moves there, and its number means the other from then on',
  allow: staff,
  permission: 'subjects:write',
  scope: 'whole_office',
  step_up: true,
  body: z.object({
    ...both,
    from_merged: z.array(z.enum(mergeFields)).max(mergeFields.length).meta({
      description: 'Fields that take the value of the record that goes; what the other lacks always does',
    }),
  }),
  reply: Subject,
  refuses: {
    404: 'one of them does not exist, or is not yours',
    409: 'it is the same record, or something speaks against it (see the preview)',
  },
})
