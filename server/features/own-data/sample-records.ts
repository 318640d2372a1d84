import type { InsertSamples } from '../../testing/records.ts'

/** Of the resident whose records these are, else of some user of the office. */
export const insertSamples: InsertSamples<'data_export'> = async (
  tx,
  { customer_id, subject_id, bill_id },
) => {
  const [row] = await tx`
    insert into data_exports (user_id, state, stored_as, file_bytes, finished_at)
    select coalesce(s.user_id, (select min(u.user_id) from users u where u.customer_id = ${customer_id})), 'done',
      ${`exports/${bill_id}`}, 10, now()
    from subjects s where s.subject_id = ${subject_id}
    returning data_export_id`
  return { data_export: row?.data_export_id as number }
}
