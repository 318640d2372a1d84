import * as contract from '@saldo/contract/registry/handovers'
import type { Tx } from '../../../db/connection.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import { serve } from '../../../http/serve.ts'
import { handoverView } from '../handover-view.ts'
import { requireEverything } from '../require-everything.ts'

type Loaded = { direction: 'in' | 'out'; state: string; problems: string[]; file_path: string | null }

async function lockLoaded(tx: Tx, handover_id: number): Promise<Loaded> {
  const [row] = await tx<Loaded[]>`
    select direction, state, problems, file_path from handovers where handover_id = ${handover_id} for update`
  if (!row) throw notFound('Il passaggio di consegne')
  if (row.direction === 'out')
    throw conflict('made_here', 'Questo ZIP lo hai preparato tu: si conferma solo quello di un altro studio.')
  if (row.state !== 'to_check')
    throw conflict('not_to_check', 'Questo passaggio di consegne non aspetta una conferma.')
  return row
}

/** Confirms a checked ZIP: a job checks it again and writes all of it, or nothing. */
export const takeHandover = serve(contract.takeHandover, async ({ services, tx, actor, params }) => {
  requireEverything(actor)
  const { problems } = await lockLoaded(tx, params.id)
  if (problems.length > 0) throw conflict('problems', problems[0] as string)
  await tx`update handovers set state = 'taking' where handover_id = ${params.id}`
  await services.queue.enqueue(tx, 'take-over', { handover_id: params.id })
  return handoverView(tx, params.id)
})

/** Throws a loaded ZIP away, with its file. */
export const discardHandover = serve(contract.discardHandover, async ({ services, tx, actor, params }) => {
  requireEverything(actor)
  const { file_path } = await lockLoaded(tx, params.id)
  await tx`
    update handovers set state = 'discarded', file_path = null, finished_at = now() where handover_id = ${params.id}`
  if (file_path) await services.queue.enqueue(tx, 'delete-file', { file_path })
  return handoverView(tx, params.id)
})
