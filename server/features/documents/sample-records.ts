import type { InsertSamples } from '../../testing/records.ts'

export const insertSamples: InsertSamples<'document'> = async (
  tx,
  { services, customer_id, account_id, bill_id, mark },
) => {
  const file_path = `documents/${bill_id}`
  await services.files.put(file_path, `%PDF-1.4 ${mark}`)
  const file = { file_name: `${mark}.pdf`, mime: 'application/pdf', size: 9, sha256: Buffer.of(0), file_path }
  const [row] = await tx`
    insert into documents ${tx({ customer_id, account_id, type: 'minutes', ...file, scan: 'not_scanned', shared_at: new Date().toISOString() })}
    returning document_id`
  return { document: row?.document_id as number }
}
