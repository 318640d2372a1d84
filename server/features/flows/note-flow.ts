import type { Tx } from '../../db/connection.ts'

/**
 * What a listener of `flow_read` has written of a file. `account_id`: the condominium, if it is about one only. `count`:
 * movements, debits or notices; `known`: those that an earlier file had brought; `amount`: the sum of their absolute
 * amounts in cents; `note`: what a person should know about the file, in Italian.
 */
export type FlowNote = {
  reference: string | null
  account_id: number | null
  count: number
  known: number
  amount: number
  note?: string | null
}

/** Marks a loaded file as done. Only the section that knows its kind calls it, once it has written all of it. */
export async function noteFlow(tx: Tx, flow_id: number, note: FlowNote): Promise<void> {
  const noted = await tx`
    update flows set state = 'done', finished_at = now(), reference = ${note.reference}, account_id = ${note.account_id},
      count = ${note.count}, known = ${note.known}, amount = ${note.amount}, note = ${note.note ?? null}
    where flow_id = ${flow_id} and state = 'reading'`
  if (noted.count !== 1) throw new Error(`flow ${flow_id} is not being read`)
}
