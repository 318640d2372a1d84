import type { Tx } from '../../db/connection.ts'

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
