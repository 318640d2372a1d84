import * as contract from '@saldo/contract/registry/notes'
import { serve } from '../../../http/serve.ts'
import { actorName } from '../../../timeline/actor-name.ts'
import { requireSubject } from '../require-subject.ts'
import { instantOf, noteDetail, noteToChange } from './note-detail.ts'

export const createNote = serve(contract.createNote, async ({ tx, body }) => {
  const { subject_id, customer_id } = await requireSubject(tx, body.subject_id)
  const { kind, text, call_back_on = null } = body
  const author = await actorName(tx)
  const at = await instantOf(tx, body)
  const [row] = await tx<{ note_id: number }[]>`
    insert into notes ${tx({ customer_id, subject_id, kind, text, call_back_on, author, ...(at ? { happened_at: at } : {}) })}
    returning note_id`
  return noteDetail(tx, row?.note_id as number)
})

/** Another day to call back on means that the person is still to be called. */
export const updateNote = serve(contract.updateNote, async ({ tx, body }) => {
  const { note_id, kind, text, call_back_on = null } = body
  const before = await noteToChange(tx, note_id)
  const at = (await instantOf(tx, body)) ?? before.happened_at
  const again = call_back_on === before.call_back_on ? {} : { called_back_at: null, called_back_by: null }
  await tx`
    update notes set ${tx({ kind, text, call_back_on, happened_at: at, ...again })}, updated_at = now()
    where note_id = ${note_id}`
  return noteDetail(tx, note_id)
})
