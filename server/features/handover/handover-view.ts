import type { Handover } from '@saldo/contract/registry/handovers'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'

/** Handovers as the contract shows them, the latest first. */
export const selectHandovers = (tx: Tx, condition: PendingQuery<Row[]>, limit = 1): Promise<Handover[]> => tx<
  Handover[]
>`
  select h.handover_id, h.direction, h.state, h.account_id, coalesce(a.name, h.figures->>'account_name') as account_name,
    h.with_pdfs, h.from_day, h.to_day, h.file_name, h.file_bytes, h.sha256,
    json_build_object('done', h.done, 'total', h.total) as progress,
    h.refusal, h.refusal_file, h.refusal_row, h.figures, h.problems, h.notes,
    h.direction = 'out' and h.state = 'done' and h.file_path is not null as can_download,
    h.actor, h.created_at, h.finished_at
  from handovers h
  left join accounts a on a.customer_id = h.customer_id and a.account_id = h.account_id
  where ${condition} order by h.handover_id desc limit ${limit}`

export async function handoverView(tx: Tx, handover_id: number): Promise<Handover> {
  const [found] = await selectHandovers(tx, tx`h.handover_id = ${handover_id}`)
  if (!found) throw notFound('Il passaggio di consegne')
  return found
}
