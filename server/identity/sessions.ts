import { createHmac, randomBytes } from 'node:crypto'
import type { Token } from '@saldo/contract/identity/auth'
import { type SessionKind, sessionLimits } from '@saldo/domain/session-limits'
import type { Tx } from '../db/connection.ts'
import type { Fragment } from '../db/fragments.ts'
import { hashToken } from '../http/actor.ts'

const accessSeconds = 600
/** How long the answer of a rotation can be repeated, for a tab that raced or after a lost reply. */
const graceSeconds = 10

/**
 * Opens a session for a user who has proved who they are; `proved_at` is now unless given. `proved_by_second_step`: they
 * gave a code, a passkey or a recovery code, too.
 */
export async function startSession(
  tx: Tx,
  of: {
    user_id: number
    address: string
    agent: string | null
    proved_by_second_step?: boolean
    proved_at?: '-infinity'
  },
): Promise<Token> {
  const [session] = await tx<[Session]>`
    insert into sessions ${tx(of)} returning session_id, ${kindOf(tx, tx`sessions.user_id`)} as kind`
  const refresh_token = randomBytes(32).toString('base64url')
  await insertRefreshToken(tx, session, refresh_token)
  return { ...(await giveAccess(tx, session)), refresh_token }
}

type Session = { session_id: number; kind: SessionKind }

/** As in `find_session`, by which the session's limits are chosen: it changes if a user's rights do. */
const kindOf = (tx: Tx, user_id: Fragment) => tx`
  (select case when u.flag_super_user then 'super_user' when u.customer_id is null then 'resident' else 'office' end
    from users u where u.user_id = ${user_id})`

/**
 * Rotates a refresh token: marks it as spent, returns its successor and a new access token. The successor is derived
 * from the spent token with the server's secret, so that the same token gives the same successor for ten seconds. A
 * token that was spent earlier counts as stolen: its whole session ends. @returns null when the token is unknown,
 * expired or its session has ended, or was idle or open for longer than `sessionLimits` allow
 */
export async function renewSession(tx: Tx, secret: string, spent: string): Promise<Token | null> {
  const [found] = await tx<Found[]>`
    select s.session_id, ${kindOf(tx, tx`s.user_id`)} as kind,
      s.revoked_at is null and r.expires_at > now() as usable, r.spent_at is not null as spent,
      extract(epoch from now() - s.created_at)::float8 as age,
      extract(epoch from now() - s.used_at)::float8 as unused,
      coalesce(r.spent_at > clock_timestamp() - make_interval(secs => ${graceSeconds}), false) as in_grace
    from sessions s join refresh_tokens r on r.session_id = s.session_id
    where r.token_hash = ${hashToken(spent)}
    for update`
  if (!found?.usable || isOver(found)) return null
  const refresh_token = successorOf(secret, spent)
  if (!found.spent) {
    await tx`update refresh_tokens set spent_at = clock_timestamp() where token_hash = ${hashToken(spent)}`
    await insertRefreshToken(tx, found, refresh_token)
  } else if (!found.in_grace || !(await isUnspent(tx, refresh_token))) {
    await endSession(tx, found.session_id)
    return null
  }
  await tx`update sessions set used_at = now() where session_id = ${found.session_id}`
  return { ...(await giveAccess(tx, found)), refresh_token }
}

/** `age` and `unused` are seconds since signing in, and since the last renewal. */
type Found = Session & { usable: boolean; spent: boolean; in_grace: boolean; age: number; unused: number }

const isOver = ({ kind, age, unused }: Found) =>
  age >= sessionLimits[kind].absolute || unused >= unrenewedSeconds(kind)

/** The last request may come as late as the access token's end, and only from then on is the session idle. */
const unrenewedSeconds = (kind: SessionKind) => sessionLimits[kind].idle + accessSeconds

/** Whether the session can still be used: nobody ended it, and one of its tokens is valid. */
export async function isSessionOpen(tx: Tx, session_id: number): Promise<boolean> {
  const found = await tx`
    select from sessions s
    where s.session_id = ${session_id} and s.revoked_at is null
      and (exists (select from refresh_tokens r
             where r.session_id = s.session_id and r.spent_at is null and r.expires_at > now())
        or exists (select from access_tokens a where a.session_id = s.session_id and a.expires_at > now()))`
  return found.length > 0
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

/** Records that the user has just proved their identity (step-up), and whether by a second step. */
export const recordStepUp = (tx: Tx, session_id: number, proved_by_second_step: boolean) => tx`
  update sessions set proved_at = now(), proved_by_second_step = ${proved_by_second_step}
  where session_id = ${session_id} and revoked_at is null`

/** Ends all sessions of a user except one; null: all of them. */
export const endOtherSessions = (tx: Tx, user_id: number, kept_session_id: number | null) => tx`
  update sessions set revoked_at = now()
  where user_id = ${user_id} and session_id is distinct from ${kept_session_id} and revoked_at is null`

const successorOf = (secret: string, token: string) =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update('refresh').update(token).digest('base64url')

/** No token outlives its session. */
const insertRefreshToken = (tx: Tx, { session_id, kind }: Session, token: string) => tx`
  insert into refresh_tokens (token_hash, session_id, expires_at)
  select ${hashToken(token)}, session_id, least(now() + make_interval(secs => ${unrenewedSeconds(kind)}),
    created_at + make_interval(secs => ${sessionLimits[kind].absolute}))
  from sessions where session_id = ${session_id}`

const isUnspent = async (tx: Tx, token: string) =>
  (await tx`select 1 from refresh_tokens where token_hash = ${hashToken(token)} and spent_at is null`)
    .length > 0

async function giveAccess(tx: Tx, { session_id, kind }: Session) {
  const access_token = randomBytes(32).toString('base64url')
  const [given] = await tx<[{ expires_in: number }]>`
    insert into access_tokens (token_hash, session_id, expires_at)
    select ${hashToken(access_token)}, session_id, least(now() + make_interval(secs => ${accessSeconds}),
      created_at + make_interval(secs => ${sessionLimits[kind].absolute}))
    from sessions where session_id = ${session_id}
    returning floor(extract(epoch from expires_at - now()))::int as expires_in`
  return { access_token, token_type: 'Bearer' as const, expires_in: given.expires_in }
}
