import { createHash } from 'node:crypto'
import type { InsertSamples } from '../../testing/records.ts'

export const insertSamples: InsertSamples<'flow'> = async (
  tx,
  { services, customer_id, account_id, bill_id, mark },
) => {
  const content = `${mark} ${bill_id}`
  const file_path = `flows/${bill_id}`
  await services.files.put(file_path, content)
  const file = {
    ...{ file_name: `${mark}.txt`, file_path, file_bytes: content.length },
    sha256: createHash('sha256').update(content).digest('hex'),
  }
  const said = { kind: 'notice_outcome', format: 'mav', reference: mark, count: 1, amount: 1000 }
  const [row] = await tx`
    insert into flows ${tx({ customer_id, account_id, ...file, ...said, direction: 'in', state: 'done', actor: mark })}
    returning flow_id`
  return { flow: row?.flow_id as number }
}
