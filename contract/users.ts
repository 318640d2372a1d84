import { z } from 'zod'
import { endpoint, roles, signedIn } from './endpoint.ts'
import { Instant } from './fields.ts'

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
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

export const Me = User.extend({
  permissions: z.array(z.string()).nullable().meta({
    description: 'What a sub-user was granted, as section:read or section:write; null: no sub-user',
  }),
}).meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

export const me = endpoint('GET /v1/users/me', {
  summary: 'Who is signed in, and what they may',
  allow: signedIn,
  reply: Me,
})

export const mine = endpoint('GET /v1/users/mine', {
  summary: 'The users of the caller’s customer; just oneself for a consumer',
  allow: signedIn,
  reply: z.array(User),
})

const listName = z.string().regex(/^[a-z-]{1,40}$/, 'Non è un elenco.')
const columnName = z.string().regex(/^[a-z0-9_]{1,40}$/, 'Non è una colonna.')
const mostLists = 40

/** How a person likes to see the product. `system`: as the device does; `compact`: rows of 36 px instead of 44. */
const preferences = {
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['wide', 'compact']),
  menu: z.enum(['open', 'icons']),
  single_keys: z.boolean().meta({ description: 'Whether shortcuts of single letters work' }),
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
  reply: KeptPreferences,
})
export const putPreferences = endpoint('PUT /v1/users/preferences', {
  summary: 'Keeps how the caller likes to see the product, on every device',
  allow: signedIn,
  body: Preferences,
  reply: KeptPreferences,
})
