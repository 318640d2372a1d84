import { z } from 'zod'
import { endpoint, Id, IdParams, LinkToken, roles, signedIn } from '../endpoint.ts'
import { Email, Instant, text } from '../fields.ts'
import type { Permission } from '../sections.ts'
import { TypedPassword } from './passwords.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    user: true
  }
}

export const User = z
  .object({
    user_id: z.number(),
    user_name: z.string(),
    nominative: z.string(),
    email: z.string().nullable(),
    role: z.enum(roles),
    customer_id: z.number().nullable(),
    flag_super_user: z.boolean(),
    flag_store: z.boolean(),
    flag_can_buy_service_is_active: z.boolean(),
    flag_under_maintenance: z.boolean(),
    is_subuser: z.boolean().meta({ description: 'May do what their office granted alone' }),
    state: z.enum(['invited', 'active', 'suspended', 'removed']),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

export const Me = User.extend({
  permissions: z.array(z.string()).nullable().meta({
    description: 'What a sub-user was granted, as section:read or section:write; null: no sub-user',
  }),
  sees_some: z.boolean().meta({ description: 'A sub-user who sees some of the condominiums only' }),
  second_step_missing: z
    .boolean()
    .meta({ description: 'A super user who has no second step: until they add one, all else is refused' }),
}).meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

export const me = endpoint('GET /v1/users/me', {
  summary: 'Who is signed in, and what they may',
  allow: signedIn,
  before_second_step: true,
  during_maintenance: true,
  permission: null,
  scope: 'accounts',
  reply: Me,
})

export const mine = endpoint('GET /v1/users/mine', {
  summary:
    'The users of the caller’s customer; just oneself for a consumer, and for a sub-user without office:read',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  reply: z.array(User),
})

/** The user name for signing in. It may be an e-mail address. */
export const UserName = text(80, 'Scegli un nome utente.').regex(
  /^[\p{L}\p{N}._@+'-]+$/u,
  'Usa lettere, cifre, punti e trattini, senza spazi.',
)
export const OptionalUserName = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
  UserName.nullish(),
)

const offices = ['customer', 'awaiting', 'store', 'super_user'] as const

export const getUser = endpoint('GET /v1/users/{id}', {
  summary:
    'Oneself, or one user of the caller’s customer (a sub-user needs office:read); any for a super user',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  params: IdParams('user'),
  reply: User,
  refuses: { 404: 'no such user, or not yours' },
})

const nominative = text(120, 'Scrivi nome e cognome.')
const SavedUser = User.extend({
  waiting_email: z.string().nullable().meta({
    description: 'The new e-mail address, until whoever receives the mail sent there confirms it',
  }),
}).meta({ id: 'SavedUser' })
export type SavedUser = z.infer<typeof SavedUser>

export const saveUser = endpoint('POST /v1/users', {
  summary:
    'Save a user of the office: with user_id one who exists, else somebody new, who may do all that the office may and ' +
    'is invited by mail. Sub-users are saved by /v1/users/subusers. Of somebody else only the back office changes the ' +
    'address, and of a super user nobody else, because whoever reads its mail can choose a new password. A new address holds once it was confirmed',
  allow: offices,
  permission: 'office:write',
  scope: 'accounts',
  impersonation: 'refused',
  step_up: true,
  body: z.object({
    user_id: Id('user').optional(),
    customer_id: Id('customer').optional(),
    nominative,
    email: Email,
    user_name: OptionalUserName.meta({
      description: 'Of somebody new: what they sign in with; the e-mail address unless given',
    }),
    flag_super_user: z
      .boolean()
      .optional()
      .meta({ description: 'Of somebody new in the back office, who works for no customer' }),
  }),
  reply: SavedUser,
  refuses: {
    404: 'no such user or customer, or not yours',
    409: 'the user name is taken; a sub-user saves a full user; it is another person’s address',
    422: 'a super user has not chosen a customer',
  },
})

export const saveOneself = endpoint('PUT /v1/users/me', {
  summary:
    'Change one’s own name and e-mail address; the address holds once it was confirmed by the mail sent there',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  impersonation: 'refused',
  step_up: true,
  body: z.object({ nominative, email: Email.optional() }),
  reply: SavedUser,
})

export const confirmEmail = endpoint('POST /v1/auth/email/{token}', {
  summary: 'Confirm an e-mail address by the link that was sent there; the address before is told',
  allow: roles,
  permission: null,
  scope: 'accounts',
  params: z.object({ token: LinkToken }),
  reply: z.object({ email: z.string() }),
  refuses: { 410: 'the link is unknown, used, replaced or older than a day' },
})

export const removeUser = endpoint('DELETE /v1/users/{id}', {
  summary: 'Remove a user: their sessions end at once, their name stays on what they did',
  allow: offices,
  permission: 'office:write',
  scope: 'accounts',
  impersonation: 'refused',
  step_up: true,
  params: IdParams('user'),
  status: 204,
  reply: z.undefined(),
  refuses: {
    404: 'no such user, or not yours',
    409: 'it is oneself, the last full user of the office, or a sub-user removes who has more than they do',
  },
})

export const setCanBuyService = endpoint('PUT /v1/users/flag-can-buy-service/{id}', {
  summary: 'Let a user of an office, or a resident, buy services of Saldo, or no longer',
  allow: ['super_user'],
  permission: null,
  scope: 'all_customers',
  impersonation: 'refused',
  params: IdParams('user'),
  body: z.object({ flag_can_buy_service_is_active: z.boolean() }),
  reply: User,
  refuses: { 404: 'no such user' },
})

/**
 * What a customer's program may do when it signs in: keep the registry and the bills, and read the money. It moves no
 * money, manages no users, and does nothing that asks for step-up. The office may change this as for any sub-user.
 */
export const apiPermissions = [
  'accounts:write',
  'subjects:write',
  'bills:write',
  'payments:read',
  'debits:read',
  'documents:read',
] as const satisfies readonly Permission[]

const ApiUser = z
  .object({
    api_user_id: z.number(),
    customer_id: z.number(),
    username: z.string(),
    webhook_url: z.string().nullable(),
    updated_at: Instant,
  })
  .meta({ id: 'ApiUser' })

export const saveApiLogin = endpoint('POST /v1/users/api/login', {
  summary:
    'Set name, password and webhook address of a program that calls the API for a customer; the same name again ' +
    'replaces password and address, and ends its sessions. The program signs in at /oauth/token as client api:api, is a ' +
    `sub-user of the office and may do this unless the office changes it: ${apiPermissions.join(', ')}`,
  allow: ['customer', 'store', 'super_user'],
  permission: 'office:write',
  scope: 'accounts',
  impersonation: 'refused',
  step_up: true,
  body: z.object({
    customer_id: Id('customer'),
    username: text(80, 'Scrivi il nome utente del programma.'),
    password: TypedPassword,
    webhook_url: z.preprocess(
      (value) => (value === '' ? null : value),
      z
        .url({
          protocol: /^https$/,
          hostname: z.regexes.domain,
          error: 'Scrivi un indirizzo https completo.',
        })
        .max(500, 'Al massimo 500 caratteri.')
        .nullish(),
    ),
  }),
  reply: ApiUser,
  refuses: {
    400: 'the password is too easy',
    404: 'no such customer, or not yours',
    409: 'the name is somebody’s already; a sub-user grants more than they have',
  },
})

const listName = z.string().regex(/^[a-z-]{1,40}$/, 'Non è un elenco.')
const columnName = z.string().regex(/^[a-z0-9_]{1,40}$/, 'Non è una colonna.')
const mostLists = 40

/** A user's display preferences. `system`: the device's theme; `compact`: rows of 36 px instead of 44. */
const preferences = {
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['wide', 'compact']),
  menu: z.enum(['open', 'icons']),
  single_keys: z.boolean().meta({ description: 'Whether shortcuts of single letters work' }),
  first_steps_hidden: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether the list of first steps is left out of the dashboard' }),
  columns: z
    .record(listName, z.array(columnName).min(1).max(60))
    .refine((lists) => Object.keys(lists).length <= mostLists, `Al massimo ${mostLists} elenchi.`)
    .meta({ description: 'List → the columns chosen for it, in order' }),
}
export const Preferences = z.strictObject(preferences).meta({ id: 'Preferences' })
export type Preferences = z.infer<typeof Preferences>

const KeptPreferences = z.object({
  ...preferences,
  updated_at: Instant.nullable().meta({ description: 'When they were last changed; null: never yet' }),
})
export type KeptPreferences = z.infer<typeof KeptPreferences>

export const getPreferences = endpoint('GET /v1/users/preferences', {
  summary: 'How the caller likes to see the product; the usual when nothing was chosen yet',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  reply: KeptPreferences,
})
export const putPreferences = endpoint('PUT /v1/users/preferences', {
  summary: 'Keeps how the caller likes to see the product, on every device',
  allow: signedIn,
  permission: null,
  scope: 'accounts',
  body: Preferences,
  reply: KeptPreferences,
})
