import type { Tx } from '../../db/connection.ts'

/** From now on the bills of this person of the registry are that user's to see. As the system alone. */
export const linkSubject = (tx: Tx, subject_id: number, user_id: number) =>
  tx`update subjects set user_id = ${user_id}, updated_at = now() where subject_id = ${subject_id}`

/** Nobody's any more. Returns whose they were; null: nobody's. */
export async function unlinkSubject(tx: Tx, subject_id: number): Promise<number | null> {
  const [unlinked] = await tx<{ user_id: number }[]>`
    update subjects s set user_id = null, updated_at = now()
    from (select subject_id, user_id from subjects where subject_id = ${subject_id} for update) before
    where s.subject_id = before.subject_id and before.user_id is not null
    returning before.user_id`
  return unlinked?.user_id ?? null
}

/** The same for all that this user sees. */
export async function unlinkSubjectsOf(tx: Tx, user_id: number): Promise<void> {
  await tx`update subjects set user_id = null where user_id = ${user_id}`
}
