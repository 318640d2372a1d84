import { createHash, randomUUID } from 'node:crypto'
import type { FlowKind } from '@saldo/domain/payments/flow'
import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import type { FlowNote } from './note-flow.ts'

export type NewFlow = Omit<FlowNote, 'known'> & {
  customer_id: number
  kind: FlowKind
  /** Like `pain.008.001.08` or `mav`. */
  format: string
  file_name: string
  content: Uint8Array | string
  created_by: number | null
}

/**
 * Stores a file that was made here, in the transaction that writes what it orders. Returns its id. If the transaction is
 * rolled back, the file stays in the store under a name that nobody knows.
 */
export async function createFlow(services: Services, tx: Tx, { content, ...flow }: NewFlow): Promise<number> {
  const bytes = Buffer.from(content as Uint8Array)
  const file_path = `flows/${randomUUID()}`
  await services.files.put(file_path, bytes)
  const [row] = await tx<{ flow_id: number }[]>`
    insert into flows ${tx({
      ...flow,
      ...{
        direction: 'out',
        state: 'done',
        finished_at: new Date().toISOString(),
        actor: await actorName(tx),
      },
      ...{ file_path, file_bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
    })} returning flow_id`
  return row?.flow_id as number
}
