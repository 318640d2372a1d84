import { randomInt } from 'node:crypto'
import type { Tx } from '../../db/connection.ts'
import { hashToken } from '../../http/actor.ts'

const howMany = 10
/** Crockford's base 32: nothing that is easily taken for something else. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Ten new codes in place of those of before. 80 random bits each, so that their SHA-256, as of every token, gives
 * nothing away; shown once, as four groups of four.
 */
export async function renewCodes(tx: Tx, user_id: number): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  await tx`delete from recovery_codes where user_id = ${user_id}`
  await tx`insert into recovery_codes ${tx(codes.map((code) => ({ user_id, code_hash: hashOf(user_id, code) })))}`
  return codes
}

/** Codes for whoever has just made a first second step; null when they have some. */
export async function firstCodes(tx: Tx, user_id: number): Promise<string[] | null> {
  const before = await tx`select 1 from recovery_codes where user_id = ${user_id} limit 1`
  return before.length > 0 ? null : renewCodes(tx, user_id)
}

/** Without any second step there is nothing to recover from. */
export const dropUselessCodes = (tx: Tx, user_id: number) => tx`
  delete from recovery_codes
  where user_id = ${user_id}
    and not exists (select from totp_secrets where user_id = ${user_id} and secret is not null)
    and not exists (select from passkeys where user_id = ${user_id})`

/** Whether this is a code of the user's that has not been used; from now on it is. */
export async function spendCode(tx: Tx, user_id: number, code: string): Promise<boolean> {
  const { count } = await tx`
    update recovery_codes set used_at = now()
    where code_hash = ${hashOf(user_id, code)} and user_id = ${user_id} and used_at is null`
  return count > 0
}

const newCode = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => letters[randomInt(32)]).join('')).join('-')

/** However it was typed: capitals, spaces, no dashes, o for 0, i and l for 1. */
const asWritten = (code: string) =>
  code
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')

const hashOf = (user_id: number, code: string) => hashToken(`recovery ${user_id} ${asWritten(code)}`)
