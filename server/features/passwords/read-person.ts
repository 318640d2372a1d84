import type { Tx } from '../../db/connection.ts'

export type Person = {
  user_id: number
  user_name: string
  nominative: string
  email: string | null
  password_hash: string | null
}

/** The user whose password it is; null when they no longer exist. */
export async function readPerson(tx: Tx, user_id: number): Promise<Person | null> {
  const [user] = await tx<Person[]>`
    select u.user_id, u.user_name, u.nominative, u.email, c.password_hash
    from users u left join credentials c on c.user_id = u.user_id
    where u.user_id = ${user_id}`
  return user ?? null
}
