import type { InsertSamples } from '../../testing/records.ts'

export const insertSamples: InsertSamples<'handover'> = async (
  tx,
  { customer_id, account_id, bill_id, mark },
) => {
  const [row] = await tx`
    insert into handovers (customer_id, account_id, direction, state, file_name, file_path, file_bytes, actor, finished_at)
    values (${customer_id}, ${account_id}, 'out', 'done', ${`${mark}.zip`}, ${`handovers/${bill_id}`}, 10, ${mark}, now())
    returning handover_id`
  return { handover: row?.handover_id as number }
}
