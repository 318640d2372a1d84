import type { Tx } from '../../db/connection.ts'

/** The resident with this address; the first one if several share it. Call it only as the system. */
export async function residentWithEmail(tx: Tx, email: string) {
  const [user] = await tx<{ user_id: number; user_name: string; state: 'invited' | 'active' }[]>`
    select user_id, user_name, state from users
    where customer_id is null and not flag_super_user and lower(email) = lower(${email})
      and state in ('invited', 'active')
    order by user_id limit 1`
  return user ?? null
}
