import type { Tx } from '../../db/connection.ts'

/** Deletes expired challenges and tickets. */
export async function deleteExpiredSteps(tx: Tx): Promise<void> {
  await tx`delete from passkey_challenges where expires_at < now()`
  await tx`delete from sign_in_tickets where expires_at < now()`
}
