import { createHmac, randomBytes } from 'node:crypto'
import type { Token } from '@saldo/contract/identity/auth'
import type { Tx } from '../db/connection.ts'
import { hashToken } from '../http/actor.ts'

const accessSeconds = 600
const refreshSeconds = 30 * 24 * 3600
/** How long the answer of a rotation can be repeated, for a tab that raced or after a lost reply. */
const graceSeconds = 10

/** Opens a session for a user who has proved who they are; `proved_at` is now unless given. */
export async function startSession(
  tx: Tx,
  of: { user_id: number; address: string; agent: string | null; proved_at?: '-infinity' },
): Promise<Token> {
  const [session] = await tx<[{ session_id: number }]>`
    insert into sessions ${tx(of)} returning session_id`
  const refresh_token = randomBytes(32).toString('base64url')
  await insertRefreshToken(tx, session.session_id, refresh_token)
  return { ...(await giveAccess(tx, session.session_id)), refresh_token }
}

/**
 * Rotates a refresh token: marks it as spent, returns its successor and a new access token. The successor is derived
 * from the spent token with the server's secret, so that the same token gives the same successor for ten seconds. A
 * token that was spent earlier counts as stolen: its whole session ends. @returns null when the token is unknown,
 * expired or its session has ended
 */
export async function renewSession(tx: Tx, secret: string, spent: string): Promise<Token | null> {
  const [found] = await tx<{ session_id: number; usable: boolean; spent: boolean; in_grace: boolean }[]>`
    select s.session_id, s.revoked_at is null and r.expires_at > now() as usable, r.spent_at is not null as spent,
      coalesce(r.spent_at > clock_timestamp() - make_interval(secs => ${graceSeconds}), false) as in_grace
    from sessions s join refresh_tokens r on r.session_id = s.session_id
    where r.token_hash = ${hashToken(spent)}
    for update`
  if (!found?.usable) return null
  const refresh_token = successorOf(secret, spent)
  if (!found.spent) {
    await tx`update refresh_tokens set spent_at = clock_timestamp() where token_hash = ${hashToken(spent)}`
    await insertRefreshToken(tx, found.session_id, refresh_token)
  } else if (!found.in_grace || !(await isUnspent(tx, refresh_token))) {
    await endSession(tx, found.session_id)
    return null
  }
  await tx`update sessions set used_at = now() where session_id = ${found.session_id}`
  return { ...(await giveAccess(tx, found.session_id)), refresh_token }
}

/** Revokes all tokens of the session. */
export const endSession = (tx: Tx, session_id: number) =>
  tx`update sessions set revoked_at = coalesce(revoked_at, now()) where session_id = ${session_id}`

/** Ends one session of this user. False when it is not theirs, or had ended. */
export async function endSessionOf(tx: Tx, user_id: number | null, session_id: number): Promise<boolean> {
  const { count } = await tx`
    update sessions set revoked_at = now()
    where user_id = ${user_id} and session_id = ${session_id} and revoked_at is null`
  return count > 0
}

/** Records that the user has just proved their identity (step-up). */
export const recordStepUp = (tx: Tx, session_id: number) =>
  tx`update sessions set proved_at = now() where session_id = ${session_id} and revoked_at is null`

/** Ends all sessions of a user except one; null: all of them. */
export const endOtherSessions = (tx: Tx, user_id: number, kept_session_id: number | null) => tx`
  update sessions set revoked_at = now()
  where user_id = ${user_id} and session_id is distinct from ${kept_session_id} and revoked_at is null`

const successorOf = (secret: string, token: string) =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update('refresh').update(token).digest('base64url')

const insertRefreshToken = (tx: Tx, session_id: number, token: string) => tx`
  insert into refresh_tokens (token_hash, session_id, expires_at)
  values (${hashToken(token)}, ${session_id}, now() + make_interval(secs => ${refreshSeconds}))`

const isUnspent = async (tx: Tx, token: string) =>
  (await tx`select 1 from refresh_tokens where token_hash = ${hashToken(token)} and spent_at is null`)
    .length > 0

async function giveAccess(tx: Tx, session_id: number) {
  const access_token = randomBytes(32).toString('base64url')
  await tx`
    insert into access_tokens (token_hash, session_id, expires_at)
    values (${hashToken(access_token)}, ${session_id}, now() + make_interval(secs => ${accessSeconds}))`
  return { access_token, token_type: 'Bearer' as const, expires_in: accessSeconds }
}
