import type { Tx } from '../../db/connection.ts'

/** Gives a user access to this person's bills. Call it only as the system. */
export const linkSubject = (tx: Tx, subject_id: number, user_id: number) =>
  tx`update subjects set user_id = ${user_id}, updated_at = now() where subject_id = ${subject_id}`

/** Removes that access. Returns the user who had it, or null. */
export async function unlinkSubject(tx: Tx, subject_id: number): Promise<number | null> {
  const [unlinked] = await tx<{ user_id: number }[]>`
    update subjects s set user_id = null, updated_at = now()
    from (select subject_id, user_id from subjects where subject_id = ${subject_id} for update) before
    where s.subject_id = before.subject_id and before.user_id is not null
    returning before.user_id`
  return unlinked?.user_id ?? null
}

/** Removes a user's access to all people. */
export async function unlinkSubjectsOf(tx: Tx, user_id: number): Promise<void> {
  await tx`update subjects set user_id = null where user_id = ${user_id}`
}
