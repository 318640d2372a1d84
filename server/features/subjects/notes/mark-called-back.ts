import { markCalledBack as endpoint } from '@saldo/contract/registry/notes'
import { conflict } from '../../../http/errors.ts'
import { serve } from '../../../http/serve.ts'
import { actorName } from '../../../timeline/actor-name.ts'
import { noteDetail } from './note-detail.ts'

/** Everybody who may write about people may say so, not only who noted it down. The first who says so stays. */
export const markCalledBack = serve(endpoint, async ({ tx, params, body }) => {
  const note = await noteDetail(tx, params.id)
  if (note.call_back_on === null)
    throw conflict('no_call_back', 'Qui non c’è nessuno da richiamare: manca la data in «Richiamare il».')
  if (body.called_back !== (note.called_back_at !== null)) {
    const who = body.called_back ? await actorName(tx) : null
    await tx`
      update notes set called_back_at = ${body.called_back ? tx`now()` : null}, called_back_by = ${who}, updated_at = now()
      where note_id = ${params.id}`
  }
  return noteDetail(tx, params.id)
})
