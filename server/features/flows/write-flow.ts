import { randomUUID } from 'node:crypto'
import type { FlowKind } from '@saldo/domain/payments/flow'
import type { Tx } from '../../db/connection.ts'
import { actorName } from '../../timeline/actor-name.ts'

/** A file that a job is going to write. */
export type FlowToWrite = {
  customer_id: number
  account_id: number | null
  kind: FlowKind
  format: string
  file_name: string
  created_by: number | null
}

/**
 * Lists a file that a job will write, in the transaction that queues the job: the file is in the list from the start.
 * Returns its id.
 */
export async function startFlow(tx: Tx, flow: FlowToWrite): Promise<number> {
  const [row] = await tx<{ flow_id: number }[]>`
    insert into flows ${tx({
      ...flow,
      ...{ direction: 'out', state: 'writing', actor: await actorName(tx) },
      ...{ file_path: `flows/${randomUUID()}`, file_bytes: 0, sha256: null },
    })} returning flow_id`
  return row?.flow_id as number
}

type WaitingFlow = {
  customer_id: number
  created_by: number | null
  impersonation_id: number | null
  file_path: string
}

/** The file that is to be written; undefined once it is done or failed. */
export async function flowToWrite(tx: Tx, flow_id: number) {
  const [flow] = await tx<WaitingFlow[]>`
    select customer_id, created_by, impersonation_id, file_path from flows where flow_id = ${flow_id} and state = 'writing'`
  return flow
}

/** Says how many rows are written so far. */
export async function noteProgress(tx: Tx, flow_id: number, count: number): Promise<void> {
  await tx`update flows set count = ${count} where flow_id = ${flow_id} and state = 'writing'`
}

/** The file is there, complete. `amount`: cents; `note`: a sentence, or null. */
export async function finishFlow(
  tx: Tx,
  flow_id: number,
  written: { count: number; amount: number; note: string | null; file_bytes: number; sha256: string },
): Promise<void> {
  await tx`
    update flows set ${tx(written)}, state = 'done', finished_at = now() where flow_id = ${flow_id} and state = 'writing'`
}

/** The file could not be made: why, as a sentence. */
export async function failFlow(tx: Tx, flow_id: number, why: string): Promise<void> {
  await tx`
    update flows set state = 'failed', refusal = ${why}, finished_at = now()
    where flow_id = ${flow_id} and state = 'writing'`
}
