import { randomBytes } from 'node:crypto'
import type { Edition } from '@saldo/domain/app-version'
import type { Tx } from '../db/connection.ts'
import { hashToken } from '../http/actor.ts'

/**
 * Lifetimes in seconds. People read a recovery mail later, an invitation after the weekend; they follow a sign-in link
 * at once.
 */
const lifetimes = { recovery: 3600, sign_in: 900, invitation: 72 * 3600, email: 24 * 3600 }
type Purpose = keyof typeof lifetimes

/** Within this time after a recovery link no other is sent, so that nobody can flood a mailbox. */
const recoveryPauseSeconds = 60

/**
 * A 256-bit token that signs this user in once, within 15 minutes: as the password of the password grant, or by the
 * one-time grant behind `/web/sso/{token}`, and in the edition of the web app it is made for (`audience`). For links that
 * the product gives to that very person: who may ask for one is in decision 31. Only the hash is stored.
 */
export async function makeSignInToken(tx: Tx, user_id: number, audience: Edition): Promise<string> {
  const token = newToken()
  await tx`
    insert into one_time_tokens (token_hash, user_id, purpose, audience, expires_at)
    values (${hashToken(token)}, ${user_id}, 'sign_in', ${audience}, now() + make_interval(secs => ${lifetimes.sign_in}))`
  return token
}

/**
 * A 256-bit token with which this user can choose a new password within an hour. Earlier tokens stop working. Null if
 * the last one is too recent.
 */
export async function makeRecoveryToken(tx: Tx, user_id: number): Promise<string | null> {
  const token = newToken()
  const { count } = await tx`
    insert into one_time_tokens as t (token_hash, user_id, purpose, expires_at)
    values (${hashToken(token)}, ${user_id}, 'recovery', now() + make_interval(secs => ${lifetimes.recovery}))
    on conflict (user_id) where purpose = 'recovery' do update
      set token_hash = excluded.token_hash, created_at = now(), expires_at = excluded.expires_at
      where t.created_at < now() - make_interval(secs => ${recoveryPauseSeconds})`
  return count > 0 ? token : null
}

/**
 * A 256-bit token with which an invited user chooses the first password within 72 hours. Earlier tokens stop working.
 */
export async function makeInvitationToken(tx: Tx, user_id: number): Promise<string> {
  const token = newToken()
  await tx`
    insert into one_time_tokens (token_hash, user_id, purpose, expires_at)
    values (${hashToken(token)}, ${user_id}, 'invitation', now() + make_interval(secs => ${lifetimes.invitation}))
    on conflict (user_id) where purpose = 'invitation' do update
      set token_hash = excluded.token_hash, created_at = now(), expires_at = excluded.expires_at`
  return token
}

/** A 256-bit token that confirms this new address within a day. Earlier tokens, for any address, stop working. */
export async function makeEmailToken(tx: Tx, user_id: number, email: string): Promise<string> {
  const token = newToken()
  await tx`
    insert into one_time_tokens (token_hash, user_id, purpose, email, expires_at)
    values (${hashToken(token)}, ${user_id}, 'email', ${email}, now() + make_interval(secs => ${lifetimes.email}))
    on conflict (user_id) where purpose = 'email' do update
      set token_hash = excluded.token_hash, email = excluded.email, created_at = now(), expires_at = excluded.expires_at`
  return token
}

/** Uses up a token that confirms an address; returns user and address. Null if it is unknown, used or expired. */
export async function consumeEmailToken(tx: Tx, token: string) {
  const [taken] = await tx<{ user_id: number; email: string }[]>`
    delete from one_time_tokens
    where token_hash = ${hashToken(token)} and purpose = 'email' and expires_at > now()
    returning user_id, email`
  return taken ?? null
}

/** The user of a valid token with one of these purposes. Does not use it up. */
export const userOfToken = (tx: Tx, purposes: Purpose[], token: string) =>
  owner(
    tx<{ user_id: number }[]>`
      select user_id from one_time_tokens
      where token_hash = ${hashToken(token)} and purpose = any(${purposes}) and expires_at > now()`,
  )

/**
 * Uses up a token and returns its user. If requests run in parallel, only one succeeds. Null if it is unknown, used or
 * expired.
 */
export const consumeToken = (tx: Tx, purposes: Purpose[], token: string) =>
  owner(
    tx<{ user_id: number }[]>`
      delete from one_time_tokens
      where token_hash = ${hashToken(token)} and purpose = any(${purposes}) and expires_at > now()
      returning user_id`,
  )

/**
 * Uses up a sign-in token at the door of its edition, and returns its user. Null if it is unknown, used, expired, or made
 * for the other edition: then it stays valid, so that whoever opened it in the wrong app can open it in the right one.
 */
export const consumeSignInToken = (tx: Tx, audience: Edition, token: string) =>
  owner(
    tx<{ user_id: number }[]>`
      delete from one_time_tokens
      where token_hash = ${hashToken(token)} and purpose = 'sign_in' and audience = ${audience} and expires_at > now()
      returning user_id`,
  )

/** The same, of this user alone; another user's token stays valid. */
export const consumeSignInTokenOf = (tx: Tx, user_id: number | null, audience: Edition, token: string) =>
  owner(
    tx<{ user_id: number }[]>`
      delete from one_time_tokens
      where token_hash = ${hashToken(token)} and user_id = ${user_id} and purpose = 'sign_in'
        and audience = ${audience} and expires_at > now()
      returning user_id`,
  )

/** Deletes all tokens of a user, after a password change. */
export const deleteTokens = (tx: Tx, user_id: number) =>
  tx`delete from one_time_tokens where user_id = ${user_id}`

const newToken = () => randomBytes(32).toString('base64url')

const owner = async (rows: PromiseLike<{ user_id: number }[]>): Promise<number | null> =>
  (await rows)[0]?.user_id ?? null
