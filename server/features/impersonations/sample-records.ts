import type { InsertSamples } from '../../testing/records.ts'

/** One that has ended: an open one belongs to a session. */
export const insertSamples: InsertSamples<'impersonation'> = async (tx, { customer_id, reader_id, mark }) => {
  const [row] = await tx`
    insert into impersonations (customer_id, user_id, nominative, reason, until, ended_at, ended_how)
    select ${customer_id}, u.user_id, u.nominative, ${`Richiesta di ${mark}`}, now() + interval '30 minutes', now(), 'button'
    from users u where u.user_id = coalesce(${reader_id ?? null}, (select min(user_id) from users))
    returning impersonation_id`
  return { impersonation: row?.impersonation_id as number }
}
