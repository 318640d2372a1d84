import { randomInt } from 'node:crypto'
import type { Tx } from '../../db/connection.ts'
import { hashToken } from '../../http/actor.ts'

const howMany = 10
/** Crockford's base 32: without letters that are easily misread. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Replaces the user's codes by ten new ones. 120 random bits each, so the stored SHA-256 reveals nothing; shown once, as
 * four groups of six.
 */
export async function renewCodes(tx: Tx, user_id: number): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  await tx`delete from recovery_codes where user_id = ${user_id}`
  await tx`insert into recovery_codes ${tx(codes.map((code) => ({ user_id, code_hash: hashOf(user_id, code) })))}`
  return codes
}

/** Makes codes for a user's first second step; null when they have codes. */
export async function firstCodes(tx: Tx, user_id: number): Promise<string[] | null> {
  const before = await tx`select 1 from recovery_codes where user_id = ${user_id} limit 1`
  return before.length > 0 ? null : renewCodes(tx, user_id)
}

/** Deletes the codes of a user who has no second step left. */
export const deleteUnneededCodes = (tx: Tx, user_id: number) => tx`
  delete from recovery_codes
  where user_id = ${user_id}
    and not exists (select from totp_secrets where user_id = ${user_id} and secret is not null)
    and not exists (select from passkeys where user_id = ${user_id})`

/** Uses up one of the user's codes. False when it is unknown or used. */
export async function spendCode(tx: Tx, user_id: number, code: string): Promise<boolean> {
  const { count } = await tx`
    update recovery_codes set used_at = now()
    where code_hash = ${hashOf(user_id, code)} and user_id = ${user_id} and used_at is null`
  return count > 0
}

const newCode = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 6 }, () => letters[randomInt(32)]).join('')).join('-')

/** Normalises a typed code: capitals, spaces, missing dashes, o for 0, i and l for 1. */
const asWritten = (code: string) =>
  code
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')

const hashOf = (user_id: number, code: string) => hashToken(`recovery ${user_id} ${asWritten(code)}`)
