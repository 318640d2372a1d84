import type { InsertSamples } from '../../testing/records.ts'

export const insertSamples: InsertSamples<'note'> = async (
  tx,
  { customer_id, subject_id, reader_id = null, mark },
) => {
  const whose = { customer_id, subject_id, created_by: reader_id, author: mark }
  const [row] = await tx`
    insert into notes ${tx({ ...whose, kind: 'call', text: `Ha telefonato ${mark}`, call_back_on: '2026-09-15' })}
    returning note_id`
  return { note: row?.note_id as number }
}
