import type { Tx } from '../../db/connection.ts'

/** Deletes challenges and tickets that can no longer be used. */
export async function forgetExpiredSteps(tx: Tx): Promise<void> {
  await tx`delete from passkey_challenges where expires_at < now()`
  await tx`delete from sign_in_tickets where expires_at < now()`
}
