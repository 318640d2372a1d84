import * as contract from '@saldo/contract/registry/documents'
import { toldAfterSeconds, whyNotShared } from '@saldo/domain/registry/document'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { lockDocument, selectDocuments } from './document-view.ts'

/**
 * Shows a document of a condominium to its residents, or no longer. They are told some seconds later, so that a switch by
 * mistake is taken back before anybody has read of it.
 */
export const shareDocument = serve(
  contract.shareDocument,
  async ({ services, tx, params: { document_id }, body: { shared } }) => {
    const document = await lockDocument(tx, document_id)
    if (shared) {
      const why = whyNotShared(document, { has_scanner: services.env.SCAN_URL !== undefined })
      if (why) throw conflict('not_shareable', why)
      if (document.shared_at === null) {
        const [row] = await tx<{ shared_at: string }[]>`
          update documents set shared_at = now() where document_id = ${document_id} returning shared_at`
        const shared_at = row?.shared_at as string
        await services.queue.enqueue(
          tx,
          'tell-shared-document',
          { document_id, shared_at },
          { after_seconds: toldAfterSeconds },
        )
      }
    } else
      await tx`update documents set shared_at = null where document_id = ${document_id} and shared_at is not null`
    const [now] = await selectDocuments(tx, tx`d.document_id = ${document_id}`)
    return now as contract.Document
  },
)
