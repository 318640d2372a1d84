import { createHash, randomBytes } from 'node:crypto'
import type { Sql } from '../server/db/connection.ts'

/** The headers of a request by a user of this customer, who is made here. */
export async function signIn(owner: Sql, customer_id: number): Promise<Record<string, string>> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await owner`
    with u as (
      insert into users (user_name, nominative, customer_id) values (${`bench-${customer_id}`}, 'Bench', ${customer_id})
      returning user_id
    ), s as (insert into sessions (user_id) select user_id from u returning session_id)
    insert into access_tokens (token_hash, session_id, expires_at) select ${hash}, session_id, now() + interval '1 day' from s`
  return { authorization: `Bearer ${token}` }
}
