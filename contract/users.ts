import { z } from 'zod'
import { endpoint, roles, signedIn } from './endpoint.ts'

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

export const me = endpoint('GET /v1/users/me', {
  summary: 'Who is signed in',
  allow: signedIn,
  reply: User,
})

export const mine = endpoint('GET /v1/users/mine', {
  summary: 'The users of the caller’s customer; just oneself for a consumer',
  allow: signedIn,
  reply: z.array(User),
})
