import { sections } from '@saldo/domain/section'
import { z } from 'zod'
import { endpoint, Id, IdParams } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { anyOf, listEndpoints } from '../list.ts'
import { levels, type Permission } from '../sections.ts'
import { OptionalUserName } from './users.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    subuser: true
  }
}

const permissions = sections.flatMap((section) => levels.map((level) => `${section}:${level}` as const)) as [
  Permission,
  ...Permission[],
]
const keepers = ['customer', 'store', 'super_user'] as const

/** A user of a customer's office with limited permissions. */
export const SubUser = z
  .object({
    user_id: z.number(),
    customer_id: z.number(),
    user_name: z.string(),
    nominative: z.string(),
    email: z.string().nullable(),
    state: z.enum(['invited', 'active', 'suspended']),
    invited_at: fields.Instant.nullable(),
    permissions: z
      .array(z.string())
      .meta({ description: 'section:read or section:write, the highest of each section alone' }),
    all_accounts: z.boolean().meta({ description: 'All condominiums, also those still to come' }),
    accounts_count: z.number().meta({ description: 'Else how many' }),
  })
  .meta({ id: 'SubUser' })
export type SubUser = z.infer<typeof SubUser>

export const SubUserDetail = SubUser.extend({
  accounts: z.array(z.object({ account_id: z.number(), name: z.string() })),
}).meta({ id: 'SubUserDetail' })
export type SubUserDetail = z.infer<typeof SubUserDetail>

export const {
  list: listSubUsers,
  summarise: summariseSubUsers,
  export: exportSubUsers,
} = listEndpoints('users/subusers', {
  records: 'Sub-users of the office',
  record: 'subuser',
  allow: keepers,
  permission: 'office:read',
  scope: 'accounts',
  export_step_up: true,
  row: SubUser,
  totals: z.object({ count: z.number() }),
  sorts: ['nominative'],
  columns: ['nominative', 'user_name', 'email', 'state', 'preset', 'permissions', 'accounts'],
  filters: { state: anyOf(['invited', 'active', 'suspended']) },
})

export const getSubUser = endpoint('GET /v1/users/subusers/{id}', {
  summary: 'One sub-user, with what they may and where',
  allow: keepers,
  permission: 'office:read',
  scope: 'accounts',
  params: IdParams('subuser'),
  reply: SubUserDetail,
  refuses: { 404: 'no such sub-user, or not yours' },
})

const granted = {
  nominative: fields.text(120, 'Scrivi nome e cognome.'),
  permissions: z
    .array(z.enum(permissions))
    .min(1, 'Scegli almeno una sezione.')
    .max(permissions.length)
    .meta({ description: 'section:read or section:write; write includes read' }),
  all_accounts: z.boolean(),
  account_ids: z
    .array(Id('account'))
    .max(2000)
    .default([])
    .meta({ description: 'Which condominiums, unless all of them' }),
}
const tooMuch =
  'it grants more than the caller has, or concerns a sub-user who has more, or the caller themselves'

export const inviteSubUser = endpoint('PUT /v1/users/subusers', {
  summary: 'Invite somebody to the office: a mail carries a link, good for 72 hours, to choose a password',
  allow: keepers,
  permission: 'office:write',
  scope: 'accounts',
  impersonation: 'refused',
  step_up: true,
  body: z.object({
    customer_id: Id('customer').optional(),
    email: fields.Email,
    user_name: OptionalUserName.meta({
      description: 'What they sign in with; the e-mail address unless given',
    }),
    ...granted,
  }),
  status: 201,
  reply: SubUserDetail,
  refuses: {
    404: 'a condominium that does not exist or is not yours',
    409: `the user name is taken; ${tooMuch}`,
    422: 'a super user has not chosen a customer',
  },
})

export const changeSubUser = endpoint('POST /v1/users/subusers/{id}', {
  summary: 'Change what a sub-user is called, may do and sees; it holds from their next request',
  allow: keepers,
  permission: 'office:write',
  scope: 'accounts',
  impersonation: 'refused',
  step_up: true,
  params: IdParams('subuser'),
  body: z.object(granted),
  reply: SubUserDetail,
  refuses: { 404: 'no such sub-user or condominium, or not yours', 409: tooMuch },
})

const act = {
  allow: keepers,
  params: IdParams('subuser'),
  reply: SubUserDetail,
} as const
const refused = { 404: 'no such sub-user, or not yours', 409: tooMuch } as const

export const suspendSubUser = endpoint('POST /v1/users/subusers/{id}/suspend', {
  permission: 'office:write',
  scope: 'accounts',
  impersonation: 'refused',
  step_up: true,
  ...act,
  summary: 'Suspend a sub-user: all their sessions end at once, and they cannot sign in',
  refuses: refused,
})
export const resumeSubUser = endpoint('POST /v1/users/subusers/{id}/resume', {
  permission: 'office:write',
  scope: 'accounts',
  impersonation: 'refused',
  step_up: true,
  ...act,
  summary: 'Let a suspended sub-user in again',
  refuses: refused,
})
export const resendInvitation = endpoint('POST /v1/users/subusers/{id}/resend', {
  permission: 'office:write',
  scope: 'accounts',
  impersonation: 'refused',
  step_up: true,
  ...act,
  summary: 'Send the invitation again; links sent before stop working',
  refuses: { ...refused, 409: `they have chosen a password already; ${tooMuch}` },
})
export const removeSubUser = endpoint('DELETE /v1/users/subusers/{id}', {
  summary: 'Remove a sub-user: their sessions end, their name stays on what they did',
  allow: keepers,
  permission: 'office:write',
  scope: 'accounts',
  impersonation: 'refused',
  step_up: true,
  params: IdParams('subuser'),
  status: 204,
  reply: z.undefined(),
  refuses: refused,
})
