import type * as contract from '@saldo/contract/registry/documents'
import { documentCan } from '@saldo/domain/registry/document'
import type { Tx } from '../../db/connection.ts'
import type { Actor } from '../../http/actor.ts'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { lockDocument, phaseOf, selectDocuments } from './document-view.ts'
import { notifyReview } from './notify-review.ts'
import type { SameAct } from './same-act.ts'

export const checkDocument = (door: SameAct<typeof contract.checkCustomerDocument>) =>
  serve(door, ({ services, tx, actor, params }) =>
    recordReview(services, tx, actor, params.document_id, { state: 'checked', reason: null }),
  )

export const invalidateDocument = (door: SameAct<typeof contract.invalidateCustomerDocument>) =>
  serve(door, ({ services, tx, actor, params, body }) =>
    recordReview(services, tx, actor, params.document_id, {
      state: 'invalid',
      reason: body.reason ?? noReason,
    }),
  )

/** What the office reads when the reviewer gave no reason. */
const noReason = 'Il motivo non è indicato: chiedilo a chi gestisce Saldo.'

/**
 * Records the reviewer's decision about a document and notifies the office; repeating the same decision notifies
 * nobody.
 */
async function recordReview(
  services: Services,
  tx: Tx,
  actor: Actor,
  document_id: number,
  judged: { state: 'checked'; reason: null } | { state: 'invalid'; reason: string },
): Promise<contract.Document> {
  const document = await lockDocument(tx, document_id)
  const why = documentCan.why(judged.state === 'checked' ? 'check' : 'invalidate', phaseOf(document))
  if (why) throw conflict(`scan_${document.scan}`, why)
  if (document.state !== judged.state || document.reason !== judged.reason) {
    // From here on the back office writes to the office, whichever customer it impersonates.
    await tx`select enter('saldo_super', null, ${actor.user_id}, null)`
    await tx`
      update documents set state = ${judged.state}, reason = ${judged.reason}, checked_by = ${actor.user_id}, checked_at = now()
      where document_id = ${document_id}`
    await notifyReview(services, tx, { ...document, ...judged })
  }
  const [now] = await selectDocuments(tx, tx`d.document_id = ${document_id}`)
  return now as contract.Document
}
