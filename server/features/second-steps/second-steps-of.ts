import type { SecondSteps } from '@saldo/contract/identity/second-steps'
import type { Tx } from '../../db/connection.ts'

/** A user's second steps; needs a transaction that sees them (the system's). */
export async function secondStepsOf(tx: Tx, user_id: number): Promise<SecondSteps> {
  const [totp] = await tx<{ confirmed_at: string }[]>`
    select confirmed_at from totp_secrets where user_id = ${user_id} and secret is not null`
  const passkeys = await tx<SecondSteps['passkeys']>`
    select passkey_id, name, created_at, used_at from passkeys where user_id = ${user_id} order by passkey_id`
  const [left] = await tx<{ count: number }[]>`
    select count(*)::int as count from recovery_codes where user_id = ${user_id} and used_at is null`
  return { totp_since: totp?.confirmed_at ?? null, passkeys, recovery_codes_left: left?.count ?? 0 }
}

export const hasSecondStep = ({ totp_since, passkeys }: SecondSteps) =>
  totp_since !== null || passkeys.length > 0
