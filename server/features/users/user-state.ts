import type { Tx } from '../../db/connection.ts'
import { emit } from '../../events.ts'
import { forgetDevices } from '../../identity/known-devices.ts'
import type { Services } from '../../services.ts'
import { forgetMessages } from '../messages/own-messages.ts'

/** An invited user becomes active when they choose a password. */
export async function activateInvited(tx: Tx, user_id: number): Promise<void> {
  await tx`update users set state = 'active' where user_id = ${user_id} and state = 'invited'`
}

/** Links sent earlier stop working. */
export async function noteInvitedAgain(tx: Tx, user_id: number): Promise<void> {
  await tx`update users set invited_at = now() where user_id = ${user_id}`
}

/** Removes residents who no longer see any bill: their sessions end (trigger `shut_out`). */
export async function removeWithoutBills(tx: Tx, user_id: number): Promise<void> {
  await tx`
    update users u set state = 'removed'
    where u.user_id = ${user_id} and u.customer_id is null and not u.flag_super_user
      and not exists (select from subjects s where s.user_id = u.user_id)
      and not exists (select from active_delegations d where d.delegate_user_id = u.user_id)`
}

/**
 * Removes a resident who leaves: their sessions end and what proved who they are is deleted (trigger `shut_out`). The row stays
 * with their name, because the timelines of bills and the audit log name who did what; address, preferences, messages and known
 * devices go. So does the user name: of those who were invited it is the address. Call it only as the system.
 */
export async function removeResidentUser(services: Services, tx: Tx, user_id: number): Promise<void> {
  await tx`
    update users set state = 'removed', email = null, user_name = 'chiuso-' || user_id where user_id = ${user_id}`
  await tx`delete from user_preferences where user_id = ${user_id}`
  await forgetMessages(tx, user_id)
  await forgetDevices(tx, user_id)
  await emit(services, tx, 'user_removed', { user_id, consumer: true })
}
