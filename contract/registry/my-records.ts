import { unitUses } from '@saldo/domain/registry/unit'
import { rightKinds } from '@saldo/domain/right-holder'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as fields from '../fields.ts'
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
