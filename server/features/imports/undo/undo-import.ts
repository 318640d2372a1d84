import * as contract from '@saldo/contract/registry-imports'
import { conflict } from '../../../http/errors.ts'
import { serve } from '../../../http/serve.ts'
import { isLastWritten, lockImport, viewIn } from '../import-view.ts'
import { requireWrites } from '../require-writes.ts'
import { whyNotUndo } from './why-not-undo.sql.ts'

/** Starts to undo the last registry import, in a job. Refused with the reasons if other records depend on it. */
export const undoImport = serve(contract.undoRegistryImport, async ({ services, tx, params, actor }) => {
  requireWrites(actor)
  const stored = await lockImport(tx, params.id, 'registry')
  if (stored.state !== 'done') throw conflict('import_state', 'Si annulla solo un’importazione confermata.')
  if (!(await isLastWritten(tx, stored)))
    throw conflict('not_last', 'Dopo questa c’è un’altra importazione: annulla prima quella.')
  const why = await whyNotUndo(tx, params.id)
  if (why) throw conflict('built_upon', why)
  const [row] = await tx`
    update imports set state = 'undoing', undone_by = ${actor.user_id}, impersonation_id = actor_impersonation_id(),
      progress_done = 0, progress_total = null, refusal = null
    where import_id = ${params.id} returning *`
  await services.queue.enqueue(tx, 'undo-import', { import_id: params.id })
  return viewIn(tx, row as never)
})
