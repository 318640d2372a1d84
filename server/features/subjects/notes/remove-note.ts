import { removeNote as endpoint } from '@saldo/contract/registry/notes'
import { serve } from '../../../http/serve.ts'
import { noteToChange } from './note-detail.ts'

export const removeNote = serve(endpoint, async ({ tx, params }) => {
  await noteToChange(tx, params.id)
  await tx`delete from notes where note_id = ${params.id}`
  return undefined
})
