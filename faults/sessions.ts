import { createHash, randomBytes } from 'node:crypto'
import type { Sql } from '../server/db/connection.ts'
import type { Bill } from './bills.ts'

/** Access tokens of payers without a link. */
export type Sessions = { debtor: string; administrator: string }

/** Signs in the debtor of all bills, and the office that issued them. */
export async function signInBoth(owner: Sql, bills: readonly Bill[]): Promise<Sessions> {
  const debtor = await signIn(owner, 'debitrice', null)
  await owner`update subjects set user_id = ${debtor.user_id}`
  const administrator = await signIn(owner, 'studio', bills[0]?.customer_id ?? null)
  return { debtor: debtor.token, administrator: administrator.token }
}

async function signIn(owner: Sql, name: string, customer_id: number | null) {
  const token = randomBytes(32).toString('base64url')
  const [user] = await owner`
    with u as (
      insert into users (user_name, nominative, customer_id) values (${name}, ${name}, ${customer_id}) returning user_id
    ), s as (
      -- Proved for as long as it takes.
      insert into sessions (user_id, proved_at) select user_id, now() + interval '1 day' from u returning session_id, user_id)
    insert into access_tokens (token_hash, session_id, expires_at)
    select ${createHash('sha256').update(token).digest()}, session_id, now() + interval '1 day' from s
    returning (select user_id from u) as user_id`
  return { token, user_id: user?.user_id as number }
}
