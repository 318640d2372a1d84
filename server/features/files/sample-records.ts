import type { InsertSamples } from '../../testing/records.ts'

export const insertSamples: InsertSamples<'file'> = async (tx, { services, customer_id, bill_id, mark }) => {
  const path = `documents/file-${bill_id}`
  await services.files.put(path, `%PDF-1.4 ${mark}`)
  const record = { record_table: 'documents', record_id: bill_id }
  const [row] = await tx`
    insert into stored_files ${tx({ customer_id, kind: 'document', ...record, path, name: `${mark}.pdf`, bytes: 9 })}
    returning file_id`
  return { file: row?.file_id as number }
}
