import { slipKinds } from '@saldo/domain/postal/customer-code'
import { z } from 'zod'
import { endpoint, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'

/** The postal slip on the bills of a condominium. */
export const PostalSlips = z
  .object({
    account_id: z.number(),
    postal_account: z.string().nullable().meta({
      description:
        'Twelve digits, from the condominium’s IBAN; null: it is not of Poste Italiane, no slip is printed',
    }),
    kind: z.enum(slipKinds).nullable().meta({ description: 'Null: no slip is printed' }),
    holder: z.string().meta({ description: 'The holder of the account as slips print it' }),
    authorisation: z.string().nullable().meta({ description: 'The post’s authorisation to print slips' }),
  })
  .meta({ id: 'PostalSlips' })
export type PostalSlips = z.infer<typeof PostalSlips>

export const getPostalSlips = endpoint('GET /v1/accounts/postal-slips/{id}', {
  summary: 'Which postal slip is on the bills of a condominium',
  allow: staff,
  permission: 'accounts:read',
  scope: 'accounts',
  params: IdParams('account'),
  reply: PostalSlips,
  refuses: { 404: 'no such condominium, or not yours' },
})

export const savePostalSlips = endpoint('PUT /v1/accounts/postal-slips/{id}', {
  summary: 'Print a postal slip on the bills of a condominium, or no more',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  params: IdParams('account'),
  body: z.object({
    kind: z.enum(slipKinds, 'Scegli il bollettino 896 o 674.').nullable(),
    holder: fields.optionalText(80).meta({ description: 'Left out: the condominium’s name' }),
    authorisation: fields.optionalText(60),
  }),
  reply: PostalSlips,
  refuses: {
    404: 'no such condominium, or not yours',
    409: 'its IBAN is not of Poste Italiane, so there is no postal account',
  },
})
