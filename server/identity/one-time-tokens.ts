import { randomBytes } from 'node:crypto'
import type { Tx } from '../db/connection.ts'
import { hashToken } from '../http/actor.ts'

/** How long, in seconds: a mail may be read later, an invitation after the weekend, a link that signs in is followed at once. */
const lifetimes = { recovery: 3600, sign_in: 900, invitation: 72 * 3600, email: 24 * 3600 }
type Purpose = keyof typeof lifetimes

/** So long after a recovery link no other is made: nobody fills a stranger's mailbox. */
const recoveryPauseSeconds = 60

/**
 * 256 bits that sign this user in once, within 15 minutes: as the password of the password grant, or by the one-time
 * grant behind `/web/sso/{token}`. For links that the product itself gives to that person; only the hash is kept.
 */
export async function makeSignInToken(tx: Tx, user_id: number): Promise<string> {
  const token = newToken()
  await tx`
    insert into one_time_tokens (token_hash, user_id, purpose, expires_at)
    values (${hashToken(token)}, ${user_id}, 'sign_in', now() + make_interval(secs => ${lifetimes.sign_in}))`
  return token
}

/** 256 bits that let this user choose a password within the hour; those made before stop working. Null: too soon. */
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

/** 256 bits that let somebody invited choose their first password within 72 hours; those made before stop working. */
export async function makeInvitationToken(tx: Tx, user_id: number): Promise<string> {
  const token = newToken()
  await tx`
    insert into one_time_tokens (token_hash, user_id, purpose, expires_at)
    values (${hashToken(token)}, ${user_id}, 'invitation', now() + make_interval(secs => ${lifetimes.invitation}))
    on conflict (user_id) where purpose = 'invitation' do update
      set token_hash = excluded.token_hash, created_at = now(), expires_at = excluded.expires_at`
  return token
}

/** 256 bits that make this the user's address, within a day; those made before, for whatever address, stop working. */
export async function makeEmailToken(tx: Tx, user_id: number, email: string): Promise<string> {
  const token = newToken()
  await tx`
    insert into one_time_tokens (token_hash, user_id, purpose, email, expires_at)
    values (${hashToken(token)}, ${user_id}, 'email', ${email}, now() + make_interval(secs => ${lifetimes.email}))
    on conflict (user_id) where purpose = 'email' do update
      set token_hash = excluded.token_hash, email = excluded.email, created_at = now(), expires_at = excluded.expires_at`
  return token
}

/** Uses a token up that confirms an address, and says whose it is and which. Null: unknown, used or expired. */
export async function takeEmailToken(tx: Tx, token: string) {
  const [taken] = await tx<{ user_id: number; email: string }[]>`
    delete from one_time_tokens
    where token_hash = ${hashToken(token)} and purpose = 'email' and expires_at > now()
    returning user_id, email`
  return taken ?? null
}

/** Whose token it is while it works, for one of these purposes; it goes on working. */
export const whoseToken = (tx: Tx, purposes: Purpose[], token: string) =>
  owner(
    tx<{ user_id: number }[]>`
      select user_id from one_time_tokens
      where token_hash = ${hashToken(token)} and purpose = any(${purposes}) and expires_at > now()`,
  )

/** Uses a token up and says whose it was; of several at once, one gets it. Null: unknown, used or expired. */
export const takeToken = (tx: Tx, purposes: Purpose[], token: string) =>
  owner(
    tx<{ user_id: number }[]>`
      delete from one_time_tokens
      where token_hash = ${hashToken(token)} and purpose = any(${purposes}) and expires_at > now()
      returning user_id`,
  )

/** The same when it must be this user's: another's token is not used up. */
export const takeTokenOf = (tx: Tx, user_id: number | null, token: string) =>
  owner(
    tx<{ user_id: number }[]>`
      delete from one_time_tokens
      where token_hash = ${hashToken(token)} and user_id = ${user_id} and purpose = 'sign_in' and expires_at > now()
      returning user_id`,
  )

/** A new password ends what was given out before it. */
export const forgetTokens = (tx: Tx, user_id: number) =>
  tx`delete from one_time_tokens where user_id = ${user_id}`

const newToken = () => randomBytes(32).toString('base64url')

const owner = async (rows: PromiseLike<{ user_id: number }[]>): Promise<number | null> =>
  (await rows)[0]?.user_id ?? null
