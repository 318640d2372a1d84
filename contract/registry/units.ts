import { unitUses } from '@saldo/domain/registry/unit'
import { rightKinds } from '@saldo/domain/right-holder'
import { z } from 'zod'
import { endpoint, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { listEndpoints } from '../list.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    unit: true
    right_holder: true
    weight_table: true
  }
}

export const weightTableKinds = ['value', 'stairs', 'lift', 'heating', 'meter', 'other'] as const

/** A right in a unit, from when to when (`until` included; null: still). The share is a fraction. */
export const RightHolder = z
  .object({
    right_holder_id: z.number(),
    unit_id: z.number(),
    subject_id: z.number(),
    nominative: z.string(),
    right_kind: z.enum(rightKinds),
    share_numerator: z.number(),
    share_denominator: z.number(),
    since: fields.StoredDay.nullable(),
    until: fields.StoredDay.nullable(),
    pays: z.boolean().meta({ description: 'The unit’s bills are made out to them' }),
  })
  .meta({ id: 'RightHolder' })
export type RightHolder = z.infer<typeof RightHolder>

export const Unit = z
  .object({
    unit_id: z.number(),
    account_id: z.number(),
    name: z.string().meta({ description: 'As bills call it: Int. 3, scala A' }),
    staircase: z.string(),
    number: z.string(),
    floor: z.string().nullable(),
    use: z.enum(unitUses),
    cadastral_sheet: z.string().nullable(),
    cadastral_parcel: z.string().nullable(),
    cadastral_subunit: z.string().nullable(),
    cadastral_category: z.string().nullable(),
    notes: z.string().nullable(),
    holders: z.array(RightHolder),
  })
  .meta({ id: 'Unit' })
export type Unit = z.infer<typeof Unit>

/** A table by which expenses are shared. A weight is in ten-thousandths: 31,25 millesimi are 312500. */
export const WeightTable = z
  .object({
    weight_table_id: z.number(),
    account_id: z.number(),
    name: z.string(),
    kind: z.enum(weightTableKinds),
    total: z.number().meta({ description: 'Sum of its weights; usually 10000000, a thousand' }),
    weights: z
      .record(z.string(), z.number())
      .meta({ description: 'Unit → weight; no entry: nobody has written it' }),
  })
  .meta({ id: 'WeightTable' })
export type WeightTable = z.infer<typeof WeightTable>

/** The register of a condominium (art. 1130 n. 6 c.c.), at most some thousand units. */
export const Register = z.object({ units: z.array(Unit), tables: z.array(WeightTable) })

/** Somebody with a right in a unit today, and how to reach them. */
export const UnitPerson = RightHolder.pick({
  right_holder_id: true,
  subject_id: true,
  nominative: true,
  right_kind: true,
  share_numerator: true,
  share_denominator: true,
  pays: true,
})
  .extend({
    email: z.string().nullable().meta({ description: 'null also without the permission to read people' }),
    phone: z.string().nullable().meta({ description: 'null also without the permission to read people' }),
    credit: fields.OfBills('Cents they paid in excess to this condominium, whichever their unit'),
  })
  .meta({ id: 'UnitPerson' })
export type UnitPerson = z.infer<typeof UnitPerson>

const owedOfUnit = {
  residue: fields.OfBills('Cents that the bills made out for the unit still ask for'),
  overdue: fields.OfBills('Of the residue, what was due before today'),
  pending: fields.OfBills('Of the residue, what payments under way hold'),
}

/** A unit in a list: its weight, the people of today, what its bills ask for. Money in cents. */
export const UnitRow = Unit.pick({
  unit_id: true,
  account_id: true,
  name: true,
  staircase: true,
  number: true,
  floor: true,
  use: true,
})
  .extend({
    weight_table: z
      .string()
      .nullable()
      .meta({ description: 'The condominium’s main table: the first of kind `value`' }),
    weight: z.number().nullable().meta({ description: 'In ten-thousandths; null: nobody has written it' }),
    people: z.array(UnitPerson),
    ...owedOfUnit,
  })
  .meta({ id: 'UnitRow' })
export type UnitRow = z.infer<typeof UnitRow>

export const {
  list: listUnits,
  summarise: summariseUnits,
  export: exportUnits,
} = listEndpoints('units', {
  records: 'Units of condominiums',
  record: 'unit',
  allow: staff,
  permission: 'accounts:read',
  scope: 'accounts',
  export_step_up: true,
  row: UnitRow,
  totals: z.object({
    count: z.number(),
    weight: z.number().meta({ description: 'Sum of the weights in the main table' }),
    without_weight: z.number(),
    ...owedOfUnit,
    unplaced: fields.OfBills('Owed bills of the condominium that name no unit of its register'),
    unplaced_residue: fields.OfBills('Cents that they ask for'),
  }),
  sorts: ['position', 'holder', 'weight', 'residue', 'overdue'],
  by_bills: ['residue', 'overdue', 'debt'],
  by_people: ['contact'],
  columns: [
    'name',
    'staircase',
    'floor',
    'number',
    'use',
    'weight',
    'people',
    'phone',
    'email',
    'residue',
    'overdue',
    'credit',
  ],
  filters: {
    account_id: Id('account').optional(),
    weight: z.enum(['with', 'without']).optional(),
    contact: z.enum(['with', 'without']).optional().meta({
      description: 'without: somebody of the unit has neither phone nor e-mail, or nobody is written there',
    }),
    debt: z.enum(['overdue', 'due', 'none']).optional(),
  },
})

const unitFields = {
  staircase: z.preprocess((value) => value ?? '', z.string().trim().max(30, 'Al massimo 30 caratteri.')),
  number: fields.text(30, 'Scrivi l’interno.'),
  floor: fields.optionalText(20),
  use: z.enum(unitUses).optional().meta({ description: 'A home unless said' }),
  cadastral_sheet: fields.optionalText(20),
  cadastral_parcel: fields.optionalText(20),
  cadastral_subunit: fields.optionalText(20),
  cadastral_category: fields.optionalText(20),
  notes: fields.optionalText(1000),
}
const part = z
  .number('Scrivi un numero intero.')
  .int('Scrivi un numero intero.')
  .positive('Almeno 1.')
  .max(1_000_000)
const rightFields = {
  right_kind: z.enum(rightKinds),
  share_numerator: part.default(1),
  share_denominator: part.default(1),
  since: fields.Day.nullish(),
  until: fields.Day.nullish(),
  pays: z.boolean().default(false),
}
/** Refuses impossible shares and periods. */
const consistent = (
  right: { share_numerator: number; share_denominator: number; since?: string | null; until?: string | null },
  context: z.RefinementCtx,
) => {
  if (right.share_numerator > right.share_denominator)
    context.addIssue({ code: 'custom', path: ['share_numerator'], message: 'La quota supera l’intero.' })
  if (right.since && right.until && right.until < right.since)
    context.addIssue({ code: 'custom', path: ['until'], message: 'La fine viene prima dell’inizio.' })
}
const tableFields = {
  name: fields.text(80, 'Scrivi il nome della tabella.'),
  kind: z.enum(weightTableKinds).default('value'),
}

const noUnit = { 404: 'no such unit, or not yours' } as const
const noRight = { 404: 'no such right, or not yours' } as const
const noTable = { 404: 'no such table, or not yours' } as const

export const getRegister = endpoint('GET /v1/accounts/register/{id}', {
  summary: 'The units of a condominium with their right holders, and its tables of weights',
  allow: staff,
  permission: 'accounts:read',
  scope: 'accounts',
  params: IdParams('account'),
  reply: Register,
  refuses: { 404: 'no such condominium, or not yours' },
})
export const createUnit = endpoint('PUT /v1/units', {
  summary: 'Add a unit to a condominium',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  body: z.object({ account_id: Id('account'), ...unitFields }),
  status: 201,
  reply: Unit,
  refuses: { 404: 'no such condominium, or not yours', 409: 'staircase and number are another unit’s' },
})
export const updateUnit = endpoint('POST /v1/units', {
  summary: 'Change a unit',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  body: z.object({ unit_id: Id('unit'), ...unitFields }),
  reply: Unit,
  refuses: { ...noUnit, 409: 'staircase and number are another unit’s' },
})
export const deleteUnit = endpoint('DELETE /v1/units/{id}', {
  summary: 'Remove a unit with its rights and weights',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  params: IdParams('unit'),
  status: 204,
  reply: z.undefined(),
  refuses: { ...noUnit, 409: 'an opening balance was brought for it' },
})
export const addRightHolder = endpoint('PUT /v1/units/holders', {
  summary: 'Give somebody a right in a unit',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  body: z.object({ unit_id: Id('unit'), subject_id: Id('subject'), ...rightFields }).superRefine(consistent),
  status: 201,
  reply: Unit,
  refuses: { 404: 'no such unit or person, or not yours', 409: 'they have this right already' },
})
export const changeRightHolder = endpoint('POST /v1/units/holders', {
  summary: 'Change somebody’s right in a unit, or end it',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  body: z.object({ right_holder_id: Id('right_holder'), ...rightFields }).superRefine(consistent),
  reply: Unit,
  refuses: { ...noRight, 409: 'they have this right already' },
})
export const replaceRightHolder = endpoint('POST /v1/units/holders/replace/{id}', {
  summary: 'Somebody takes over a right from a day: the right ends the day before, theirs has the same share',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  params: IdParams('right_holder'),
  body: z.object({ subject_id: Id('subject'), since: fields.Day }),
  status: 201,
  reply: Unit,
  refuses: {
    404: 'no such right or person, or not yours',
    409: 'the right has ended, or they have it already (same_person)',
  },
})
export const removeRightHolder = endpoint('DELETE /v1/units/holders/{id}', {
  summary: 'Remove a right that was written by mistake; one that ended has an `until`',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  params: IdParams('right_holder'),
  reply: Unit,
  refuses: noRight,
})
export const createWeightTable = endpoint('PUT /v1/units/tables', {
  summary: 'Add a table of weights to a condominium',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  body: z.object({ account_id: Id('account'), ...tableFields }),
  status: 201,
  reply: WeightTable,
  refuses: { 404: 'no such condominium, or not yours', 409: 'the condominium has a table of this name' },
})
export const updateWeightTable = endpoint('POST /v1/units/tables', {
  summary: 'Change a table’s name or kind, and the weights of some units (0: no share; null: not known)',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  body: z.object({
    weight_table_id: Id('weight_table'),
    ...tableFields,
    weights: z
      .record(
        z.string().regex(/^[1-9]\d{0,15}$/),
        z
          .number()
          .int()
          .min(0, 'Non può essere negativo.')
          .max(100_000_000_000, 'È troppo grande.')
          .nullable(),
      )
      .default({})
      .meta({ description: 'Unit → weight in ten-thousandths' }),
  }),
  reply: WeightTable,
  refuses: { 404: 'no such table or unit, or not yours', 409: 'the condominium has a table of this name' },
})
export const deleteWeightTable = endpoint('DELETE /v1/units/tables/{id}', {
  summary: 'Remove a table of weights',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  params: IdParams('weight_table'),
  status: 204,
  reply: z.undefined(),
  refuses: noTable,
})
