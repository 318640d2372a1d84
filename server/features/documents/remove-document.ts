import type * as contract from '@saldo/contract/registry/documents'
import { documentCan } from '@saldo/domain/registry/document'
import { conflict } from '../../http/errors.ts'
import { requireNoHold } from '../../http/hand-out.ts'
import { serve } from '../../http/serve.ts'
import { lockDocument, phaseOf } from './document-view.ts'
import type { SameAct } from './same-act.ts'

/** Deletes a document; its file is deleted after the commit. Only the back office deletes verified documents. */
export const removeDocument = (door: SameAct<typeof contract.removeCustomerDocument>) =>
  serve(door, async ({ services, tx, actor, params }) => {
    const document = await lockDocument(tx, params.document_id)
    const why = documentCan.why('delete', phaseOf(document))
    if (why && actor.role !== 'super_user') throw conflict('checked', why)
    await requireNoHold(tx, document.file_path)
    await tx`delete from documents where document_id = ${params.document_id}`
    await services.queue.enqueue(tx, 'delete-file', { file_path: document.file_path })
    return undefined
  })
