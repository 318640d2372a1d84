import type { Tx } from '../../db/connection.ts'
import { emit } from '../../events.ts'
import { forgetDevices } from '../../identity/known-devices.ts'
import { deleteTokens } from '../../identity/one-time-tokens.ts'
import { endOtherSessions } from '../../identity/sessions.ts'
import type { Services } from '../../services.ts'
import { deleteTickets } from '../second-steps/issue-session.ts'

type NewPassword = {
  user_id: number
  password_hash: string
  /** The session that stays open; null: none. */
  kept_session_id: number | null
  /** The verified old password's hash, if the user proved it. */
  instead_of?: string | null
}

/**
 * Sets the user's password and revokes what the old one opened: other sessions, sign-in and recovery links, sign-ins in
 * progress, known devices. @returns false when the old password is no longer the verified one
 */
export async function setPassword(
  services: Services,
  tx: Tx,
  { user_id, password_hash, kept_session_id, instead_of }: NewPassword,
): Promise<boolean> {
  const { count } =
    instead_of === undefined
      ? await tx`
          insert into credentials (user_id, password_hash) values (${user_id}, ${password_hash})
          on conflict (user_id) do update set password_hash = excluded.password_hash, updated_at = now()`
      : await tx`
          update credentials set password_hash = ${password_hash}, updated_at = now()
          where user_id = ${user_id} and password_hash = ${instead_of}`
  if (count === 0) return false
  await emit(services, tx, 'password_set', { user_id })
  await endOtherSessions(tx, user_id, kept_session_id)
  await forgetDevices(tx, user_id)
  await deleteTokens(tx, user_id)
  await deleteTickets(tx, user_id)
  return true
}
