import { sharedTypes } from '@saldo/domain/registry/document'
import { unitUses } from '@saldo/domain/registry/unit'
import { rightKinds } from '@saldo/domain/right-holder'
import { z } from 'zod'
import { endpoint, file, Id, IdParams } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, dayRange, listEndpoints } from '../list.ts'
import { weightTableKinds } from './units.ts'

const ofOneself = { allow: ['consumer'], permission: null, scope: 'accounts' } as const

/** One of the caller's own units, with their rights of today. Weights are in ten-thousandths: 31,25 millesimi are 312500. */
export const MyUnit = z
  .object({
    unit_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    name: z.string().meta({ description: 'As bills call it: Int. 3, scala A' }),
    staircase: z.string(),
    number: z.string(),
    floor: z.string().nullable(),
    use: z.enum(unitUses),
    cadastral_sheet: z.string().nullable(),
    cadastral_parcel: z.string().nullable(),
    cadastral_subunit: z.string().nullable(),
    cadastral_category: z.string().nullable(),
    rights: z
      .array(
        z.object({
          nominative: z.string(),
          right_kind: z.enum(rightKinds),
          share_numerator: z.number(),
          share_denominator: z.number(),
          since: fields.StoredDay.nullable(),
          until: fields.StoredDay.nullable(),
          pays: z.boolean(),
        }),
      )
      .meta({ description: 'None when only a bill says that the unit is theirs' }),
    weights: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(weightTableKinds),
        weight: z.number(),
        total: z.number().meta({ description: 'Sum of the table, over all units' }),
      }),
    ),
  })
  .meta({ id: 'MyUnit' })
export type MyUnit = z.infer<typeof MyUnit>

export const listMyUnits = endpoint('GET /v1/myunits', {
  summary: 'One’s own units in all condominiums, with one’s rights of today and the unit’s weights',
  ...ofOneself,
  reply: z.object({ units: z.array(MyUnit) }),
})

/** A document that an office shares with the residents of a condominium. */
export const MyDocument = z
  .object({
    document_id: z.number(),
    account_id: z.number(),
    account_name: z.string(),
    type: z.enum(sharedTypes),
    file_name: z.string(),
    mime: z.string(),
    size: z.number().meta({ description: 'Bytes' }),
    shared_at: fields.Instant,
  })
  .meta({ id: 'MyDocument' })
export type MyDocument = z.infer<typeof MyDocument>

export const {
  list: listMyDocuments,
  summarise: summariseMyDocuments,
  export: exportMyDocuments,
} = listEndpoints('mydocuments', {
  records: 'Documents shared with the condominiums in which one lives or owns',
  record: 'document',
  ...ofOneself,
  row: MyDocument,
  totals: z.object({ count: z.number() }),
  sorts: ['shared_at', 'account_name'],
  columns: ['shared_at', 'account_name', 'type', 'file_name'],
  filters: {
    type: anyOf(sharedTypes),
    account_id: Id('account').optional(),
    ...dayRange('shared_at'),
  },
})

export const downloadMyDocument = endpoint('GET /v1/mydocuments/{id}/download', {
  summary: 'A document that is shared with one’s condominium, as a file',
  ...ofOneself,
  params: IdParams('document'),
  reply: file('application/octet-stream'),
  refuses: {
    404: 'no such document, not shared, or of another condominium',
    409: 'the virus scan is not done, or the file was deleted',
  },
})

/** What an office's registry says of the caller. */
export const MySubject = z
  .object({
    subject_id: z.number(),
    nominative: z.string(),
    fiscal_code: z.string().nullable(),
    email: z.string().nullable().meta({ description: 'Where the office sends bills' }),
    phone: z.string().nullable(),
    address: z.string().nullable(),
    house_number: z.string().nullable(),
    city: z.string().nullable(),
    city_id: z.string().nullable(),
    zip_code: z.string().nullable(),
    prov: z.string().nullable(),
    office: z
      .object({ business_name: z.string(), email: z.string().nullable(), phone: z.string().nullable() })
      .meta({ description: 'Whom to ask about what one cannot change oneself' }),
  })
  .meta({ id: 'MySubject' })
export type MySubject = z.infer<typeof MySubject>

export const listMySubjects = endpoint('GET /v1/mysubjects', {
  summary: 'What the registry of each office says of the caller, and whom to ask there',
  ...ofOneself,
  reply: z.object({ subjects: z.array(MySubject) }),
})

export const changeMyContacts = endpoint('POST /v1/mysubjects', {
  summary:
    'Change one’s own telephone and postal address in the registry of an office, which is told; bills that were issued ' +
    'stay as they are',
  ...ofOneself,
  body: z.object({
    subject_id: Id('subject'),
    phone: fields.OptionalPhone,
    address: fields.optionalText(120),
    house_number: fields.optionalText(20),
    city: fields.optionalText(60),
    city_id: fields.optionalText(6),
    zip_code: fields.OptionalZipCode,
    prov: fields.OptionalProvince,
  }),
  reply: MySubject,
  refuses: { 404: 'no such record, or not one’s own' },
})
